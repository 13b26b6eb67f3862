import { Migration } from "@mikro-orm/migrations";

const STATES = ["receiving", "matching", "reading", "comparing", "compared", "writing", "done", "cancelled"];
const LATER = ["mailing", "undoing", "undone"];

const check = (states: readonly string[]) =>
  `alter table member_imports add constraint member_imports_state_check check (state in (${states.map((state) => `'${state}'`).join(", ")}))`;

/** Whom an import added or changed, so that it can be followed, its mails sent later, and undone. */
export class Migration20261128164000_imported_members extends Migration {
  override up(): void {
    this.addSql("alter table member_imports drop constraint member_imports_state_check");
    this.addSql(check([...STATES, ...LATER]));
    this.addSql("alter table member_imports add column undone int not null default 0");
    this.addSql(`create table imported_members (
      member_import_id uuid not null constraint imported_members_member_import_id_foreign references member_imports
        on update cascade on delete cascade,
      line int not null,
      member_id uuid not null constraint imported_members_member_id_foreign references members
        on update cascade on delete cascade,
      member_version int not null,
      before jsonb null,
      note_ids jsonb not null default '[]',
      mailed_at timestamptz(3) null,
      constraint imported_members_pkey primary key (member_import_id, line),
      constraint imported_members_before_size check (octet_length(before::text) <= 2000),
      constraint imported_members_note_ids_size check (octet_length(note_ids::text) <= 20000)
    )`);
    this.addSql("create index imported_members_member_id_index on imported_members (member_id)");
  }

  override down(): void {
    this.addSql("drop table imported_members");
    this.addSql("update member_imports set state = 'done' where state in ('mailing', 'undoing', 'undone')");
    this.addSql("alter table member_imports drop column undone");
    this.addSql("alter table member_imports drop constraint member_imports_state_check");
    this.addSql(check(STATES));
  }
}
