import { Migration } from "@mikro-orm/migrations";

const COUNTS = ["began", "ended", "entered", "first_payments", "returned", "renewed"];

const INDEXES = {
  beginning: "(access_from) include (member_id) where status = 'COMPLETED'",
  given_back: "(refunded_at) include (member_id) where refunded_at is not null",
  given_back_end: "(expires_at) include (member_id) where refunded_at is not null",
};

/**
 * Who paid, who stopped and what came in, by day. The hour's task fills the tables; the indexes are by what it asks of a day
 * that no other index knows: whose access begins on it, and who was given money back.
 */
export class Migration20261125050000_numbers_by_day extends Migration {
  override up(): void {
    this.addSql(`
      create table payer_days (
        day date not null,
        counted_until timestamptz(3) not null,
        ${COUNTS.map((count) => `${count} int not null`).join(", ")},
        free_readers int null,
        primary key (day),
        constraint payer_days_counts_range check (least(${COUNTS.join(", ")}, free_readers) >= 0)
      )
    `);
    this.addSql(`
      create table revenue_days (
        day date not null,
        plan text not null,
        tier text not null check (tier in ('Basic', 'Premium', 'Private')),
        currency char(3) not null,
        payments int not null,
        amount numeric(16, 2) not null,
        refunds int not null,
        refunded numeric(16, 2) not null,
        primary key (day, plan, tier, currency),
        constraint revenue_days_counts_range check (least(payments, amount, refunds, refunded) >= 0)
      )
    `);
    for (const [name, index] of Object.entries(INDEXES))
      this.addSql(`create index payments_${name}_index on payments ${index}`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index payments_${name}_index`);
    for (const table of ["revenue_days", "payer_days"]) this.addSql(`drop table ${table}`);
  }
}
