import { countTriggers, EDITED_COLUMNS, ID_AND_CREATED, SHORT_LIST, type Subject } from "./parts";

/** Members and how they sign up. */
export const MEMBERS: Subject = {
  functions: {},
  tables: {
    /** A reminder is no edit, so it leaves `updated_at` as it is. */
    members: `
create table members (
  ${EDITED_COLUMNS},
  serial_number int not null generated always as identity constraint members_serial_number_unique unique,
  firstname text not null constraint members_firstname_length check (char_length(firstname) between 1 and 100),
  lastname text not null constraint members_lastname_length check (char_length(lastname) between 1 and 100),
  email citext not null constraint members_email_unique unique
    constraint members_email_length check (char_length(email) between 3 and 254),
  password_hash text constraint members_password_hash_length check (char_length(password_hash) between 20 and 300),
  subscription text not null default 'Basic' check (subscription in ('Basic', 'Premium', 'Private')),
  subscription_expires_at timestamptz(3),
  status text not null default 'pending' check (status in ('active', 'inactive', 'pending')),
  registered_by_admin boolean not null default false,
  profile_image_id uuid
    constraint members_profile_image_id_foreign references images on update cascade on delete set null,
  referral_code text not null constraint members_referral_code_unique unique
    constraint members_referral_code_length check (char_length(referral_code) between 4 and 32),
  email_verified_at timestamptz(3),
  deletion_requested_at timestamptz(3),
  reminded_end timestamptz(3),
  reminded_days smallint,
  remind_by_mail boolean not null default true
);
create index members_created_at_id_index on members (created_at, id);
create index members_deletion_requested_at_index on members (deletion_requested_at);
create index members_email_trgm on members using gin ((email::text) gin_trgm_ops) ${SHORT_LIST};
create index members_ending_index on members (subscription_expires_at) where subscription <> 'Basic';
create index members_firstname_folded on members using gin (search_fold(firstname) gin_trgm_ops) ${SHORT_LIST};
create index members_firstname_trgm on members using gin (firstname gin_trgm_ops) ${SHORT_LIST};
create index members_lastname_folded on members using gin (search_fold(lastname) gin_trgm_ops) ${SHORT_LIST};
create index members_lastname_trgm on members using gin (lastname gin_trgm_ops) ${SHORT_LIST};
create index members_mailbox_index on members (mailbox_of(email::text));
create index members_newest_index on members (created_at, id) include (subscription, subscription_expires_at, status);
create index members_profile_image_id_index on members (profile_image_id);
create index members_status_created_at_id_index on members (status, created_at, id);
create index members_subscription_expires_at_index on members (subscription_expires_at);
create index members_tier_newest_index on members (subscription, created_at, id) include (subscription_expires_at, status);
create index members_to_remind_index on members
  ((case when reminded_end = subscription_expires_at then reminded_days else 0 end), subscription_expires_at)
  where subscription <> 'Basic' and status = 'active' and deletion_requested_at is null and remind_by_mail;
create trigger members_updated_at before update on members for each row
  when (new.reminded_end is not distinct from old.reminded_end and new.reminded_days is not distinct from old.reminded_days)
  execute function set_updated_at();
${countTriggers("members")}
`,
    former_addresses: `
create table former_addresses (
  ${ID_AND_CREATED},
  member_id uuid not null
    constraint former_addresses_member_id_foreign references members on update cascade on delete cascade,
  email citext not null constraint former_addresses_email_length check (char_length(email) between 3 and 254)
);
create index former_addresses_member_id_created_at_index on former_addresses (member_id, created_at);
`,
    intents: `
create table intents (
  ${ID_AND_CREATED},
  member_id uuid constraint intents_member_id_foreign references members on update cascade on delete cascade,
  sealed text not null constraint intents_sealed_length check (char_length(sealed) between 1 and 4000),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index intents_expires_at_index on intents (expires_at);
create index intents_member_id_created_at_index on intents (member_id, created_at);
`,
    /** Keeps every registration of a pending address until somebody proves the address. */
    registrations: `
create table registrations (
  ${ID_AND_CREATED},
  member_id uuid not null
    constraint registrations_member_id_foreign references members on update cascade on delete cascade,
  firstname text not null constraint registrations_firstname_length check (char_length(firstname) between 1 and 100),
  lastname text not null constraint registrations_lastname_length check (char_length(lastname) between 1 and 100),
  password_hash text not null
    constraint registrations_password_hash_length check (char_length(password_hash) between 20 and 300),
  browser_hash text constraint registrations_browser_hash_format check (browser_hash ~ '^[0-9a-f]{64}$'),
  referral_code text constraint registrations_referral_code_length check (char_length(referral_code) between 4 and 32),
  referrers_browser boolean not null default false,
  intent_id uuid constraint registrations_intent_id_foreign references intents on update cascade on delete set null
);
create index registrations_intent_id_index on registrations (intent_id);
create index registrations_member_id_created_at_index on registrations (member_id, created_at);
`,
    single_use_tokens: `
create table single_use_tokens (
  ${ID_AND_CREATED},
  token_hash text not null constraint single_use_tokens_token_hash_unique unique
    constraint single_use_tokens_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  member_id uuid not null
    constraint single_use_tokens_member_id_foreign references members on update cascade on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  voided_at timestamptz(3),
  browser_hash text constraint single_use_tokens_browser_hash_format check (browser_hash ~ '^[0-9a-f]{64}$'),
  new_email citext constraint single_use_tokens_new_email_length check (char_length(new_email) between 3 and 254),
  constraint single_use_tokens_new_email_of_change check ((new_email is null) = (purpose <> 'change-email'))
);
create index single_use_tokens_expires_at_index on single_use_tokens (expires_at);
create index single_use_tokens_member_id_purpose_created_at_index on single_use_tokens (member_id, purpose, created_at);
`,
  },
};
