import { Migration } from "@mikro-orm/migrations";

/** Quotes have one. */
const TABLES = [
  ...[
    "news",
    "daily_briefs",
    "videos",
    "movers",
    "stock_picks",
    "trade_alerts",
    "ads",
    "banners",
    "packages",
  ],
  ...["coupons", "members", "payments"],
];

/** Lists are read from the time of their last changes on. */
export class UpdatedAtIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of TABLES) {
      const index = `${table}_updated_at_id_index`;
      // An attempt that was interrupted leaves an index that is not valid.
      this.addSql(`drop index concurrently if exists ${index}`);
      this.addSql(`create index concurrently ${index} on ${table} (updated_at, id)`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`drop index ${table}_updated_at_id_index`);
  }
}
