import { Migration } from "@mikro-orm/migrations";

/**
 * Withdrawn calls are listed without the settled ones, of which there are many more; and records that are called anew are found, to
 * count what of the record is not public because of them.
 */
export class Migration20261123050110_withdrawn_calls extends Migration {
  override up(): void {
    this.addSql(
      "create index calls_withdrawn_index on calls (ended_on, id) where state = 'withdrawn' and kind <> 'brief' and not mistake",
    );
    this.addSql(
      "create index calls_anew_index on calls (kind, record_id) where state = 'open' and number > 1 and kind <> 'brief'",
    );
  }

  override down(): void {
    this.addSql("drop index calls_anew_index");
    this.addSql("drop index calls_withdrawn_index");
  }
}
