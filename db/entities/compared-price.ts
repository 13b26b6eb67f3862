import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { decimal, decimalCheck } from "../columns";
import { Instrument } from "./instrument";

/**
 * The price of an instrument that price alerts were last compared with. Empty until there is a price that no
 * question of staff's waits for. Its lock lets writers of an instrument's prices compare one after another.
 */
export const ComparedPrice = defineEntity({
  name: "ComparedPrice",
  tableName: "compared_prices",
  properties: {
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade"),
    day: p.date().nullable(),
    /** As traded on that day. */
    price: decimal().nullable(),
    /** The end of a day that is over, else when the price was compared. */
    at: p.datetime(3).nullable(),
  },
  checks: [
    decimalCheck("compared_prices", "price"),
    {
      name: "compared_prices_all_or_none",
      expression: "(day is null) = (price is null) and (day is null) = (at is null)",
    },
  ],
});
export type ComparedPrice = InferEntity<typeof ComparedPrice>;
