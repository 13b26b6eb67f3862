import type { Newsletter } from "./choices.queries.server";

/** The hidden field with the newsletters that were on when a form was opened. */
export const SHOWN = "shown";

type Values = Readonly<Record<string, unknown>>;

/** Whether a box of a form is ticked; one that is not sent is off. */
export const isTicked = (values: Values, name: string): boolean => values[name] !== undefined;

/**
 * The newsletters whose boxes were changed. The others are left alone: a newsletter may have been ended by the
 * link of an email since the form was opened.
 */
export function changedChoices(offered: readonly Newsletter[], values: Values) {
  const text = values[SHOWN];
  const before = typeof text === "string" ? text.split(" ") : undefined;
  return offered
    .map((newsletter) => ({ newsletter, isOn: isTicked(values, newsletter) }))
    .filter(({ newsletter, isOn }) => before?.includes(newsletter) !== isOn);
}
