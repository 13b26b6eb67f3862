import { Migration } from "@mikro-orm/migrations";

const TABLES = ["ads", "banners"] as const;

/** Ads and banners are taken back at a minute. */
export class Migration20261125040000_ends_of_ads extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column unpublish_at timestamptz(3) null`);
      this.addSql(
        `create index ${table}_unpublish_at_index on ${table} (unpublish_at) where unpublish_at is not null`,
      );
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} drop column unpublish_at`);
  }
}
