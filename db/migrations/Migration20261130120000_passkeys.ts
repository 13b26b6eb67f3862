import { Migration } from "@mikro-orm/migrations";

/** Members and staff sign in with passkeys. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(`
create table passkeys (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  member_id uuid constraint passkeys_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint passkeys_staff_id_foreign references staff on update cascade on delete cascade,
  name text not null constraint passkeys_name_length check (char_length(name) between 1 and 60),
  credential_id text not null constraint passkeys_credential_id_unique unique
    constraint passkeys_credential_id_length check (char_length(credential_id) between 1 and 1400),
  public_key text not null constraint passkeys_public_key_length check (char_length(public_key) between 1 and 4000),
  counter double precision not null default 0,
  challenged_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint passkeys_owner check (num_nonnulls(member_id, staff_id) = 1)
)`);
    this.addSql("create index passkeys_member_id_index on passkeys (member_id)");
    this.addSql("create index passkeys_staff_id_index on passkeys (staff_id)");
  }

  override down(): void {
    this.addSql("drop table passkeys");
  }
}
