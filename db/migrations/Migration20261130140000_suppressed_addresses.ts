import { Migration } from "@mikro-orm/migrations";

const length = (column: string, least: number, most: number) =>
  `constraint suppressed_addresses_${column}_length check (char_length(${column}) >= ${least} and char_length(${column}) <= ${most})`;

/** Addresses that cannot be reached, and those whose owner complained, get no newsletters. */
export class SuppressedAddresses extends Migration {
  override up(): void {
    this.addSql(`
create table suppressed_addresses (
  id uuid not null default gen_random_uuid() primary key,
  email citext not null constraint suppressed_addresses_email_unique unique ${length("email", 3, 254)},
  reason text not null
    constraint suppressed_addresses_reason_check check (reason in ('soft', 'hard', 'staff', 'complaint')),
  evidence text not null ${length("evidence", 1, 300)},
  count int not null default 1,
  first_seen_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by text ${length("lifted_by", 1, 100)},
  constraint suppressed_addresses_lifted check ((lifted_at is null) = (lifted_by is null))
)`);
    this.addSql("create index suppressed_addresses_newest_index on suppressed_addresses (last_seen_at, id)");
    this.addSql(
      "create index suppressed_addresses_email_trgm on suppressed_addresses using gin ((email::text) gin_trgm_ops) with (gin_pending_list_limit = 256)",
    );
    this.addSql(`
create table mail_reports (
  email_id uuid not null,
  kind text not null constraint mail_reports_kind_check check (kind in ('soft', 'hard', 'complaint', 'ours')),
  created_at timestamptz(3) not null default now(),
  primary key (email_id, kind)
)`);
    this.addSql("create index mail_reports_created_at_index on mail_reports (created_at)");
    const sentTo = "edition_members_sent_to_length";
    this.addSql("alter table edition_members add column sent_to citext");
    this.addSql(
      `alter table edition_members add constraint ${sentTo} check (char_length(sent_to) >= 3 and char_length(sent_to) <= 254) not valid`,
    );
    this.addSql(`alter table edition_members validate constraint ${sentTo}`);
  }

  override down(): void {
    this.addSql("alter table edition_members drop column sent_to");
    this.addSql("drop table mail_reports");
    this.addSql("drop table suppressed_addresses");
  }
}
