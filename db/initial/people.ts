export const IMAGES = `
create table images (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  width int not null constraint images_width_range check (width between 1 and 20000),
  height int not null constraint images_height_range check (height between 1 and 20000),
  byte_size int not null constraint images_byte_size_range check (byte_size > 0),
  widths int[] not null constraint images_widths_range check (cardinality(widths) between 1 and 10)
);
create index images_created_at_id_index on images (created_at, id);
`;

export const MEMBERS = `
create table members (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  serial_number int not null generated always as identity
    constraint members_serial_number_unique unique,
  firstname text not null constraint members_firstname_length check (char_length(firstname) between 1 and 100),
  lastname text not null constraint members_lastname_length check (char_length(lastname) between 1 and 100),
  email citext not null
    constraint members_email_unique unique
    constraint members_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    constraint members_password_hash_length check (char_length(password_hash) between 20 and 300),
  subscription text not null default 'Basic' check (subscription in ('Basic', 'Premium', 'Private')),
  subscription_expires_at timestamptz(3),
  status text not null default 'pending' check (status in ('active', 'inactive', 'pending')),
  registered_by_admin boolean not null default false,
  profile_image_id uuid
    constraint members_profile_image_id_foreign references images on update cascade on delete set null,
  referral_code text not null
    constraint members_referral_code_unique unique
    constraint members_referral_code_length check (char_length(referral_code) between 4 and 32),
  email_verified_at timestamptz(3),
  deletion_requested_at timestamptz(3)
);
create index members_profile_image_id_index on members (profile_image_id);
create index members_created_at_id_index on members (created_at, id);
create index members_status_created_at_id_index on members (status, created_at, id);
create index members_subscription_created_at_id_index on members (subscription, created_at, id);
create index members_subscription_expires_at_index on members (subscription_expires_at);
create index members_firstname_trgm on members using gin (firstname gin_trgm_ops);
create index members_lastname_trgm on members using gin (lastname gin_trgm_ops);
create index members_email_trgm on members using gin ((email::text) gin_trgm_ops);
`;

export const STAFF = `
create table staff (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  fullname text not null constraint staff_fullname_length check (char_length(fullname) between 1 and 100),
  email citext not null
    constraint staff_email_unique unique
    constraint staff_email_length check (char_length(email) between 3 and 254),
  password_hash text not null
    constraint staff_password_hash_length check (char_length(password_hash) between 20 and 300),
  role text not null check (role in ('superadmin', 'admin', 'editor')),
  status text not null default 'active' check (status in ('active', 'inactive'))
);
create index staff_created_at_id_index on staff (created_at, id);
`;

export const SESSIONS = `
create table sessions (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  token_hash text not null
    constraint sessions_token_hash_unique unique
    constraint sessions_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('member', 'staff')),
  member_id uuid constraint sessions_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint sessions_staff_id_foreign references staff on update cascade on delete cascade,
  via text not null check (via in ('cookie', 'bearer')),
  user_agent text constraint sessions_user_agent_length check (char_length(user_agent) <= 500),
  ip text constraint sessions_ip_length check (char_length(ip) <= 64),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint sessions_owner check (
    (kind = 'member' and member_id is not null and staff_id is null)
    or (kind = 'staff' and staff_id is not null and member_id is null)
  )
);
create index sessions_member_id_index on sessions (member_id);
create index sessions_staff_id_index on sessions (staff_id);
create index sessions_expires_at_index on sessions (expires_at);
`;

export const SINGLE_USE_TOKENS = `
create table single_use_tokens (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  token_hash text not null
    constraint single_use_tokens_token_hash_unique unique
    constraint single_use_tokens_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  member_id uuid not null
    constraint single_use_tokens_member_id_foreign references members on update cascade on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  voided_at timestamptz(3)
);
create index single_use_tokens_member_id_purpose_created_at_index
  on single_use_tokens (member_id, purpose, created_at);
create index single_use_tokens_expires_at_index on single_use_tokens (expires_at);
`;
