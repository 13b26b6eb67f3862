import { Migration } from "@mikro-orm/migrations";

const TEXTS = {
  members: ["firstname", "lastname", "email"],
  daily_briefs: ["company_name", "ticker", "analysis", "author"],
  stock_picks: ["ticker", "name"],
  trade_alerts: ["ticker", "name", "analysis"],
  news: ["title", "content", "author"],
  videos: ["title", "caption"],
  quotes: ["name"],
  movers: ["name"],
  ads: ["name"],
  banners: ["title", "url"],
  mails: ["to_address", "subject"],
} as const;

const NAMES = Object.entries(TEXTS).flatMap(([table, columns]) =>
  columns.map((column) => `${table}_${column}_trgm`),
);

/**
 * What is new in an index of trigrams waits in a list that each search reads from its beginning: up to 4 MB of it, six
 * milliseconds for each index, which rarely written tables kept for months. A sixteenth of that is merged at once.
 */
export class Migration20261122160000_short_pending_lists extends Migration {
  override up(): void {
    for (const name of NAMES) {
      this.addSql(`alter index ${name} set (gin_pending_list_limit = 256)`);
      this.addSql(`select gin_clean_pending_list('${name}')`);
    }
  }

  override down(): void {
    for (const name of NAMES) this.addSql(`alter index ${name} reset (gin_pending_list_limit)`);
  }
}
