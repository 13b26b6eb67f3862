import { ID_AND_CREATED, type Subject } from "./parts";

/** Imports of members from a file. */
export const MEMBER_IMPORTS: Subject = {
  functions: {},
  tables: {
    member_imports: `
create table member_imports (
  ${ID_AND_CREATED},
  staff_id uuid constraint member_imports_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint member_imports_staff_name_length check (char_length(staff_name) between 1 and 200),
  file_name text not null constraint member_imports_file_name_length check (char_length(file_name) between 1 and 200),
  format text not null default 'other' check (format in ('openbell', 'ghost', 'substack', 'other')),
  state text not null default 'receiving'
    check (state in ('receiving', 'matching', 'reading', 'comparing', 'compared', 'writing', 'done', 'cancelled',
      'mailing', 'undoing', 'undone')),
  names jsonb not null default '[]' constraint member_imports_names_size check (octet_length(names::text) <= 50000),
  targets jsonb not null default '[]',
  decisions jsonb not null constraint member_imports_decisions_size check (octet_length(decisions::text) <= 50000),
  findings jsonb not null constraint member_imports_findings_size check (octet_length(findings::text) <= 50000),
  rows int not null default 0,
  position int not null default 0,
  added int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  undecided int not null default 0,
  lease uuid,
  lease_until timestamptz(3),
  ended_at timestamptz(3),
  touched_at timestamptz(3) not null default now(),
  undone int not null default 0
);
create index member_imports_created_at_id_index on member_imports (created_at, id);
create index member_imports_staff_id_index on member_imports (staff_id);
create index member_imports_state_touched_at_index on member_imports (state, touched_at);
`,
    member_import_rows: `
create table member_import_rows (
  member_import_id uuid not null
    constraint member_import_rows_member_import_id_foreign references member_imports on update cascade on delete cascade,
  line int not null,
  cells jsonb not null,
  email text constraint member_import_rows_email_length check (char_length(email) between 1 and 254),
  outcome text check (outcome in ('added', 'changed', 'same', 'refused', 'undecided')),
  reason text constraint member_import_rows_reason_length check (char_length(reason) between 1 and 500),
  primary key (member_import_id, line)
);
create index member_import_rows_member_import_id_email_line_index on member_import_rows (member_import_id, email, line);
create index member_import_rows_member_import_id_outcome_line_index on member_import_rows (member_import_id, outcome, line);
`,
    imported_members: `
create table imported_members (
  member_import_id uuid not null
    constraint imported_members_member_import_id_foreign references member_imports on update cascade on delete cascade,
  line int not null,
  member_id uuid not null
    constraint imported_members_member_id_foreign references members on update cascade on delete cascade,
  member_version int not null,
  before jsonb constraint imported_members_before_size check (octet_length(before::text) <= 2000),
  note_ids jsonb not null default '[]'
    constraint imported_members_note_ids_size check (octet_length(note_ids::text) <= 20000),
  mailed_at timestamptz(3),
  primary key (member_import_id, line)
);
create index imported_members_member_id_index on imported_members (member_id);
`,
  },
};
