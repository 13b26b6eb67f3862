import { AppError } from "~/web/app-error.server";
import { FIX_THE_FORM } from "~/web/validator";
import type { Field } from "./fields.server";

/**
 * What must hold between several fields. The table has a check that says the same: what JavaScript's numbers cannot tell apart
 * is refused there.
 */
export type Constraint = {
  /** Name of that check, or of the unique index; absent for what the operator's settings ask, which the table does not know. */
  check?: string;
  /** Name of the field that is told. */
  field: string;
  /**
   * @param values the record as it would become, by property
   * @param before the record as it is, for an update
   */
  isViolated: (
    values: Readonly<Record<string, unknown>>,
    before?: Readonly<Record<string, unknown>>,
  ) => boolean;
  message: string | ((values: Readonly<Record<string, unknown>>) => string);
};

/** What is asked of a resource here. */
type Declaration = { constraints?: readonly Constraint[]; fields: readonly Field[] };

/** Whether both figures are known and the first is the greater one. */
export const isAbove = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && Number(one) > Number(other);

/** @throws AppError 422 with the first that is violated */
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
  return new AppError(422, FIX_THE_FORM, { fieldErrors });
}

/** PostgreSQL's codes of a check and of a unique index that was violated. */
const VIOLATIONS: readonly unknown[] = ["23514", "23505"];

/**
 * What the database refused, in the words of the constraint or the field.
 * @returns the error itself when it is about something else
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
  const fieldErrors = Object.fromEntries(checked.map(({ name, label }) => [name, `${label} is not right`]));
  return new AppError(422, FIX_THE_FORM, { fieldErrors });
}
