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
/** Of the record: by the end and by the result, of all calls, of a part and of a list. */
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

/** Up to this day a price may change the result of a closed call; of one whose period was over, up to its last day. */
export const JUDGED_UNTIL = "(greatest(ended_on, case when close_reason = 'period' then last_day end))";

/**
 * What the events of a call come to, kept so that lists need not read them: `foldEvent` makes it, and `npm run verify-ledger`
 * compares. A call outlives its record.
 */
export const Call = defineEntity({
  name: "Call",
  tableName: "calls",
  properties: {
    id: p.uuid().primary(),
    kind: oneOf(CALL_KINDS),
    recordId: p.uuid(),
    /** From 1: whoever says something else with a record whose call ended, or turns it round, makes the next one. */
    number: p.integer(),
    /** The one property that no event tells: triggers keep it by the symbol, and when instruments are merged. */
    instrument: () => p.manyToOne(Instrument).ref().nullable().deleteRule("no action"),
    symbol: p.text(),
    name: p.text(),
    direction: oneOf(["buy", "sell"] as const),
    /** The list of picks it is in. */
    list: p.text().nullable(),
    author: p.text().nullable(),
    audience: oneOf(CALL_AUDIENCES).default("members"),
    /** It is older than the ledger, which has it by what its record said then. */
    recordedLater: p.boolean().default(false),
    /** When it was made. */
    createdAt: p.datetime(3).fieldName("made_at"),
    entryPrice: decimal().nullable(),
    entryAt: p.datetime(3).nullable(),
    /** How many shares of the day from which it is measured one is that its entry is of: a split was entered afterwards. */
    entryShares: decimal().default("1"),
    currency: p.text().nullable(),
    target: decimal().nullable(),
    stop: decimal().nullable(),
    zoneLow: decimal().nullable(),
    zoneHigh: decimal().nullable(),
    /** The last day on which it can be settled by a price. */
    lastDay: p.date().nullable(),
    state: oneOf(CALL_STATES).default("open"),
    /** The day whose price closed it, or on which it was withdrawn (UTC). */
    endedOn: p.date().nullable(),
    /**
     * The day from which the days until it is public are counted: on which the ledger first knew how it ended (UTC). Its result may be
     * corrected to another day, this one stays.
     */
    waitsFrom: p.date().nullable(),
    closePrice: decimal().nullable(),
    /** How many shares of that day one that its entry is of had become by splits. */
    closeRatio: decimal().nullable(),
    closeReason: oneOf(CLOSE_REASONS).nullable(),
    closeNote: p.text().nullable(),
    /** When the result was corrected last; the note is the reason for that then. */
    correctedAt: p.datetime(3).nullable(),
    /** When it was reopened last, after the minutes in which its closing could be taken back as a slip. */
    reopenedAt: p.datetime(3).nullable(),
    /** Of the record: a call that was closed and had a price to be measured by. A trigger keeps it, and the result. */
    part: oneOf(CALL_PARTS).nullable(),
    /** In per cent, as `resultOf` computes it. */
    result: p.float().columnType("double precision").nullable(),
    /** It has become public, and names its company: it was told, whatever becomes of it. Only `countCalls` writes it, and the next two. */
    known: p.boolean().default(false),
    /**
     * Of the record: it is in the figures of those who may not read it, and in those of its year as well. Never
     * taken back.
     */
    counted: p.boolean().default(false),
    countedByYear: p.boolean().default(false),
    /** Taken back within minutes of its publication: no call, but it stays counted. */
    mistake: p.boolean().default(false),
    /** The last event that is in here. */
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
