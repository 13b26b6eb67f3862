import { Migration } from "@mikro-orm/migrations";

/** The published ads of a place are found from any id on, in the order of their ids. */
export class Migration20261122140100_ad_places extends Migration {
  override up(): void {
    this.addSql("create index ads_category_status_position_id_index on ads (category, status, position, id)");
    this.addSql("drop index ads_category_status_position_index");
  }

  override down(): void {
    this.addSql("create index ads_category_status_position_index on ads (category, status, position)");
    this.addSql("drop index ads_category_status_position_id_index");
  }
}
