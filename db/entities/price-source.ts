import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import {
  containsIndex,
  currency,
  currencyCheck,
  editableColumns,
  lengthCheck,
  oneOf,
  prefixIndex,
  sortIndex,
} from "../columns";
import { INSTRUMENT_KINDS } from "./instrument";

export const PRICE_SOURCE_KINDS = ["csv", "alpha-vantage", "polygon"] as const;
export type PriceSourceKind = (typeof PRICE_SOURCE_KINDS)[number];

/** The instruments that a source covers: all, those of one kind, or a list of symbols. */
export const PRICE_SOURCE_SCOPES = ["all", "kind", "list"] as const;

/**
 * The days on which it runs. If the site's day begins before a market has closed, Friday's prices come on
 * Saturday.
 */
export const PRICE_SOURCE_DAYS = ["mon-fri", "tue-sat", "daily"] as const;
export type PriceSourceDays = (typeof PRICE_SOURCE_DAYS)[number];

/**
 * A name in capitals without signs. It must be unique, because it names the key (`PRICE_SOURCE_KEY_<NAME>`).
 * `environmentName` does the same in TypeScript.
 */
const ENVIRONMENT_NAME = "btrim(upper(regexp_replace(name, '[^A-Za-z0-9]+', '_', 'g')), '_')";

const COLUMN_NAMES = ["day_column", "close_column", "high_column", "low_column", "volume_column"];

/**
 * A source of daily prices, and its schedule. Its key is in the environment, not here. Properties that begin
 * with `run` are the state of its last run, written by `features/markets/price-sources`; they do not count as
 * edits of the record.
 */
export const PriceSource = defineEntity({
  name: "PriceSource",
  tableName: "price_sources",
  properties: {
    ...editableColumns(),
    /** Also the source name of its prices. */
    name: p.text(),
    kind: oneOf(PRICE_SOURCE_KINDS).default("csv"),
    /** A template with {symbol}, {key}, {from} and {to}. */
    url: p.text(),
    /** Column names of a generic CSV, if they differ from "day", "close" and so on. */
    dayColumn: p.text().nullable(),
    closeColumn: p.text().nullable(),
    highColumn: p.text().nullable(),
    lowColumn: p.text().nullable(),
    volumeColumn: p.text().nullable(),
    currency: currency(),
    scope: oneOf(PRICE_SOURCE_SCOPES).default("all"),
    instrumentKind: oneOf(INSTRUMENT_KINDS).nullable(),
    /** "SPX", or "SPX=I:SPX" if the source uses another symbol. */
    symbols: p.array().columnType("text[]").default([]),
    /** An hour of the site's day, from 0 to 23. */
    hour: p.smallint(),
    days: oneOf(PRICE_SOURCE_DAYS).default("mon-fri"),
    /** Number of past days to request. */
    lookbackDays: p.smallint().default(30),
    requestsPerMinute: p.smallint().default(5),
    active: p.boolean().default(true),
    /** The site's day of its last scheduled run. */
    runDay: p.date().nullable(),
    runStartedAt: p.datetime(3).nullable(),
    /** Null during a run. */
    runEndedAt: p.datetime(3).nullable(),
    /** The symbol of the last finished instrument. */
    runAfter: p.text().nullable(),
    /** The lease of the worker and its end. Both null between two parts of a run. */
    runLease: p.uuid().nullable(),
    runLeaseUntil: p.datetime(3).nullable(),
    runNotBefore: p.datetime(3).nullable(),
    /** Failed attempts for the next instrument. */
    runTries: p.smallint().default(0),
    /** Instruments without an answer since the last one with prices. */
    runMisses: p.smallint().default(0),
    runWritten: p.integer().default(0),
    runUnchanged: p.integer().default(0),
    runFailed: p.integer().default(0),
    lastError: p.text().nullable(),
  },
  checks: [
    lengthCheck("price_sources", "name", 1, 60),
    {
      name: "price_sources_name_own",
      expression:
        "name ~ '[A-Za-z0-9]' and lower(name) <> 'quote' and lower(name) <> 'import' and lower(name) <> 'demo'",
    },
    lengthCheck("price_sources", "url", 1, 2000),
    // The host must be literal: a placeholder must not choose the server.
    {
      name: "price_sources_url_template",
      expression: "url ~* '^https{0,1}://[][a-z0-9.:-]+/' and strpos(url, '{symbol}') > 0",
    },
    ...COLUMN_NAMES.map((column) => lengthCheck("price_sources", column, 1, 60)),
    currencyCheck("price_sources"),
    { name: "price_sources_kind_chosen", expression: "scope <> 'kind' or instrument_kind is not null" },
    { name: "price_sources_symbols_chosen", expression: "scope <> 'list' or cardinality(symbols) > 0" },
    {
      name: "price_sources_symbols_lines",
      expression: "not ('' = any(symbols)) and cardinality(symbols) <= 1000",
    },
    { name: "price_sources_hour_range", expression: "hour >= 0 and hour <= 23" },
    {
      name: "price_sources_lookback_days_range",
      expression: "lookback_days >= 1 and lookback_days <= 3650",
    },
    {
      name: "price_sources_requests_per_minute_range",
      expression: "requests_per_minute >= 1 and requests_per_minute <= 600",
    },
    lengthCheck("price_sources", "last_error", 1, 500),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    {
      name: "price_sources_name_unique",
      expression: `create unique index price_sources_name_unique on price_sources ((${ENVIRONMENT_NAME}))`,
    },
    containsIndex("price_sources", "name"),
    prefixIndex("price_sources", "name"),
    sortIndex("price_sources", "name", "created_at"),
  ],
});
export type PriceSource = InferEntity<typeof PriceSource>;
