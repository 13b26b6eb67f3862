import type { Differences } from "db/entities/change";
import { toFormValue } from "~/web/submission.server";
import type { Field } from "./fields.server";
import { pictureRelation } from "./find.server";
import type { ParsedSubmission } from "./parse-submission.server";
import {
  type ChangeableResource,
  type Form,
  type ManagedRecord,
  pictureField,
  type Stored,
} from "./resource.server";

/** The old and new values of a save, in the order of the form. A picture is logged by its id. */
export function findDifferences<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  before: Row,
  { values, picture }: ParsedSubmission,
): Differences {
  const { form } = resource;
  const current = before as Record<string, unknown>;
  const changed = form.fields
    .filter(({ property }) => property in values && !isEqual(values[property], current[property]))
    .map((field) => [
      field.name,
      { from: loggedValue(field, current[field.property]), to: loggedValue(field, values[field.property]) },
    ]);
  const replaced = picture && pictureField(form);
  const replacedFields = replaced
    ? [[replaced.name, { from: pictureIdOf(resource, before) ?? "", to: picture.id }]]
    : [];
  return Object.fromEntries([...changed, ...replacedFields]);
}

/** The same for texts by field name. */
export const differencesBetween = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Differences =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, to]) => before[name] !== to)
      .map(([name, to]) => [name, { from: before[name] ?? "", to }]),
  );

/** The values of a record that is being deleted. */
export function deletedValues<Row extends ManagedRecord>(
  resource: Stored<Row> & { form?: Pick<Form<Row>, "fields"> },
  row: Row,
): Differences {
  const values = (resource.form?.fields ?? []).map((field) => {
    const held = (row as Record<string, unknown>)[field.property];
    const value = field.input === "picture" ? pictureIdOf(resource, row) : loggedValue(field, held);
    return [field.name, { from: value ?? "", to: "" }] as const;
  });
  return Object.fromEntries(values.filter(([, { from }]) => from !== ""));
}

/** A value as the log stores it and a form would send it. Passwords are never stored. */
const loggedValue = ({ input }: Field, value: unknown): string =>
  input === "password" ? "" : toFormValue(value);

export function pictureIdOf<Row extends ManagedRecord>(resource: Stored<Row>, row: Row): string | undefined {
  const property = pictureRelation(resource);
  const picture = property ? (row as Record<string, unknown>)[property] : undefined;
  return picture ? (picture as { id: string }).id : undefined;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) || one instanceof Date ? JSON.stringify(one) === JSON.stringify(other) : one === other;
