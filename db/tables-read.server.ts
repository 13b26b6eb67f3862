import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The tables whose changes the database reports on the channel `content` (the triggers are in db/baseline). A
 * cached page lasts until a table that it read changes.
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

/** For a statement that names no content table: it may read any. */
export const ANY_TABLE = "any table";

/** Called with the tables before the statement is sent: its result may lack later changes. */
export type TableObserver = (tables: readonly string[]) => void;

const observers = new AsyncLocalStorage<TableObserver>();

/**
 * Reports the tables that are read during `run`, by any code. It observes the statements that are sent, so no
 * query can be forgotten. A nested observer alone gets its own tables.
 */
export const observeTables = <Result>(observer: TableObserver, run: () => Result): Result =>
  observers.run(observer, run);

/** Reports tables that were read earlier to the current observer. */
export const noteTables = (tables: readonly string[]): void => observers.getStore()?.(tables);

/**
 * Each table's name as a word. A column or text of that name counts too, which costs only one more rendering.
 */
const TABLE_NAME = new RegExp(`\\b(?:${CONTENT_TABLES.join("|")})\\b`, "g");

/**
 * Statements are declared, and those of the ORM vary with the lists' filters. There are some hundred of them.
 */
const MAX_REMEMBERED = 2_000;
const cache = new Map<string, readonly string[]>();

/** @returns the content tables that a statement names, or `ANY_TABLE` */
export function tablesIn(sql: string): readonly string[] {
  const known = cache.get(sql);
  if (known) return known;
  if (cache.size >= MAX_REMEMBERED) cache.clear();
  const named = new Set(sql.match(TABLE_NAME));
  const tables = named.size > 0 ? [...named] : [ANY_TABLE];
  cache.set(sql, tables);
  return tables;
}

type StatementSource = { on(event: "query", heard: (statement: { sql: string }) => void): unknown };

/** Reports the tables that a pool's statements read. */
export function tellTablesOf(pool: StatementSource): void {
  pool.on("query", ({ sql }) => {
    const observer = observers.getStore();
    if (observer) observer(tablesIn(sql));
  });
}
