import { Migration } from "@mikro-orm/migrations";

/** The calls that end next are found without reading the open ones. */
export class Migration20261122172510_calls_by_last_day extends Migration {
  override up(): void {
    this.addSql(
      "create index calls_last_day_index on calls (last_day, id) where state = 'open' and kind <> 'brief' and last_day is not null",
    );
  }

  override down(): void {
    this.addSql("drop index calls_last_day_index");
  }
}
