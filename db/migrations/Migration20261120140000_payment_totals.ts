import { Migration } from "@mikro-orm/migrations";

/**
 * What payments come to, kept by day: adding up a million of them for every look at the list took longer than the list.
 * A day's row is locked while one of its payments is written; one row for all days would make captures wait in line.
 */
const COUNT_PAYMENTS = `
create function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from payment_totals;
    return null;
  end if;
  execute format(
    'insert into payment_totals as kept (day, status, currency, count, amount, refunds, refunded)
     select (created_at at time zone ''UTC'')::date, status, currency, sum(sign), sum(sign * amount),
            coalesce(sum(sign) filter (where refunded_at is not null), 0),
            coalesce(sum(sign * amount) filter (where refunded_at is not null), 0)
       from (%s) as changed
      group by 1, 2, 3
     having sum(sign) <> 0 or sum(sign * amount) <> 0
         or coalesce(sum(sign) filter (where refunded_at is not null), 0) <> 0
      order by 1, 2, 3
     on conflict (day, status, currency) do update
        set count = kept.count + excluded.count, amount = kept.amount + excluded.amount,
            refunds = kept.refunds + excluded.refunds, refunded = kept.refunded + excluded.refunded',
    case tg_op
      when 'INSERT' then 'select 1 as sign, * from added'
      when 'DELETE' then 'select -1 as sign, * from gone'
      else 'select 1 as sign, * from added union all select -1, * from gone'
    end);
  return null;
end
$$`;

const EVENTS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};

export class Migration20261120140000_payment_totals extends Migration {
  override up(): void {
    this.addSql(`
      create table payment_totals (
        day date not null,
        status text not null check (status in ('COMPLETED', 'PENDING', 'FAILED')),
        currency char(3) not null,
        count int not null,
        amount numeric(16, 2) not null,
        refunds int not null,
        refunded numeric(16, 2) not null,
        primary key (day, status, currency)
      )
    `);
    this.addSql(COUNT_PAYMENTS);
    for (const [event, tables] of Object.entries(EVENTS)) {
      this.addSql(`
        create trigger payments_count_${event} after ${event} on payments ${tables}
        for each statement execute function count_payments()
      `);
    }
    this.addSql(`
      insert into payment_totals (day, status, currency, count, amount, refunds, refunded)
      select (created_at at time zone 'UTC')::date, status, currency, count(*), sum(amount), count(refunded_at),
             coalesce(sum(amount) filter (where refunded_at is not null), 0)
        from payments group by 1, 2, 3
    `);
  }

  override down(): void {
    for (const event of Object.keys(EVENTS)) this.addSql(`drop trigger payments_count_${event} on payments`);
    this.addSql("drop function count_payments");
    this.addSql("drop table payment_totals");
  }
}
