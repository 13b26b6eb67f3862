import { Migration } from "@mikro-orm/migrations";

const INDEXES = {
  changes_resource_created_at_id_index: "changes (resource, created_at, id)",
  ads_category_sort_index: "ads (category, id) include (status, created_at)",
  ads_position_sort_index: "ads (position, id) include (category, status, created_at)",
  banners_title_sort_index: "banners (title, id) include (created_at)",
  banners_url_trgm: "banners using gin (url gin_trgm_ops)",
} as const;

/** The newest changes of each screen, and the orders and searches of what is rarely many. */
export class Migration20261122130200_changes_and_ads extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES))
      this.addSql(`create index ${name} on ${definition}`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
  }
}
