import { Migration } from "@mikro-orm/migrations";

/**
 * Days held and the index begin with a call's entry, which may be later than the call: what was computed by the day it was made is
 * computed anew, in parts, by who reads the record next.
 */
export class Migration20261123050100_measured_from_entry extends Migration {
  override up(): void {
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }

  override down(): void {
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }
}
