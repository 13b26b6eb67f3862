import { Migration } from "@mikro-orm/migrations";

const MEMBER = (
  table: string,
) => `member_id uuid not null constraint ${table}_member_id_foreign references members
        on update cascade on delete cascade`;
const length = (table: string, column: string, least: number, most: number) =>
  `constraint ${table}_${column}_length check (char_length(${column}) >= ${least} and char_length(${column}) <= ${most})`;

/** What staff note about a member, the addresses a member had before, and sessions in which staff see the site as a member does. */
export class Migration20261124090000_member_desk extends Migration {
  override up(): void {
    this.addSql(`create table member_notes (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      ${MEMBER("member_notes")},
      staff_id uuid null constraint member_notes_staff_id_foreign references staff
        on update cascade on delete set null,
      staff_name text not null ${length("member_notes", "staff_name", 1, 200)},
      text text not null ${length("member_notes", "text", 1, 2000)}
    )`);
    this.addSql("create index member_notes_staff_id_index on member_notes (staff_id)");
    this.addSql(
      "create index member_notes_member_id_created_at_id_index on member_notes (member_id, created_at, id)",
    );
    this.addSql(`create table former_addresses (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      ${MEMBER("former_addresses")},
      email citext not null ${length("former_addresses", "email", 3, 254)}
    )`);
    this.addSql(
      "create index former_addresses_member_id_created_at_index on former_addresses (member_id, created_at)",
    );
    this.addSql(`alter table sessions
      add column seen_by_id uuid null,
      add constraint sessions_seen_by_id_foreign
        foreign key (seen_by_id) references staff on update cascade on delete cascade,
      add constraint sessions_seen_by_staff
        check (seen_by_id is null or (kind = 'member' and via = 'cookie'))`);
    this.addSql("create index sessions_seen_by_id_index on sessions (seen_by_id)");
  }

  override down(): void {
    this.addSql("delete from sessions where seen_by_id is not null");
    this.addSql("alter table sessions drop column seen_by_id");
    for (const table of ["former_addresses", "member_notes"]) this.addSql(`drop table ${table}`);
  }
}
