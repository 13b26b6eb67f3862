import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, decimal, decimalCheck, oneOf, orderIndex } from "../columns";
import { Instrument } from "./instrument";
import { Member } from "./member";

/** A price rises to the level, falls to it, or moves by that many per cent in a day, up or down. */
export const PRICE_ALERT_KINDS = ["rises", "falls", "moves"] as const;

/** A level of a company's price that a member wants to hear of. An edited alert is a new row. */
export const PriceAlert = defineEntity({
  name: "PriceAlert",
  tableName: "price_alerts",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    /** May have been merged since: readers follow `mergedInto`. */
    instrument: () => p.manyToOne(Instrument).ref().deleteRule("cascade"),
    kind: oneOf(PRICE_ALERT_KINDS),
    /** In shares of the day on which it was set: later splits are applied when it is read. */
    level: decimal(),
    setOn: p.date(),
  },
  checks: [
    decimalCheck("price_alerts", "level"),
    { name: "price_alerts_level_range", expression: "level > 0 and (kind <> 'moves' or level <= 100)" },
  ],
  uniques: [{ properties: ["member", "instrument", "kind", "level", "setOn"] }],
  indexes: [
    orderIndex({ table: "price_alerts", name: "level", order: "instrument_id, kind, level" }),
    orderIndex({ table: "price_alerts", name: "by_age", order: "member_id, created_at desc, id" }),
  ],
});
export type PriceAlert = InferEntity<typeof PriceAlert>;
