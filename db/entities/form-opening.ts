import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/** The staff who have a record's form open, as far as known. Others see a notice, but can still save. */
export const FormOpening = defineEntity({
  name: "FormOpening",
  tableName: "form_openings",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** `news/<id>`. */
    form: p.text().primary(),
    openedAt: p.datetime(3).defaultRaw("now()"),
    /** Until then a window counts as open without a further request. */
    expiresAt: p.datetime(3),
  },
  checks: [lengthCheck("form_openings", "form", 1, 200)],
  indexes: [{ properties: ["form", "expiresAt"] }, { properties: ["expiresAt"] }],
});
export type FormOpening = InferEntity<typeof FormOpening>;
