import { Migration } from "@mikro-orm/migrations";

/** A column that was matched by hand is matched so again, for whoever did it. */
export class Migration20261123061100_paste_columns extends Migration {
  override up(): void {
    this.addSql(`create table paste_columns (
      staff_id uuid not null references staff (id) on delete cascade,
      resource text not null,
      columns jsonb not null,
      primary key (staff_id, resource))`);
    this.addSql(`alter table paste_columns add constraint paste_columns_resource_length
      check (char_length(resource) >= 1 and char_length(resource) <= 100)`);
    this.addSql(`alter table paste_columns add constraint paste_columns_columns_size
      check (octet_length(columns::text) <= 50000)`);
  }

  override down(): void {
    this.addSql("drop table paste_columns");
  }
}
