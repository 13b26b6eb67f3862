import { toFormValue } from "~/web/submission.server";
import { withoutTrailingZeros } from "./figures/read-number";
import type { ParsedSubmission } from "./parse-submission.server";
import type { Intended, Sentences } from "./warnings.server";

/** The submitted values of a record. @property answered see `ParsedSubmission` */
export type Sent<Row> = Intended<Row> & Pick<ParsedSubmission, "answered">;

/**
 * Values derived from a submission.
 * @property values by property
 * @property notes sentences about them, by field
 */
export type Completion = { values: Record<string, unknown>; notes: Sentences };

/** Adds derived values to a submission. A derived figure that equals the saved one keeps the saved notation. */
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

/** The values that differ from the record. A form sends all of its fields, and an untouched field is no answer: next to a new price, an unchanged percentage was not typed by anybody.
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

/** Whether two values mean the same: 150.00 is 150, and line endings do not count. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true;
  const [first, second] = [one, other].map((value) => withoutTrailingZeros(toFormValue(value)));
  return first === second;
}
