import type { Field } from "../fields.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { columnKey, type PasteTarget } from "./columns";

/** The name of the column that holds a record's id. */
export const ID = "id";

/** Fields that are figures: what is typed in them is read as a spreadsheet shows it. */
export const isFigure = ({ format: { type } }: Field): boolean =>
  type === "decimal" || type === "integer" || type === "amount";

/** The fields of a form that are figures, by their names. */
export const figureNames = ({ fields }: { fields: readonly Field[] }): ReadonlySet<string> =>
  new Set(fields.filter(isFigure).map(({ name }) => name));

/** What the columns of a paste can be of: the id, and each field but pictures. */
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

/** The field of the choice that is made once for rows which do not say. */
export const assumedField = <Row extends ManagedRecord>({ form, paste }: Pasteable<Row>): Field | undefined =>
  form.fields.find(({ name }) => name === paste.assumed);
