import { Migration } from "@mikro-orm/migrations";

const KIND = "in ('alerts', 'briefs', 'news', 'prices')";
const id = "id uuid not null default gen_random_uuid() primary key";
const createdAt = "created_at timestamptz(3) not null default now()";
const owner = (table: string, column: string, others: string) => `${column}_id uuid not null
    constraint ${table}_${column}_id_foreign references ${others} on update cascade on delete cascade`;

const length = (table: string, column: string, most: number) =>
  `constraint ${table}_${column}_length check (char_length(${column}) >= 1 and char_length(${column}) <= ${most})`;

/** Members get notifications on their devices. */
export class Push extends Migration {
  override up(): void {
    this.addSql(`
create table push_sender (
  one int not null primary key constraint push_sender_one check (one = 1),
  public_key text,
  private_key text,
  lease uuid,
  lease_until timestamptz(3),
  constraint push_sender_pair check ((public_key is null) = (private_key is null))
)`);
    this.addSql("insert into push_sender (one) values (1)");
    this.addSql(`
create table push_devices (
  ${id},
  ${createdAt},
  ${owner("push_devices", "member", "members")},
  session_id uuid
    constraint push_devices_session_id_foreign references sessions on update cascade on delete cascade,
  name text not null ${length("push_devices", "name", 100)},
  endpoint text not null ${length("push_devices", "endpoint", 1000)},
  p256dh text not null ${length("push_devices", "p256dh", 100)},
  auth text not null ${length("push_devices", "auth", 40)},
  last_success_at timestamptz(3),
  failures int not null default 0,
  constraint push_devices_session_id_unique unique (session_id),
  constraint push_devices_endpoint_unique unique (endpoint)
)`);
    this.addSql("create index push_devices_member_id_index on push_devices (member_id)");
    // Before the session's row is deleted, so that the foreign key finds nothing.
    this.addSql(`
create function keep_devices_of_expired_session() returns trigger language plpgsql as $$
begin
  update push_devices set session_id = null where session_id = old.id;
  return old;
end $$`);
    this.addSql(`
create trigger sessions_expired before delete on sessions for each row
  when (old.expires_at < now()) execute function keep_devices_of_expired_session()`);
    this.addSql(`
create table muted_pushes (
  ${owner("muted_pushes", "member", "members")},
  kind text not null constraint muted_pushes_kind_check check (kind ${KIND}),
  primary key (member_id, kind)
)`);
    this.addSql(`
create table push_messages (
  ${id},
  ${createdAt},
  edition_id uuid
    constraint push_messages_edition_id_foreign references editions on update cascade on delete cascade,
  member_id uuid
    constraint push_messages_member_id_foreign references members on update cascade on delete cascade,
  due_at timestamptz(3) not null default now(),
  sent_to uuid,
  walked_at timestamptz(3),
  ended_at timestamptz(3),
  sent int not null default 0,
  removed int not null default 0,
  failed int not null default 0,
  reason text ${length("push_messages", "reason", 300)},
  constraint push_messages_edition_id_unique unique (edition_id),
  constraint push_messages_receiver check ((edition_id is null) <> (member_id is null))
)`);
    this.addSql("create index push_messages_member_id_index on push_messages (member_id)");
    this.addSql("create index push_messages_created_at_index on push_messages (created_at)");
    this.addSql(
      "create index push_messages_waiting_index on push_messages (created_at, id) where ended_at is null",
    );
    this.addSql(`
create table push_retries (
  ${owner("push_retries", "message", "push_messages")},
  ${owner("push_retries", "device", "push_devices")},
  attempts int not null,
  due_at timestamptz(3) not null,
  primary key (message_id, device_id)
)`);
    this.addSql("create index push_retries_device_id_index on push_retries (device_id)");
  }

  override down(): void {
    this.addSql("drop trigger sessions_expired on sessions");
    this.addSql("drop function keep_devices_of_expired_session");
    for (const table of ["push_retries", "push_messages", "muted_pushes", "push_devices", "push_sender"])
      this.addSql(`drop table ${table}`);
  }
}
