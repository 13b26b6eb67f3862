import { Migration } from "@mikro-orm/migrations";

const TABLE = "member_imports";

/** Files of members that are brought in, and their rows. */
export class Migration20261126100100_member_imports extends Migration {
  override up(): void {
    this.addSql(`create table ${TABLE} (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      staff_id uuid null constraint ${TABLE}_staff_id_foreign references staff on update cascade on delete set null,
      staff_name text not null,
      file_name text not null,
      format text not null default 'other' check (format in ('openbell', 'ghost', 'substack', 'other')),
      state text not null default 'receiving' check (state in ('receiving', 'matching', 'reading', 'comparing', 'compared', 'writing', 'done', 'cancelled')),
      names jsonb not null default '[]',
      targets jsonb not null default '[]',
      decisions jsonb not null,
      findings jsonb not null,
      rows int not null default 0,
      position int not null default 0,
      added int not null default 0,
      changed int not null default 0,
      unchanged int not null default 0,
      refused int not null default 0,
      undecided int not null default 0,
      lease uuid null,
      lease_until timestamptz(3) null,
      ended_at timestamptz(3) null,
      touched_at timestamptz(3) not null default now(),
      constraint ${TABLE}_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200),
      constraint ${TABLE}_file_name_length check (char_length(file_name) >= 1 and char_length(file_name) <= 200),
      constraint ${TABLE}_names_size check (octet_length(names::text) <= 50000),
      constraint ${TABLE}_decisions_size check (octet_length(decisions::text) <= 50000),
      constraint ${TABLE}_findings_size check (octet_length(findings::text) <= 50000)
    )`);
    this.addSql(`create index ${TABLE}_staff_id_index on ${TABLE} (staff_id)`);
    this.addSql(`create index ${TABLE}_created_at_id_index on ${TABLE} (created_at, id)`);
    this.addSql(`create index ${TABLE}_state_touched_at_index on ${TABLE} (state, touched_at)`);
    this.addSql(`create table member_import_rows (
      member_import_id uuid not null constraint member_import_rows_member_import_id_foreign references ${TABLE}
        on update cascade on delete cascade,
      line int not null,
      cells jsonb not null,
      email text null,
      outcome text null check (outcome in ('added', 'changed', 'same', 'refused', 'undecided')),
      reason text null,
      constraint member_import_rows_pkey primary key (member_import_id, line),
      constraint member_import_rows_email_length check (char_length(email) >= 1 and char_length(email) <= 254),
      constraint member_import_rows_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 500)
    )`);
    this.addSql(
      "create index member_import_rows_member_import_id_email_line_index on member_import_rows (member_import_id, email, line)",
    );
    this.addSql(
      "create index member_import_rows_member_import_id_outcome_line_index on member_import_rows (member_import_id, outcome, line)",
    );
  }

  override down(): void {
    this.addSql("drop table member_import_rows");
    this.addSql(`drop table ${TABLE}`);
  }
}
