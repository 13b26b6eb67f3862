import { type AppError, invalidFields } from "~/web/app-error.server";
import type { Field } from "./fields.server";

/** A rule over several fields. The table has the same check: it also catches values that JavaScript numbers cannot distinguish.
 */
export type Constraint = {
  /** Name of the check or unique index; absent for rules that depend on settings. */
  check?: string;
  /** The field that shows the message. */
  field: string;
  /**
   * @param values the record after the change, by property
   * @param before the current record, for an update
   */
  isViolated: (
    values: Readonly<Record<string, unknown>>,
    before?: Readonly<Record<string, unknown>>,
  ) => boolean;
  message: string | ((values: Readonly<Record<string, unknown>>) => string);
};

/** The parts of a resource's declaration that this file uses. */
type Declaration = { constraints?: readonly Constraint[]; fields: readonly Field[] };

/** Whether both figures are known and the first is greater. */
export const isAbove = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && Number(one) > Number(other);

/** @throws AppError 422 with the first violation */
export function checkConstraints(
  { constraints = [] }: Declaration,
  values: Readonly<Record<string, unknown>>,
  before?: object,
): void {
  const known = before as Readonly<Record<string, unknown>> | undefined;
  const violated = constraints.find(({ isViolated }) => isViolated(values, known));
  if (violated) throw violationError(violated, values);
}

function violationError({ field, message }: Constraint, values: Readonly<Record<string, unknown>>): AppError {
  const fieldErrors = { [field]: typeof message === "string" ? message : message(values) };
  return invalidFields(fieldErrors);
}

/** PostgreSQL's error codes for check and unique violations. */
const VIOLATIONS: readonly unknown[] = ["23514", "23505"];

/** Turns a database error into the message of the violated constraint or field.
 * @returns the error unchanged if it is another kind
 */
export function explainViolation(
  { constraints = [], fields }: Declaration,
  { tableName, properties }: { tableName: string; properties: Record<string, { fieldNames?: string[] }> },
  error: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const {
    code,
    table,
    constraint: check = "",
  } = error as { code?: string; table?: string; constraint?: string };
  if (!VIOLATIONS.includes(code) || table !== tableName) return error;
  const violated = constraints.find((constraint) => constraint.check === check);
  if (violated) return violationError(violated, values);
  const checked = fields.filter(({ property }) =>
    check.startsWith(`${tableName}_${properties[property]?.fieldNames?.[0]}_`),
  );
  const fieldErrors = Object.fromEntries(checked.map(({ name, label }) => [name, `${label} is not valid`]));
  return invalidFields(fieldErrors);
}
