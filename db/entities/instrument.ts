import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  currency,
  currencyCheck,
  editableColumns,
  foldedIndex,
  lengthCheck,
  oneOf,
  orderIndex,
  prefixIndex,
  sortIndex,
} from "../columns";

export const INSTRUMENT_KINDS = [
  "stock",
  "etf",
  "index",
  "crypto",
  "currency",
  "commodity",
  "bond",
  "fund",
] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

/** An instrument's records are counted up to this number. */
export const COUNTED_RECORDS = 1000;

const RECORD_TABLES = ["daily_briefs", "stock_picks", "trade_alerts", "quotes", "movers"];

type Alias = { toString(): string };

const newestPrice = (column: string) => (instrument: Alias) =>
  `(select d.${column} from daily_prices d where d.instrument_id = ${instrument}.id order by d.day desc limit 1)`;

/** SQL that counts an instrument's records. Each table is read no further than `COUNTED_RECORDS`. */
const countRecords = (instrument: Alias) => {
  const each = RECORD_TABLES.map(
    (table) => `(select 1 from ${table} r where r.instrument_id = ${instrument}.id limit ${COUNTED_RECORDS})`,
  );
  return `(select count(*)::int from (${each.join(" union all ")} limit ${COUNTED_RECORDS}) as named)`;
};

/** For searches among public names only: of a million symbols few have one. */
const PUBLIC_SYMBOL_INDEXES = [
  {
    name: "instruments_public_symbol_prefix",
    expression:
      "create index instruments_public_symbol_prefix on instruments (lower(symbol) text_pattern_ops) where public_name is not null",
  },
  {
    name: "instruments_public_symbol_trgm",
    expression:
      "create index instruments_public_symbol_trgm on instruments using gin (symbol gin_trgm_ops) with (gin_pending_list_limit = 256) where public_name is not null",
  },
];

/**
 * Anything with a price, identified by its symbol (a ticker in capitals). Triggers find or create it for each
 * record with a ticker (db/baseline/instruments.ts). Nothing else sets the links of records.
 */
export const Instrument = defineEntity({
  name: "Instrument",
  tableName: "instruments",
  properties: {
    ...editableColumns(),
    symbol: p.text(),
    /**
     * When it took that symbol. For a former symbol, since when its current owner has it. A trigger sets it.
     */
    symbolSince: p.datetime(3).defaultRaw("now()"),
    exchange: p.text().nullable(),
    name: p.text(),
    /** The currency of its stored prices. */
    currency: currency(),
    /**
     * Its currency comes only from calls. Readers without access to them must not see it: it would reveal
     * that there are calls.
     */
    currencyCalled: p.boolean().default(false),
    kind: oneOf(INSTRUMENT_KINDS).default("stock"),
    /**
     * The instrument that replaces this one after a merge. Its symbol leads there, and it has no records and
     * prices of its own. Never an instrument that is merged itself; a trigger ensures that.
     */
    mergedInto: () =>
      p.manyToOne(Instrument).fieldName("merged_into").ref().nullable().deleteRule("no action").index(),
    /** The next results day that staff entered. Past days are not shown. */
    nextResultsOn: p.date().nullable(),
    /** The name in the newest of its public calls. Written when a call becomes public. */
    calledName: p.text().nullable(),
    /** The name in public records and calls, which everybody can search; triggers set it. */
    publicName: p.text().nullable(),
    latestClose: p.text().formula(newestPrice("close::text")).nullable(),
    latestDay: p.text().formula(newestPrice("day::text")).nullable(),
    /** Number of briefs, picks, alerts, quotes and movers, at most `COUNTED_RECORDS`. */
    recordCount: p.integer().formula(countRecords),
  },
  checks: [
    lengthCheck("instruments", "symbol", 1, 20),
    { name: "instruments_symbol_capitals", expression: "symbol = upper(btrim(symbol))" },
    lengthCheck("instruments", "exchange", 1, 100),
    lengthCheck("instruments", "name", 1, 300),
    currencyCheck("instruments"),
    { name: "instruments_merged_elsewhere", expression: "merged_into <> id" },
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    orderIndex({
      table: "instruments",
      name: "by_age",
      order: "created_at, id",
      include: "kind",
      where: "merged_into is null",
    }),
    {
      name: "instruments_symbol_unique",
      expression:
        "create unique index instruments_symbol_unique on instruments (symbol) where merged_into is null",
    },
    { properties: ["symbol", "symbolSince"] },
    containsIndex("instruments", "symbol"),
    foldedIndex("instruments", "symbol"),
    containsIndex("instruments", "name"),
    foldedIndex("instruments", "name"),
    containsIndex("instruments", "public_name"),
    foldedIndex("instruments", "public_name"),
    prefixIndex("instruments", "public_name"),
    orderIndex({
      table: "instruments",
      name: "public_by_age",
      order: "created_at, id",
      where: "public_name is not null",
    }),
    ...PUBLIC_SYMBOL_INDEXES,
    orderIndex({
      table: "instruments",
      name: "next_results",
      order: "next_results_on, symbol",
      where: "next_results_on is not null and public_name is not null and merged_into is null",
    }),
    prefixIndex("instruments", "symbol"),
    prefixIndex("instruments", "name"),
    sortIndex("instruments", "symbol", "kind, merged_into, created_at"),
    sortIndex("instruments", "name", "kind, merged_into, created_at"),
    sortIndex("instruments", "kind", "merged_into, created_at"),
  ],
});
export type Instrument = InferEntity<typeof Instrument>;
