import { Migration } from "@mikro-orm/migrations";

const STAFF = "references staff on update cascade on delete cascade";
const HASH = "~ '^[0-9a-f]{64}$'";
const BASE = `
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now()`;

/**
 * A second step at the sign-in of staff, invitations by mail, devices somebody is known by, and when a session's password
 * was given last. Sessions that are open already are asked for it once.
 */
export class Migration20261124070000_staff_safety extends Migration {
  override up(): void {
    this.twoStep();
    this.confirmedPasswords();
    this.invitations();
    this.devices();
  }

  private twoStep(): void {
    this.addSql("alter table staff add column two_step_since timestamptz(3)");
    this.addSql(`create table two_step_secrets (${BASE},
      staff_id uuid not null constraint two_step_secrets_staff_id_foreign ${STAFF}
        constraint two_step_secrets_staff_id_unique unique,
      sealed text not null,
      last_step int,
      constraint two_step_secrets_sealed_length check (char_length(sealed) >= 40 and char_length(sealed) <= 500),
      constraint two_step_secrets_last_step_range check (last_step >= 0))`);
    this.addSql(`create table recovery_codes (${BASE},
      staff_id uuid not null constraint recovery_codes_staff_id_foreign ${STAFF},
      code_hash text not null,
      used_at timestamptz(3),
      constraint recovery_codes_staff_id_code_hash_unique unique (staff_id, code_hash),
      constraint recovery_codes_code_hash_format check (code_hash ${HASH}))`);
    this.addSql(`create table pending_sign_ins (${BASE},
      token_hash text not null constraint pending_sign_ins_token_hash_unique unique,
      staff_id uuid not null constraint pending_sign_ins_staff_id_foreign ${STAFF},
      password_mark text not null,
      expires_at timestamptz(3) not null,
      constraint pending_sign_ins_token_hash_format check (token_hash ${HASH}),
      constraint pending_sign_ins_password_mark_format check (password_mark ${HASH}))`);
    this.addSql("create index pending_sign_ins_staff_id_index on pending_sign_ins (staff_id)");
    this.addSql("create index pending_sign_ins_expires_at_index on pending_sign_ins (expires_at)");
  }

  private confirmedPasswords(): void {
    this.addSql("alter table sessions add column password_confirmed_at timestamptz(3)");
    this.addSql("alter table sessions alter column password_confirmed_at set default now()");
    this.addSql(`create table held_submissions (${BASE},
      session_id uuid not null constraint held_submissions_session_id_foreign
        references sessions on update cascade on delete cascade,
      path text not null,
      content_type text not null,
      sealed text not null,
      expires_at timestamptz(3) not null,
      constraint held_submissions_path_length check (char_length(path) >= 1 and char_length(path) <= 2000),
      constraint held_submissions_content_type_length
        check (char_length(content_type) >= 1 and char_length(content_type) <= 200))`);
    this.addSql(
      "create index held_submissions_session_id_created_at_index on held_submissions (session_id, created_at)",
    );
    this.addSql("create index held_submissions_expires_at_index on held_submissions (expires_at)");
  }

  private invitations(): void {
    this.addSql(`create table staff_invitations (${BASE},
      fullname text not null,
      email citext not null,
      role text not null check (role in ('admin', 'editor')),
      token_hash text not null constraint staff_invitations_token_hash_unique unique,
      invited_by_id uuid constraint staff_invitations_invited_by_id_foreign
        references staff on update cascade on delete set null,
      invited_by_name text not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      voided_at timestamptz(3),
      constraint staff_invitations_fullname_length check (char_length(fullname) >= 1 and char_length(fullname) <= 100),
      constraint staff_invitations_email_length check (char_length(email) >= 3 and char_length(email) <= 254),
      constraint staff_invitations_invited_by_name_length
        check (char_length(invited_by_name) >= 1 and char_length(invited_by_name) <= 100),
      constraint staff_invitations_token_hash_format check (token_hash ${HASH}))`);
    this.addSql("create index staff_invitations_invited_by_id_index on staff_invitations (invited_by_id)");
    this.addSql("create index staff_invitations_expires_at_index on staff_invitations (expires_at)");
    this.addSql("create index staff_invitations_created_at_id_index on staff_invitations (created_at, id)");
    this.addSql(`create unique index staff_invitations_open_unique on staff_invitations (email)
      where used_at is null and voided_at is null`);
    this.addSql(`alter table mails add column staff_invitation_id uuid
      constraint mails_staff_invitation_id_foreign references staff_invitations on update cascade on delete set null`);
    this.addSql("create index mails_staff_invitation_id_index on mails (staff_invitation_id)");
  }

  private devices(): void {
    this.addSql(`create table known_devices (${BASE},
      member_id uuid constraint known_devices_member_id_foreign
        references members on update cascade on delete cascade,
      staff_id uuid constraint known_devices_staff_id_foreign ${STAFF},
      device_hash text not null,
      last_seen_at timestamptz(3) not null default now(),
      constraint known_devices_member_id_device_hash_unique unique (member_id, device_hash),
      constraint known_devices_staff_id_device_hash_unique unique (staff_id, device_hash),
      constraint known_devices_device_hash_format check (device_hash ${HASH}),
      constraint known_devices_owner check (num_nonnulls(member_id, staff_id) = 1))`);
    this.addSql("create index known_devices_last_seen_at_index on known_devices (last_seen_at)");
  }

  override down(): void {
    this.addSql("drop table known_devices");
    this.addSql("alter table mails drop column staff_invitation_id");
    this.addSql("drop table staff_invitations");
    this.addSql("drop table held_submissions");
    this.addSql("alter table sessions drop column password_confirmed_at");
    this.addSql("drop table pending_sign_ins");
    this.addSql("drop table recovery_codes");
    this.addSql("drop table two_step_secrets");
    this.addSql("alter table staff drop column two_step_since");
  }
}
