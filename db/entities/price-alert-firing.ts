import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, decimal, decimalCheck, oneOf, orderIndex } from "../columns";
import { Instrument } from "./instrument";
import { Member } from "./member";
import { PRICE_ALERT_KINDS, PriceAlert } from "./price-alert";

/** A price crossed the level of an alert, once per alert and day of the site. Kept for 90 days. */
export const PriceAlertFiring = defineEntity({
  name: "PriceAlertFiring",
  tableName: "price_alert_firings",
  properties: {
    ...baseColumns(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade"),
    instrument: () => p.manyToOne(Instrument).ref().deleteRule("cascade").index(),
    /** Null once the alert is edited or removed. */
    alert: () => p.manyToOne(PriceAlert).ref().nullable().deleteRule("set null"),
    kind: oneOf(PRICE_ALERT_KINDS),
    /** In shares of the price's day, like the price. */
    level: decimal(),
    price: decimal(),
    /** Per cent since the close before, with its sign; null for levels that are prices. */
    moved: decimal().nullable(),
    /** The day of the price. */
    day: p.date(),
    /** The day of `createdAt` at the site. */
    firedOn: p.date(),
    /** When it was put into an email, or into none: an email is decided once. */
    mailDecidedAt: p.datetime(3).nullable(),
  },
  checks: [
    decimalCheck("price_alert_firings", "level"),
    decimalCheck("price_alert_firings", "price"),
    decimalCheck("price_alert_firings", "moved"),
  ],
  uniques: [{ properties: ["alert", "firedOn"] }],
  indexes: [
    { properties: ["createdAt"] },
    orderIndex({ table: "price_alert_firings", name: "by_age", order: "member_id, created_at desc, id" }),
    orderIndex({
      table: "price_alert_firings",
      name: "waiting",
      order: "created_at, member_id",
      where: "mail_decided_at is null",
    }),
  ],
});
export type PriceAlertFiring = InferEntity<typeof PriceAlertFiring>;
