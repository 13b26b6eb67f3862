import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  audience,
  containsIndex,
  currency,
  currencyCheck,
  decimal,
  decimalCheck,
  disclosure,
  disclosureCheck,
  editableColumns,
  foldedIndex,
  ifVisibleToMembers,
  lengthCheck,
  lowered,
  oneOf,
  orderIndex,
  PUBLICATION_STATUSES,
  partsIndex,
  picturesIndex,
  prefixIndex,
  publishAt,
  publishAtIndex,
  sortIndex,
  tickerIndex,
} from "../columns";
import { Instrument } from "./instrument";

export const ALERT_TAGS = ["buy", "sell"] as const;
export type AlertTag = (typeof ALERT_TAGS)[number];

/** When an alert ends: when it is settled or its holding period ends, whichever comes first. */
export const ALERT_END = "least(settled_at, ends_at)";

/** A call to buy or sell. Everything but `createdAt` is for paying readers only. */
export const TradeAlert = defineEntity({
  name: "TradeAlert",
  tableName: "trade_alerts",
  properties: {
    ...editableColumns(),
    ticker: p.text(),
    lowerTicker: lowered("ticker"),
    name: p.text(),
    tag: oneOf(ALERT_TAGS),
    targetPrice: decimal(),
    analysis: p.text(),
    holdingPeriod: p.text().default("1 week"),
    currentPrice: decimal().nullable(),
    dailyChange: decimal().nullable(),
    stopLoss: decimal().nullable(),
    /** The end of the holding period, if it has a computable length; a trigger sets it. */
    endsAt: p.datetime(3).nullable(),
    /**
     * When its call was settled, once all its readers may know; triggers set it. It may be empty if the
     * period ended first.
     */
    settledAt: p.datetime(3).nullable(),
    /** Since when it has this price; a trigger sets it. */
    pricedAt: p.datetime(3).nullable(),
    /** Its newest call: ID, state and last day, if it has one. */
    newestCall: p
      .text()
      .nullable()
      .formula(
        (alert) => `(select concat_ws(' ', c.id, c.state, c.last_day) from calls c
           where c.kind = 'alert' and c.record_id = ${alert}.id order by c.number desc limit 1)`,
      ),
    currency: currency(),
    author: p.text().nullable(),
    disclosure: disclosure(),
    /** The alert's instrument; triggers set it. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    audience: audience(),
    /** Neither readers nor the ledger see a draft: publishing it creates its call. */
    status: oneOf(PUBLICATION_STATUSES).default("published"),
    publishAt: publishAt(),
  },
  checks: [
    lengthCheck("trade_alerts", "ticker", 1, 20),
    lengthCheck("trade_alerts", "name", 1, 300),
    decimalCheck("trade_alerts", "target_price"),
    lengthCheck("trade_alerts", "analysis", 1, 100_000),
    lengthCheck("trade_alerts", "holding_period", 1, 100),
    decimalCheck("trade_alerts", "current_price"),
    decimalCheck("trade_alerts", "daily_change"),
    decimalCheck("trade_alerts", "stop_loss"),
    currencyCheck("trade_alerts"),
    lengthCheck("trade_alerts", "author", 1, 100),
    disclosureCheck("trade_alerts"),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    { properties: ["tag", "createdAt", "id"] },
    orderIndex({
      table: "trade_alerts",
      name: "end",
      order: `${ALERT_END}, id`,
      include: "ends_at, settled_at, publish_at",
      where: "status = 'published'",
    }),
    { properties: ["instrument", "pricedAt", "id"] },
    publishAtIndex("trade_alerts"),
    // Scanned by age, this index finds the open alerts without the table.
    orderIndex({
      table: "trade_alerts",
      name: "open",
      order: "created_at, id",
      include: "ends_at, settled_at, audience, publish_at",
      where: "status = 'published'",
    }),
    orderIndex({
      table: "trade_alerts",
      name: "end_for_members",
      order: `${ifVisibleToMembers(ALERT_END)}, id`,
      include: "ends_at, settled_at, audience, publish_at",
      where: "status = 'published'",
    }),
    orderIndex({
      table: "trade_alerts",
      name: "drafts",
      order: "created_at, id",
      where: "status = 'draft'",
    }),
    containsIndex("trade_alerts", "ticker"),
    foldedIndex("trade_alerts", "ticker"),
    containsIndex("trade_alerts", "name"),
    foldedIndex("trade_alerts", "name"),
    containsIndex("trade_alerts", "analysis"),
    partsIndex("trade_alerts", "analysis"),
    tickerIndex("trade_alerts"),
    picturesIndex("trade_alerts", "analysis"),
    prefixIndex("trade_alerts", "name"),
    sortIndex("trade_alerts", "ticker", "tag, created_at"),
    sortIndex("trade_alerts", "tag", "created_at"),
    sortIndex("trade_alerts", "target_price", "tag, created_at"),
  ],
});
export type TradeAlert = InferEntity<typeof TradeAlert>;
