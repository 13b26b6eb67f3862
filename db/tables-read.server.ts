import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The tables of which the database says on the channel `content` that they changed (their triggers are in db/baseline). A
 * page is kept by what it read of them.
 */
export const CONTENT_TABLES = [
  "news",
  "daily_briefs",
  "stock_picks",
  "pick_lists",
  "trade_alerts",
  "videos",
  "quotes",
  "movers",
  "ads",
  "banners",
  "packages",
  "images",
  "staff",
  "instruments",
  "daily_prices",
  "splits",
  "calls",
  "track_record_figures",
  "most_read",
] as const;

export type ContentTable = (typeof CONTENT_TABLES)[number];

/** What a statement reads that names no table of content: it may be anything. */
export const ANY_TABLE = "any table";

/** Hears of the tables before the statement is sent: what changes from then on may be missing in its answer. */
export type TableObserver = (tables: readonly string[]) => void;

const observers = new AsyncLocalStorage<TableObserver>();

/**
 * Tells of the tables that are read while `run` runs, whoever reads them: it is told by the statements that are really
 * sent, so that no query can be forgotten. One that is observed within another is told to its own observer alone.
 */
export const observeTables = <Result>(observer: TableObserver, run: () => Result): Result =>
  observers.run(observer, run);

/** Tells whoever observes of tables that were read for them before. */
export const noteTables = (tables: readonly string[]): void => observers.getStore()?.(tables);

/** Each table's name as a word. A column or a text that is called so counts too: it costs no more than a page drawn anew. */
const TABLE_NAME = new RegExp(`\\b(?:${CONTENT_TABLES.join("|")})\\b`, "g");

/** Statements are declared, and those of the ORM differ by what lists are asked for: there are some hundred of them. */
const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, readonly string[]>();

/** @returns the tables of content that a statement names, or `ANY_TABLE` */
export function tablesIn(sql: string): readonly string[] {
  const known = remembered.get(sql);
  if (known) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const named = new Set(sql.match(TABLE_NAME));
  const tables = named.size > 0 ? [...named] : [ANY_TABLE];
  remembered.set(sql, tables);
  return tables;
}

type StatementSource = { on(event: "query", heard: (statement: { sql: string }) => void): unknown };

/** Has a pool tell of what is read on it. */
export function tellTablesOf(pool: StatementSource): void {
  pool.on("query", ({ sql }) => {
    const observer = observers.getStore();
    if (observer) observer(tablesIn(sql));
  });
}
