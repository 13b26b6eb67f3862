import { Migration } from "@mikro-orm/migrations";

/** Published picks, and open calls that are over, are counted in indexes alone: each count had looked at ten thousand rows. */
export class Migration20261128170000_counts_by_index extends Migration {
  override up(): void {
    this.addSql("drop index stock_picks_created_at_id_index");
    this.addSql(
      "create index stock_picks_created_at_id_index on stock_picks (created_at, id) include (status)",
    );
    this.addSql("drop index stock_picks_category_created_at_id_index");
    this.addSql(
      "create index stock_picks_category_created_at_id_index on stock_picks (category, created_at, id) include (status)",
    );
    this.addSql("drop index calls_state_made_at_id_index");
    this.addSql("create index calls_state_made_at_id_index on calls (state, made_at, id) include (last_day)");
    this.addSql(
      "create index calls_kind_last_day_index on calls (kind, last_day, id) where state = 'open' and last_day is not null",
    );
  }

  override down(): void {
    this.addSql("drop index calls_kind_last_day_index");
    this.addSql("drop index calls_state_made_at_id_index");
    this.addSql("create index calls_state_made_at_id_index on calls (state, made_at, id)");
    this.addSql("drop index stock_picks_category_created_at_id_index");
    this.addSql(
      "create index stock_picks_category_created_at_id_index on stock_picks (category, created_at, id)",
    );
    this.addSql("drop index stock_picks_created_at_id_index");
    this.addSql("create index stock_picks_created_at_id_index on stock_picks (created_at, id)");
  }
}
