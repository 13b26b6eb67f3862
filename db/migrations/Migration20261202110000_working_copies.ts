import { Migration } from "@mikro-orm/migrations";

/** A published record can be changed as a draft next to it. */
export class WorkingCopies extends Migration {
  override up(): void {
    this.addSql(`
create table working_copies (
  kind text not null
    constraint working_copies_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 50),
  record_id uuid not null,
  title text not null
    constraint working_copies_title_length check (char_length(title) <= 300),
  typed jsonb not null
    constraint working_copies_typed_size check (octet_length(typed::text) <= 4000000),
  opened jsonb not null
    constraint working_copies_opened_size check (octet_length(opened::text) <= 4000000),
  record_version int not null
    constraint working_copies_record_version_range check (record_version >= 1),
  version int not null default 1
    constraint working_copies_version_range check (version >= 1),
  publish_at timestamptz(3),
  planner_id uuid
    constraint working_copies_planner_id_foreign references staff (id) on update cascade on delete set null,
  problem text
    constraint working_copies_problem_length check (char_length(problem) >= 1 and char_length(problem) <= 500),
  staff_id uuid
    constraint working_copies_staff_id_foreign references staff (id) on update cascade on delete set null,
  staff_name text not null
    constraint working_copies_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200),
  writer_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  saved_at timestamptz(3) not null default now(),
  primary key (kind, record_id)
)`);
    this.addSql("create index working_copies_publish_at_index on working_copies (publish_at)");
    this.addSql("create index working_copies_planner_id_index on working_copies (planner_id)");
    this.addSql("create index working_copies_staff_id_index on working_copies (staff_id)");
    this.addSql("create index working_copies_saved_at_index on working_copies (saved_at)");
  }

  override down(): void {
    this.addSql("drop table working_copies");
  }
}
