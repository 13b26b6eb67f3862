import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { decimal, decimalCheck, lengthCheck } from "../columns";
import { Instrument } from "./instrument";

/**
 * A day whose close looks like an unrecorded split compared with the day before. Calls that depend on it
 * wait. A confirmation by staff is valid only for these two closes.
 */
export const PriceJump = defineEntity({
  name: "PriceJump",
  tableName: "price_jumps",
  properties: {
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade"),
    day: p.date().primary(),
    beforeClose: decimal(),
    close: decimal(),
    foundAt: p.datetime(3).defaultRaw("now()"),
    confirmedAt: p.datetime(3).nullable(),
    /** A name, not a reference: it outlives the account. */
    confirmedBy: p.text().nullable(),
  },
  checks: [
    decimalCheck("price_jumps", "before_close"),
    decimalCheck("price_jumps", "close"),
    lengthCheck("price_jumps", "confirmed_by", 1, 100),
    { name: "price_jumps_confirmed", expression: "(confirmed_at is null) = (confirmed_by is null)" },
  ],
});
export type PriceJump = InferEntity<typeof PriceJump>;
