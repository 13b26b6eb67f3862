import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { decimal, decimalCheck, lengthCheck } from "../columns";
import { Instrument } from "./instrument";

/**
 * A day whose close is to the one before it as a split would make it, and no split is entered: what waits for it is not settled.
 * A word of staff that it is right holds for these two closes and no others.
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
    /** By name: the word outlives whoever gave it. */
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
