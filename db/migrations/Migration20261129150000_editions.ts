import { Migration } from "@mikro-orm/migrations";

const MEMBER = "references members on update cascade on delete cascade";
const EDITION = "references editions on update cascade on delete cascade";
const NEWSLETTER = "newsletter ~ '^(alerts|briefs|news|weekly|own-[1-9][0-9]{0,5})$'";

/** Records are sent by email. */
export class Editions extends Migration {
  override up(): void {
    this.addSql(`
create table newsletters (
  newsletter text not null primary key constraint newsletters_newsletter_check check (${NEWSLETTER}),
  automatic_since timestamptz(3),
  title text constraint newsletters_title_length check (char_length(title) >= 1 and char_length(title) <= 60),
  hint text constraint newsletters_hint_length check (char_length(hint) >= 1 and char_length(hint) <= 160),
  sender_name text
    constraint newsletters_sender_name_length check (char_length(sender_name) >= 1 and char_length(sender_name) <= 60),
  sender_address text constraint newsletters_sender_address_length
    check (char_length(sender_address) >= 3 and char_length(sender_address) <= 254),
  ended_at timestamptz(3),
  constraint newsletters_own_title check ((newsletter ~ '^own-') = (title is not null)),
  constraint newsletters_sender check ((sender_name is null) = (sender_address is null))
)`);
    this.addSql("insert into newsletters (newsletter) values ('alerts'), ('briefs'), ('news'), ('weekly')");
    this.addSql(`
create table newsletter_choices (
  member_id uuid not null constraint newsletter_choices_member_id_foreign ${MEMBER},
  newsletter text not null constraint newsletter_choices_newsletter_check check (${NEWSLETTER}),
  is_on boolean not null,
  changed_at timestamptz(3) not null default now(),
  primary key (member_id, newsletter)
)`);
    this.addSql(`
create table subscribers (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  email citext constraint subscribers_email_unique unique
    constraint subscribers_email_length check (char_length(email) >= 3 and char_length(email) <= 254),
  member_id uuid constraint subscribers_member_id_foreign ${MEMBER},
  newsletters text[] not null default '{}' constraint subscribers_newsletters_open check ('alerts' <> all(newsletters)),
  requested text[] not null default '{}' constraint subscribers_requested_open check ('alerts' <> all(requested)),
  confirmed_at timestamptz(3),
  changed_at timestamptz(3) not null default now(),
  constraint subscribers_address_or_member check (num_nonnulls(email, member_id) = 1)
)`);
    this.addSql("create index subscribers_member_id_index on subscribers (member_id)");
    this.addSql("create index subscribers_created_at_id_index on subscribers (created_at, id)");
    this.addSql(
      "create index subscribers_empty_index on subscribers (changed_at) where newsletters = '{}' and member_id is null",
    );
    this.addSql(`
create table edition_sender (
  one int not null primary key constraint edition_sender_one check (one = 1),
  secret text,
  lease uuid,
  lease_until timestamptz(3)
)`);
    this.addSql("insert into edition_sender (one) values (1)");
    this.addSql(`
create table editions (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  newsletter text not null constraint editions_newsletter_check check (${NEWSLETTER}),
  record_id uuid not null,
  subject text not null constraint editions_subject_length check (char_length(subject) >= 1 and char_length(subject) <= 200),
  preview text not null constraint editions_preview_length check (char_length(preview) <= 200),
  state text not null default 'planned'
    constraint editions_state_check check (state in ('planned', 'sending', 'paused', 'stalled', 'cancelled', 'done')),
  reason text constraint editions_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 300),
  staff_name text constraint editions_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 100),
  starts_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  retry_at timestamptz(3),
  filled_to uuid,
  filled_at timestamptz(3),
  total int not null default 0,
  sent int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  unknown int not null default 0,
  constraint editions_newsletter_record_id_unique unique (newsletter, record_id),
  constraint editions_counts check (sent + skipped + failed + unknown <= total)
)`);
    this.addSql("create index editions_created_at_id_index on editions (created_at, id)");
    this.addSql(
      "create index editions_unfinished_index on editions (state) where state in ('planned', 'sending', 'paused', 'stalled')",
    );
    this.addSql(`
create table edition_bodies (
  edition_id uuid not null constraint edition_bodies_edition_id_foreign ${EDITION},
  extent text not null constraint edition_bodies_extent_check check (extent in ('whole', 'teaser')),
  html text not null constraint edition_bodies_html_length check (char_length(html) >= 1 and char_length(html) <= 500000),
  text text not null constraint edition_bodies_text_length check (char_length(text) >= 1 and char_length(text) <= 500000),
  primary key (edition_id, extent)
)`);
    this.addSql(`
create table edition_members (
  id uuid not null default gen_random_uuid() primary key,
  edition_id uuid not null constraint edition_members_edition_id_foreign ${EDITION},
  member_id uuid constraint edition_members_member_id_foreign ${MEMBER},
  subscriber_id uuid constraint edition_members_subscriber_id_foreign
    references subscribers on update cascade on delete cascade,
  state text not null default 'waiting' constraint edition_members_state_check
    check (state in ('waiting', 'sending', 'sent', 'skipped', 'failed', 'unknown')),
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  extent text constraint edition_members_extent_check check (extent in ('whole', 'teaser')),
  reason text constraint edition_members_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 300),
  sent_at timestamptz(3),
  constraint edition_members_edition_id_member_id_unique unique (edition_id, member_id),
  constraint edition_members_edition_id_subscriber_id_unique unique (edition_id, subscriber_id),
  constraint edition_members_one_reader check (num_nonnulls(member_id, subscriber_id) = 1)
) with (fillfactor = 80)`);
    this.addSql(
      "create index edition_members_waiting_index on edition_members (edition_id, due_at, id) where state = 'waiting'",
    );
    this.addSql(
      "create index edition_members_sending_index on edition_members (edition_id) where state = 'sending'",
    );
    this.addSql(
      "create index edition_members_unsent_index on edition_members (edition_id, state, id) where state in ('failed', 'unknown')",
    );
    this.addSql(
      "create index edition_members_sent_index on edition_members (sent_at, id) where state = 'sent'",
    );
    this.addSql("create index edition_members_due_at_index on edition_members (due_at)");
    this.addSql("create index edition_members_subscriber_id_index on edition_members (subscriber_id)");
    this.addSql("create index edition_members_of_member_index on edition_members (member_id, due_at, id)");
  }

  override down(): void {
    for (const table of ["edition_members", "edition_bodies", "editions", "edition_sender", "subscribers"])
      this.addSql(`drop table ${table}`);
    this.addSql("drop table newsletter_choices");
    this.addSql("drop table newsletters");
  }
}
