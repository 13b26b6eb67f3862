import { ID_AND_CREATED, type Subject } from "./parts";

/** Sessions, devices and rate limits. */
export const SESSIONS: Subject = {
  functions: {},
  tables: {
    sessions: `
create table sessions (
  ${ID_AND_CREATED},
  token_hash text not null constraint sessions_token_hash_unique unique
    constraint sessions_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('member', 'staff')),
  member_id uuid constraint sessions_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint sessions_staff_id_foreign references staff on update cascade on delete cascade,
  via text not null check (via in ('cookie', 'bearer')),
  user_agent text constraint sessions_user_agent_length check (char_length(user_agent) <= 500),
  ip text constraint sessions_ip_length check (char_length(ip) <= 64),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  visited_before_at timestamptz(3),
  password_confirmed_at timestamptz(3) default now(),
  seen_by_id uuid constraint sessions_seen_by_id_foreign references staff on update cascade on delete cascade,
  constraint sessions_owner
    check (kind = 'member' and member_id is not null and staff_id is null or kind = 'staff' and staff_id is not null
      and member_id is null),
  constraint sessions_seen_by_staff check (seen_by_id is null or kind = 'member' and via = 'cookie')
);
create index sessions_expires_at_index on sessions (expires_at);
create index sessions_member_id_index on sessions (member_id);
create index sessions_seen_by_id_index on sessions (seen_by_id);
create index sessions_staff_id_index on sessions (staff_id);
`,
    held_submissions: `
create table held_submissions (
  ${ID_AND_CREATED},
  session_id uuid not null
    constraint held_submissions_session_id_foreign references sessions on update cascade on delete cascade,
  path text not null constraint held_submissions_path_length check (char_length(path) between 1 and 2000),
  content_type text not null
    constraint held_submissions_content_type_length check (char_length(content_type) between 1 and 200),
  sealed text not null,
  expires_at timestamptz(3) not null
);
create index held_submissions_expires_at_index on held_submissions (expires_at);
create index held_submissions_session_id_created_at_index on held_submissions (session_id, created_at);
`,
    known_devices: `
create table known_devices (
  ${ID_AND_CREATED},
  member_id uuid constraint known_devices_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint known_devices_staff_id_foreign references staff on update cascade on delete cascade,
  device_hash text not null constraint known_devices_device_hash_format check (device_hash ~ '^[0-9a-f]{64}$'),
  last_seen_at timestamptz(3) not null default now(),
  is_browser boolean not null default false,
  constraint known_devices_member_id_device_hash_unique unique (member_id, device_hash),
  constraint known_devices_staff_id_device_hash_unique unique (staff_id, device_hash),
  constraint known_devices_owner check (num_nonnulls(member_id, staff_id) = 1)
);
create index known_devices_device_hash_index on known_devices (device_hash);
create index known_devices_last_seen_at_index on known_devices (last_seen_at);
`,
    /** Every counted request writes here. Unlogged: after a crash of the database the counts start again. */
    rate_limits: `
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limits_expire_index on rate_limits (expire);
`,
  },
};
