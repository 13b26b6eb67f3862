import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { decimal, decimalCheck, lengthCheck } from "../columns";
import { Instrument } from "./instrument";

/** An instrument's price on one day of the site's time zone, as traded: not adjusted for later splits. */
export const DailyPrice = defineEntity({
  name: "DailyPrice",
  tableName: "daily_prices",
  properties: {
    instrument: () => p.manyToOne(Instrument).ref().primary().deleteRule("cascade"),
    day: p.date().primary(),
    close: decimal(),
    high: decimal().nullable(),
    low: decimal().nullable(),
    volume: decimal().nullable(),
    /** The source: "quote", "demo", or the name of an import. Any other source replaces a quote's price. */
    source: p.text(),
  },
  checks: [
    decimalCheck("daily_prices", "close"),
    decimalCheck("daily_prices", "high"),
    decimalCheck("daily_prices", "low"),
    decimalCheck("daily_prices", "volume"),
    { name: "daily_prices_positive", expression: "close > 0 and low > 0 and volume >= 0" },
    { name: "daily_prices_range_order", expression: "low <= close and close <= high" },
    lengthCheck("daily_prices", "source", 1, 100),
  ],
});
export type DailyPrice = InferEntity<typeof DailyPrice>;
