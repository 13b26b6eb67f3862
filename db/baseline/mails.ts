import { countTriggers, EDITED_COLUMNS, SHORT_LIST, type Subject, updatedAtTrigger } from "./parts";

/** Emails, sent and to be sent. */
export const MAILS: Subject = {
  functions: {},
  tables: {
    mails: `
create table mails (
  ${EDITED_COLUMNS},
  to_address text not null constraint mails_to_address_length check (char_length(to_address) between 3 and 254),
  subject text not null constraint mails_subject_length check (char_length(subject) between 1 and 300),
  template text not null constraint mails_template_length check (char_length(template) between 1 and 100),
  cause text not null constraint mails_cause_unique unique
    constraint mails_cause_length check (char_length(cause) between 1 and 300),
  html text not null constraint mails_html_length check (char_length(html) between 1 and 500000),
  text text not null constraint mails_text_length check (char_length(text) between 1 and 500000),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0 constraint mails_attempts_range check (attempts >= 0),
  last_error text constraint mails_last_error_length check (char_length(last_error) <= 2000),
  sent_at timestamptz(3),
  single_use_token_id uuid
    constraint mails_single_use_token_id_foreign references single_use_tokens on update cascade on delete set null,
  staff_invitation_id uuid
    constraint mails_staff_invitation_id_foreign references staff_invitations on update cascade on delete set null,
  gift_link_id uuid,
  gift_id uuid constraint mails_gift_id_foreign references gifts on update cascade on delete set null,
  named_member_id uuid constraint mails_named_member_id_foreign references members on update cascade on delete cascade,
  constraint mails_sent_has_time check (state <> 'sent' or sent_at is not null)
);
create index mails_created_at_id_index on mails (created_at, id);
create index mails_gift_id_index on mails (gift_id);
create index mails_named_member_id_index on mails (named_member_id);
create index mails_single_use_token_id_index on mails (single_use_token_id);
create index mails_staff_invitation_id_index on mails (staff_invitation_id);
create index mails_state_created_at_id_index on mails (state, created_at, id);
create index mails_subject_trgm on mails using gin (subject gin_trgm_ops) ${SHORT_LIST};
create index mails_to_address_newest_index on mails (to_address, created_at, id);
create index mails_to_address_prefix on mails (lower(to_address) text_pattern_ops);
create index mails_to_address_trgm on mails using gin (to_address gin_trgm_ops) ${SHORT_LIST};
${updatedAtTrigger("mails")}
${countTriggers("mails", "state")}
`,
  },
};
