import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/** Who of the staff has a record's form open, as far as is known: others are told, and can save all the same. */
export const FormOpening = defineEntity({
  name: "FormOpening",
  tableName: "form_openings",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** `news/<id>`. */
    form: p.text().primary(),
    openedAt: p.datetime(3).defaultRaw("now()"),
    /** A window that goes without a word is taken to be open until then. */
    expiresAt: p.datetime(3),
  },
  checks: [lengthCheck("form_openings", "form", 1, 200)],
  indexes: [{ properties: ["form", "expiresAt"] }, { properties: ["expiresAt"] }],
});
export type FormOpening = InferEntity<typeof FormOpening>;
