import { Migration } from "@mikro-orm/migrations";

/** A column that was matched by hand is matched so again, for whoever did it. */
export class Migration20261123061100_paste_columns extends Migration {
  override up(): void {
    this.addSql(`create table paste_columns (
      staff_id uuid not null constraint paste_columns_staff_id_foreign references staff
        on update cascade on delete cascade,
      resource text not null constraint paste_columns_resource_length
        check (char_length(resource) >= 1 and char_length(resource) <= 100),
      columns jsonb not null constraint paste_columns_columns_size check (octet_length(columns::text) <= 50000),
      primary key (staff_id, resource)
    )`);
  }

  override down(): void {
    this.addSql("drop table paste_columns");
  }
}
