import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/**
 * How one person's spreadsheet columns map to the fields of one screen: a field, or "" to ignore it, by
 * column name.
 */
export const PasteColumns = defineEntity({
  name: "PasteColumns",
  tableName: "paste_columns",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** As `/admin/<path>`. */
    resource: p.text().primary(),
    columns: p.json<Record<string, string>>(),
  },
  checks: [
    lengthCheck("paste_columns", "resource", 1, 100),
    { name: "paste_columns_columns_size", expression: "octet_length(columns::text) <= 50000" },
  ],
});
export type PasteColumns = InferEntity<typeof PasteColumns>;
