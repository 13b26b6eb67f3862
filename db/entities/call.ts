import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorSlugSql } from "../author-slug";
import { containsIndex, decimal, decimalCheck, lengthCheck, oneOf, orderIndex } from "../columns";
import { Instrument } from "./instrument";

export const CALL_KINDS = ["alert", "pick", "brief"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export const CALL_STATES = ["open", "closed", "withdrawn"] as const;
export const CLOSE_REASONS = ["target", "stop", "period", "by hand", "delisted"] as const;
export const CALL_PARTS = ["buy", "sell", "pick"] as const;
export const CALL_AUDIENCES = ["members", "private"] as const;

const OF_LIST = "part is not null and list is not null";
/** Indexes of the track record: by end and by result, for all calls, a part and a list. */
const RECORD_INDEXES = [
  {
    name: "record",
    order: "ended_on, id",
    include: "result, audience, counted_by_year",
    where: "part is not null",
  },
  { name: "record_part", order: "part, ended_on, id", where: "part is not null" },
  {
    name: "record_result",
    order: "part, result, id",
    include: "audience, counted",
    where: "part is not null",
  },
  { name: "record_list", order: "list, ended_on, id", where: OF_LIST },
  { name: "record_list_result", order: "list, result, id", include: "audience, counted", where: OF_LIST },
  { name: "record_uncounted", order: "waits_from, id", where: "part is not null and not counted" },
].map((index) => orderIndex({ table: "calls", ...index }));

/**
 * The last day whose price may change the result of a closed call: the day it ended, or the period's last day
 * if that is later.
 */
export const JUDGED_UNTIL = "(greatest(ended_on, case when close_reason = 'period' then last_day end))";

/**
 * The current state of a call, computed from its events, so that lists need not read them. `foldEvent`
 * computes it, and `npm run verify-ledger` compares both. A call outlives its record.
 */
export const Call = defineEntity({
  name: "Call",
  tableName: "calls",
  properties: {
    id: p.uuid().primary(),
    kind: oneOf(CALL_KINDS),
    recordId: p.uuid(),
    /** Counts from 1. A record whose call has ended, or whose direction changes, begins the next call. */
    number: p.integer(),
    /** The only property without an event: triggers set it by the symbol, and when instruments are merged. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    symbol: p.text(),
    name: p.text(),
    direction: oneOf(["buy", "sell"] as const),
    /** The pick list that it belongs to. */
    list: p.text().nullable(),
    author: p.text().nullable(),
    audience: oneOf(CALL_AUDIENCES).default("members"),
    /** The call is older than the ledger, which recorded it from its record at that time. */
    recordedLater: p.boolean().default(false),
    /** When the call was made. */
    createdAt: p.datetime(3).fieldName("made_at"),
    entryPrice: decimal().nullable(),
    entryAt: p.datetime(3).nullable(),
    /**
     * Shares of the starting day for each share of the entry price. Differs from 1 if a split was entered
     * later.
     */
    entryShares: decimal().default("1"),
    currency: p.text().nullable(),
    target: decimal().nullable(),
    stop: decimal().nullable(),
    zoneLow: decimal().nullable(),
    zoneHigh: decimal().nullable(),
    /** The last day on which a price can settle it. */
    lastDay: p.date().nullable(),
    state: oneOf(CALL_STATES).default("open"),
    /** The day whose price closed it, or of its withdrawal (UTC). */
    endedOn: p.date().nullable(),
    /**
     * The first day of the wait until it is public: the day on which the ledger recorded its end (UTC). Later
     * corrections of the result do not change it.
     */
    waitsFrom: p.date().nullable(),
    closePrice: decimal().nullable(),
    /** Shares of the closing day for each share of the entry price, after splits. */
    closeRatio: decimal().nullable(),
    closeReason: oneOf(CLOSE_REASONS).nullable(),
    closeNote: p.text().nullable(),
    /** When the result was last corrected. The note then gives the reason. */
    correctedAt: p.datetime(3).nullable(),
    /** When it was last reopened, outside the minutes in which a closing can be undone as a slip. */
    reopenedAt: p.datetime(3).nullable(),
    /**
     * Its part of the track record: a closed call with a starting price. A trigger sets it, and the result.
     */
    part: oneOf(CALL_PARTS).nullable(),
    /** In per cent, as `resultOf` computes it. */
    result: p.float().columnType("double precision").nullable(),
    /**
     * The call has become public with its company, permanently. Only `countCalls` writes it and the next two.
     */
    known: p.boolean().default(false),
    /** The call is in the public figures, including those of its year. Never reset. */
    counted: p.boolean().default(false),
    countedByYear: p.boolean().default(false),
    /** Taken back within minutes of its publication: not shown as a call, but still counted. */
    mistake: p.boolean().default(false),
    /** The last event included here. */
    lastSeq: p.integer(),
  },
  checks: [
    lengthCheck("calls", "symbol", 1, 20),
    lengthCheck("calls", "name", 1, 300),
    lengthCheck("calls", "close_note", 1, 500),
    ...[
      "entry_price",
      "entry_shares",
      "target",
      "stop",
      "zone_low",
      "zone_high",
      "close_price",
      "close_ratio",
    ].map((price) => decimalCheck("calls", price)),
    { name: "calls_entry_shares", expression: "entry_shares > 0" },
    { name: "calls_corrected", expression: "corrected_at is null or state = 'closed'" },
    { name: "calls_counted", expression: "counted or not counted_by_year" },
    { name: "calls_ended", expression: "(state = 'open') = (ended_on is null)" },
    { name: "calls_waits", expression: "(state = 'open') = (waits_from is null)" },
    {
      name: "calls_closed",
      expression:
        "(state = 'closed') = (close_price is not null and close_ratio is not null and close_reason is not null)",
    },
  ],
  uniques: [{ properties: ["kind", "recordId", "number"] }],
  indexes: [
    orderIndex({
      table: "calls",
      name: "author_ended",
      order: `${authorSlugSql("author")}, ended_on, id`,
      where: "state <> 'open' and kind <> 'brief' and not mistake",
    }),
    orderIndex({
      table: "calls",
      name: "author_open",
      order: `${authorSlugSql("author")}, made_at, id`,
      where: "state = 'open' and kind <> 'brief'",
    }),
    { properties: ["instrument", "createdAt", "id"] },
    { properties: ["createdAt", "id"] },
    orderIndex({
      table: "calls",
      name: "state_made_at_id",
      order: "state, made_at, id",
      include: "last_day",
    }),
    { properties: ["kind", "createdAt", "id"] },
    containsIndex("calls", "symbol"),
    containsIndex("calls", "name"),
    orderIndex({
      table: "calls",
      name: "unsettled",
      order: "id",
      where: "state = 'open' and kind <> 'brief'",
    }),
    orderIndex({
      table: "calls",
      name: "last_day",
      order: "last_day, id",
      where: "state = 'open' and kind <> 'brief' and last_day is not null",
    }),
    orderIndex({
      table: "calls",
      name: "kind_last_day",
      order: "kind, last_day, id",
      where: "state = 'open' and last_day is not null",
    }),
    orderIndex({ table: "calls", name: "ended", order: "ended_on, id", where: "state <> 'open'" }),
    orderIndex({
      table: "calls",
      name: "judged",
      order: `instrument_id, ${JUDGED_UNTIL}, id`,
      where: "state = 'closed' and kind <> 'brief'",
    }),
    orderIndex({
      table: "calls",
      name: "unknown",
      order: "waits_from, id",
      where: "state <> 'open' and kind <> 'brief' and not mistake and not known",
    }),
    orderIndex({
      table: "calls",
      name: "withdrawn",
      order: "ended_on, id",
      where: "state = 'withdrawn' and kind <> 'brief' and not mistake",
    }),
    orderIndex({
      table: "calls",
      name: "reopened",
      order: "reopened_at, id",
      where: "reopened_at is not null",
    }),
    orderIndex({
      table: "calls",
      name: "anew",
      order: "kind, record_id",
      where: "state = 'open' and number > 1 and kind <> 'brief'",
    }),
    ...RECORD_INDEXES,
    orderIndex({
      table: "calls",
      name: "record_waits",
      order: "waits_from, part, audience",
      where: "part is not null",
    }),
    orderIndex({
      table: "calls",
      name: "ended_after_waiting",
      order: "ended_on, waits_from",
      where: "ended_on > waits_from",
    }),
    orderIndex({
      table: "calls",
      name: "recorded_later",
      order: "kind, made_at, record_id",
      where: "recorded_later",
    }),
  ],
});
export type Call = InferEntity<typeof Call>;
