import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import type { ChangeableResource, Listed, ListedRow, ManagedRecord, StoredList } from "./resource.server";

/** Records whose list columns name form fields, so that rows can be edited. */
export type InlineEditable<Row extends ManagedRecord> = StoredList<Row> & ChangeableResource<Row>;

/** The parameter with the id of the row that is saved. */
export const SAVED_ROW = "save";

/** The fields that this viewer may edit in rows, by column label. */
export function inlineFields<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
): ReadonlyMap<string, Field> {
  if (!("entity" in resource && resource.form?.fields && can(viewer, resource.roles.write.permission)))
    return new Map();
  const { fields } = resource.form;
  return new Map(
    resource.listing.columns.flatMap(({ label, field: name }) => {
      const field = name === undefined ? undefined : fields.find((each) => each.name === name);
      return field ? [[label, field]] : [];
    }),
  );
}

/** The initial values of a row's form by field name. */
export const inlineValues = (fields: ReadonlyMap<string, Field>, row: object): Record<string, string> =>
  Object.fromEntries([...fields.values()].map((field) => [field.name, formValue(row, field)]));
