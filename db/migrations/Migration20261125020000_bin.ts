import { Migration } from "@mikro-orm/migrations";

/** Deleted records stay for a while, with their pictures; whoever takes one out of the bin for good takes its picture too. */
export class Migration20261125020000_bin extends Migration {
  override up(): void {
    this.addSql(`create table binned_records (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version int not null default 1,
      kind text not null,
      record_id uuid not null constraint binned_records_record_id_unique unique,
      title text not null,
      held jsonb not null,
      image_id uuid null constraint binned_records_image_id_foreign references images
        on update cascade on delete no action,
      staff_id uuid null constraint binned_records_staff_id_foreign references staff
        on update cascade on delete set null,
      staff_name text not null,
      constraint binned_records_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 50),
      constraint binned_records_title_length check (char_length(title) <= 300),
      constraint binned_records_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200)
    )`);
    for (const column of ["image_id", "staff_id"])
      this.addSql(`create index binned_records_${column}_index on binned_records (${column})`);
    this.addSql(
      "create index binned_records_created_at_id_index on binned_records (created_at, id) include (kind)",
    );
    this.addSql(
      "create index binned_records_kind_created_at_id_index on binned_records (kind, created_at, id)",
    );
    this.addSql(`create index binned_records_title_trgm on binned_records using gin (title gin_trgm_ops)
      with (gin_pending_list_limit = 256)`);
    this.addSql(
      "create index binned_records_title_sort_index on binned_records (title, id) include (kind, created_at)",
    );
    this.addSql(`create trigger binned_records_updated_at before update on binned_records
      for each row execute function set_updated_at()`);
    this.addSql(`create function let_go_of_binned_pictures() returns trigger language plpgsql as $$
      begin
        delete from images using gone where images.id = gone.image_id;
        return null;
      end $$`);
    this.addSql(`create trigger binned_records_gone after delete on binned_records
      referencing old table as gone for each statement execute function let_go_of_binned_pictures()`);
  }

  override down(): void {
    this.addSql("drop table binned_records");
    this.addSql("drop function let_go_of_binned_pictures()");
  }
}
