import { Migration } from "@mikro-orm/migrations";

const INDEXES = {
  quotes_last_id_index: "last, id",
  quotes_change_percent_id_index: "change_percent, id",
  quotes_volume_id_index: "volume, id",
  quotes_updated_at_id_index: "updated_at, id",
  quotes_lower_name_id_index: "lower(name), id",
  quotes_change_percent_falling_index: "change_percent desc nulls last, id desc",
};

/** An index for each order that readers sort the markets table by. */
export class Migration20261120010000_quote_orders extends Migration {
  override up(): void {
    for (const [name, order] of Object.entries(INDEXES)) {
      this.addSql(`create index ${name} on quotes (${order})`);
    }
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
  }
}
