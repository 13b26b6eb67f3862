import { toFormValue } from "~/web/submission.server";
import { withoutTrailingZeros } from "./figures/read-number";
import type { ParsedSubmission } from "./parse-submission.server";
import type { Intended, Sentences } from "./warnings.server";

/** What was sent of a record, as its fields read it. @property answered as `ParsedSubmission` has it */
export type Sent<Row> = Intended<Row> & Pick<ParsedSubmission, "answered">;

/** What follows from what was sent. @property values by property. @property notes what was done, by field */
export type Completion = { values: Record<string, unknown>; notes: Sentences };

/** What follows from a submission. A figure that follows and is saved already stays as it is written there. */
export function completeSubmission<Row>(
  { completeValues }: { completeValues?: (sent: Sent<Row>) => Completion },
  sent: Sent<Row>,
): Completion {
  if (!completeValues) return { values: {}, notes: {} };
  const { values, notes } = completeValues(sent);
  const before = (sent.before ?? {}) as Record<string, unknown>;
  const kept = Object.entries(values).map(([property, value]) => [
    property,
    isSameValue(value, before[property]) ? (before[property] ?? null) : value,
  ]);
  return { values: Object.fromEntries(kept), notes };
}

/**
 * What a form says anew: it sends all of its fields, and one that was left as it was drawn answers nothing. Beside a new price, the
 * change of the price before is none that somebody typed.
 */
export function touchedValues(
  { values, answered }: Pick<ParsedSubmission, "values" | "answered">,
  before: object,
): Pick<ParsedSubmission, "values" | "answered"> {
  const touched = changedValues(before, values);
  const isUntouched = (property: string) => property in values && !(property in touched);
  return {
    values: touched,
    answered: new Set([...answered].filter((property) => !isUntouched(property))),
  };
}

/** The values that differ from a record's. */
export const changedValues = (before: object, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([property, value]) => !isSameValue(value, (before as Record<string, unknown>)[property]),
    ),
  );

/** Whether two values are one to whoever reads them: 150.00 is 150, and lines end as they may. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true;
  const [first, second] = [one, other].map((value) => withoutTrailingZeros(toFormValue(value)));
  return first === second;
}
