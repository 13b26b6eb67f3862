import { authorSlug, EDITED_COLUMNS, ID_AND_CREATED, type Subject, updatedAtTrigger } from "./parts";

/** Staff, their second factor and their invitations. */
export const STAFF: Subject = {
  functions: {},
  tables: {
    /** Author pages show what staff say of themselves, so these columns notify servers. */
    staff: `
create table staff (
  ${EDITED_COLUMNS},
  fullname text not null constraint staff_fullname_length check (char_length(fullname) between 1 and 100),
  email citext not null constraint staff_email_unique unique
    constraint staff_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    constraint staff_password_hash_length check (char_length(password_hash) between 20 and 300),
  role text not null check (role in ('superadmin', 'admin', 'editor')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  bio text constraint staff_bio_length check (char_length(bio) between 1 and 500),
  portrait_id uuid constraint staff_portrait_id_foreign references images on update cascade on delete set null,
  two_step_since timestamptz(3)
);
create index staff_author_slug_index on staff (${authorSlug("fullname")}, created_at, id)
  where bio is not null or portrait_id is not null;
create index staff_created_at_id_index on staff (created_at, id);
create index staff_portrait_id_index on staff (portrait_id);
create trigger staff_content_change after insert or delete or truncate or update of fullname, bio, portrait_id, status on staff
  for each statement execute function notify_content_change();
${updatedAtTrigger("staff")}
`,
    two_step_secrets: `
create table two_step_secrets (
  ${ID_AND_CREATED},
  staff_id uuid not null
    constraint two_step_secrets_staff_id_foreign references staff on update cascade on delete cascade
    constraint two_step_secrets_staff_id_unique unique,
  sealed text not null constraint two_step_secrets_sealed_length check (char_length(sealed) between 40 and 500),
  last_step int constraint two_step_secrets_last_step_range check (last_step >= 0)
);
`,
    recovery_codes: `
create table recovery_codes (
  ${ID_AND_CREATED},
  staff_id uuid not null constraint recovery_codes_staff_id_foreign references staff on update cascade on delete cascade,
  code_hash text not null constraint recovery_codes_code_hash_format check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz(3),
  constraint recovery_codes_staff_id_code_hash_unique unique (staff_id, code_hash)
);
`,
    pending_sign_ins: `
create table pending_sign_ins (
  ${ID_AND_CREATED},
  token_hash text not null constraint pending_sign_ins_token_hash_unique unique
    constraint pending_sign_ins_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  staff_id uuid not null
    constraint pending_sign_ins_staff_id_foreign references staff on update cascade on delete cascade,
  password_mark text not null constraint pending_sign_ins_password_mark_format check (password_mark ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_expires_at_index on pending_sign_ins (expires_at);
create index pending_sign_ins_staff_id_index on pending_sign_ins (staff_id);
`,
    staff_invitations: `
create table staff_invitations (
  ${ID_AND_CREATED},
  fullname text not null constraint staff_invitations_fullname_length check (char_length(fullname) between 1 and 100),
  email citext not null constraint staff_invitations_email_length check (char_length(email) between 3 and 254),
  role text not null check (role in ('admin', 'editor')),
  token_hash text not null constraint staff_invitations_token_hash_unique unique
    constraint staff_invitations_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by_id uuid
    constraint staff_invitations_invited_by_id_foreign references staff on update cascade on delete set null,
  invited_by_name text not null
    constraint staff_invitations_invited_by_name_length check (char_length(invited_by_name) between 1 and 100),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  voided_at timestamptz(3)
);
create index staff_invitations_created_at_id_index on staff_invitations (created_at, id);
create index staff_invitations_expires_at_index on staff_invitations (expires_at);
create index staff_invitations_invited_by_id_index on staff_invitations (invited_by_id);
create unique index staff_invitations_open_unique on staff_invitations (email) where used_at is null and voided_at is null;
`,
    member_notes: `
create table member_notes (
  ${ID_AND_CREATED},
  member_id uuid not null
    constraint member_notes_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint member_notes_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint member_notes_staff_name_length check (char_length(staff_name) between 1 and 200),
  text text not null constraint member_notes_text_length check (char_length(text) between 1 and 2000)
);
create index member_notes_member_id_created_at_id_index on member_notes (member_id, created_at, id);
create index member_notes_staff_id_index on member_notes (staff_id);
`,
  },
};
