import { Migration } from "@mikro-orm/migrations";

const length = (column: string, least: number, most: number) =>
  `constraint gifts_${column}_length check (${least > 0 ? `char_length(${column}) >= ${least} and ` : ""}char_length(${column}) <= ${most})`;

/** Orders that are bought for somebody else, and the link in a mail that claims one. */
export class Migration20261126130000_gifts extends Migration {
  override up(): void {
    this.addSql(`create table gifts (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version int not null default 1,
      order_id uuid not null constraint gifts_order_id_foreign references orders
        on update cascade on delete no action constraint gifts_order_id_unique unique,
      buyer_id uuid not null constraint gifts_buyer_id_foreign references members
        on update cascade on delete no action,
      tier text not null check (tier in ('Basic', 'Premium', 'Private')),
      recipient_email citext null ${length("recipient_email", 3, 254)},
      sender_name text not null ${length("sender_name", 1, 100)},
      message text not null default '' ${length("message", 0, 500)},
      paid_at timestamptz(3) null,
      expires_at timestamptz(3) null,
      link_id uuid null,
      token_hash text null constraint gifts_token_hash_unique unique
        constraint gifts_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
      taken_back_at timestamptz(3) null,
      claimed_by_id uuid null constraint gifts_claimed_by_id_foreign references members
        on update cascade on delete set null,
      claimed_at timestamptz(3) null,
      access_from timestamptz(3) null,
      access_until timestamptz(3) null,
      constraint gifts_paid_has_link check (num_nonnulls(paid_at, expires_at, link_id, token_hash) % 4 = 0),
      constraint gifts_claimed_has_access check (num_nonnulls(claimed_at, access_from, access_until) % 3 = 0),
      constraint gifts_claimed_was_paid
        check ((claimed_by_id is null or claimed_at is not null) and (claimed_at is null or paid_at is not null)),
      constraint gifts_not_oneself check (claimed_by_id <> buyer_id))`);
    this.addSql("create index gifts_recipient_email_index on gifts (recipient_email)");
    this.addSql("create index gifts_buyer_id_created_at_index on gifts (buyer_id, created_at)");
    this.addSql("create index gifts_claimed_by_id_access_until_index on gifts (claimed_by_id, access_until)");
    this.addSql(`create index gifts_running_index on gifts (access_until) include (claimed_by_id, tier)
      where claimed_by_id is not null and taken_back_at is null`);
    this.addSql(`create trigger gifts_updated_at before update on gifts
                   for each row execute function set_updated_at()`);
    this.addSql(`alter table mails add column gift_link_id uuid null, add column gift_id uuid null
      constraint mails_gift_id_foreign references gifts on update cascade on delete set null`);
    this.addSql("create index mails_gift_id_index on mails (gift_id)");
  }

  override down(): void {
    this.addSql("alter table mails drop column gift_id, drop column gift_link_id");
    this.addSql("drop table gifts");
  }
}
