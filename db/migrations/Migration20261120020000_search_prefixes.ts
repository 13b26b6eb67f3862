import { Migration } from "@mikro-orm/migrations";

/** What the search looks up by its first letters. */
const PREFIXES: [table: string, column: string][] = [
  ["daily_briefs", "company_name"],
  ["daily_briefs", "ticker"],
  ["trade_alerts", "ticker"],
  ["trade_alerts", "name"],
  ["videos", "title"],
  ["news", "title"],
  ["stock_picks", "ticker"],
  ["stock_picks", "name"],
  ["quotes", "name"],
];

export class Migration20261120020000_search_prefixes extends Migration {
  override up(): void {
    for (const [table, column] of PREFIXES)
      this.addSql(`create index ${table}_${column}_prefix on ${table} (lower(${column}) text_pattern_ops)`);
  }

  override down(): void {
    for (const [table, column] of PREFIXES) this.addSql(`drop index ${table}_${column}_prefix`);
  }
}
