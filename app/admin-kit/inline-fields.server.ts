import type { StaffViewer } from "~/auth/viewer.server";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import type { Changeable, Listed, ListedRow, ManagedRecord, StoredList } from "./resource.server";

/** The records of a list whose columns name fields of their form: those can be changed in their rows. */
export type InlineEditable<Row extends ManagedRecord> = StoredList<Row> & Changeable<Row>;

/** In the address that a row's form is sent to: whose it is. */
export const SAVED_ROW = "save";

/** The fields of a list's columns that this viewer may change in its rows, by the columns' labels. */
export function inlineFields<Row extends ListedRow>(
  resource: Listed<Row>,
  { role }: StaffViewer,
): ReadonlyMap<string, Field> {
  if (!("entity" in resource && resource.form?.fields && resource.roles.write.includes(role)))
    return new Map();
  const { fields } = resource.form;
  return new Map(
    resource.listing.columns.flatMap(({ label, field: name }) => {
      const field = name === undefined ? undefined : fields.find((each) => each.name === name);
      return field ? [[label, field]] : [];
    }),
  );
}

/** What a row's form begins with, by the names of its fields. */
export const inlineValues = (fields: ReadonlyMap<string, Field>, row: object): Record<string, string> =>
  Object.fromEntries([...fields.values()].map((field) => [field.name, formValue(row, field)]));
