import { Migration } from "@mikro-orm/migrations";

const LOCKED_PAGE =
  "'^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'";
const pageCheck = (table: string, column: string) =>
  `constraint ${table}_${column}_format check (${column} ~ ${LOCKED_PAGE})`;

/**
 * From the lock of a page to the payment: how often locks are seen and followed, by page and day, at which one an order was begun, and
 * what came in by that. Orders of before name none.
 */
export class Migration20261127110000_lock_conversions extends Migration {
  override up(): void {
    this.addSql(
      `alter table orders add column locked_page text null, add ${pageCheck("orders", "locked_page")}`,
    );
    this.addSql(`
      create table lock_days (
        day date not null,
        page text not null ${pageCheck("lock_days", "page")},
        shown int not null,
        followed int not null,
        primary key (day, page),
        constraint lock_days_counts_range check (least(shown, followed) >= 0)
      )
    `);
    // By what the hour's task asks: days of long ago that are not yet added to their month.
    this.addSql("create index lock_days_unfolded_index on lock_days (day) where extract(day from day) <> 1");
    this.addSql(`
      create table lock_revenue_days (
        day date not null,
        page text not null ${pageCheck("lock_revenue_days", "page")},
        currency char(3) not null,
        payments int not null,
        amount numeric(16, 2) not null,
        refunds int not null,
        refunded numeric(16, 2) not null,
        primary key (day, page, currency),
        constraint lock_revenue_days_counts_range check (least(payments, amount, refunds, refunded) >= 0)
      )
    `);
  }

  override down(): void {
    for (const table of ["lock_revenue_days", "lock_days"]) this.addSql(`drop table ${table}`);
    this.addSql("alter table orders drop column locked_page");
  }
}
