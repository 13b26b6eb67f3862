import type { Field } from "../fields.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { columnKey, type PasteTarget } from "./columns";

/** The name of the column that holds a record's id. */
export const ID = "id";

/** Whether a field is a figure, which is read in spreadsheet notation. */
export const isFigure = ({ format: { type } }: Field): boolean =>
  type === "decimal" || type === "integer" || type === "amount";

/** The names of a form's figure fields. */
export const figureNames = ({ fields }: { fields: readonly Field[] }): ReadonlySet<string> =>
  new Set(fields.filter(isFigure).map(({ name }) => name));

/** The targets for pasted columns: the id and every field except pictures. */
export function pasteTargets<Row extends ManagedRecord>({ form, paste }: Pasteable<Row>): PasteTarget[] {
  const fields = form.fields.filter(({ input }) => input !== "picture");
  return [
    { name: ID, label: "ID", spellings: ["id"] },
    ...fields.map(({ name, property, label }) => ({
      name,
      label,
      spellings: [...[name, property, label].map(columnKey), ...(paste.synonyms?.[name] ?? [])],
    })),
  ];
}

/** The field whose choice is made once for rows without a value. */
export const assumedField = <Row extends ManagedRecord>({ form, paste }: Pasteable<Row>): Field | undefined =>
  form.fields.find(({ name }) => name === paste.assumed);
