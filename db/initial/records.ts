export const MAILS = `
create table mails (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  to_address text not null constraint mails_to_address_length check (char_length(to_address) between 3 and 254),
  subject text not null constraint mails_subject_length check (char_length(subject) between 1 and 300),
  template text not null constraint mails_template_length check (char_length(template) between 1 and 100),
  cause text not null
    constraint mails_cause_unique unique
    constraint mails_cause_length check (char_length(cause) between 1 and 300),
  html text not null constraint mails_html_length check (char_length(html) between 1 and 500000),
  text text not null constraint mails_text_length check (char_length(text) between 1 and 500000),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0 constraint mails_attempts_range check (attempts >= 0),
  last_error text constraint mails_last_error_length check (char_length(last_error) <= 2000),
  sent_at timestamptz(3),
  constraint mails_sent_has_time check (state <> 'sent' or sent_at is not null)
);
create index mails_created_at_id_index on mails (created_at, id);
create index mails_state_created_at_id_index on mails (state, created_at, id);
create index mails_to_address_trgm on mails using gin (to_address gin_trgm_ops);
create index mails_subject_trgm on mails using gin (subject gin_trgm_ops);
`;

export const CHANGES = `
create table changes (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  staff_id uuid constraint changes_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint changes_staff_name_length check (char_length(staff_name) between 1 and 100),
  action text not null constraint changes_action_length check (char_length(action) between 1 and 50),
  resource text not null constraint changes_resource_length check (char_length(resource) between 1 and 100),
  record_id text not null constraint changes_record_id_length check (char_length(record_id) between 1 and 100),
  record_title text not null constraint changes_record_title_length check (char_length(record_title) <= 2000),
  detail jsonb
);
create index changes_staff_id_index on changes (staff_id);
create index changes_created_at_id_index on changes (created_at, id);
create index changes_resource_record_id_created_at_index on changes (resource, record_id, created_at);
`;

// Written with every counted request; after a crash of the database the counts may start anew.
export const RATE_LIMITS = `
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
`;
