import { Migration } from "@mikro-orm/migrations";

const INDEXES = {
  ads_category_created_at_id_index: "ads (category, created_at, id)",
  videos_is_free_created_at_id_index: "videos (is_free, created_at, id)",
} as const;

/** Lists that are narrowed are counted by an index that has nothing else. */
export class Migration20261122160250_counted_lists extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES))
      this.addSql(`create index ${name} on ${definition}`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
  }
}
