import { Migration } from "@mikro-orm/migrations";

/** Lists of instruments leave out what was merged: their order's index knows it, so that no row is read only to be told. */
export class Migration20261124120000_instruments_by_age extends Migration {
  override up(): void {
    this.addSql(`create index instruments_by_age_index on instruments (created_at, id) include (kind)
      where merged_into is null`);
  }

  override down(): void {
    this.addSql("drop index instruments_by_age_index");
  }
}
