import { Migration } from "@mikro-orm/migrations";

/**
 * An order holds its coupon's use until it is over without money: whoever cancels it or lets it fail frees the use, wherever that is
 * done. Money that came in has used it.
 */
const HOLD_COUPON = `
create function hold_coupon() returns trigger language plpgsql as $$
begin
  if new.status = 'captured' then
    new.coupon_held := true;
  elsif new.status in ('failed', 'cancelled') then
    new.coupon_held := false;
  end if;
  return new;
end
$$`;

/** Codes that take something off a price, and what each order paid less by one. */
export class Migration20261126120000_coupons extends Migration {
  override up(): void {
    this.addSql(`create table coupons (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version int not null default 1,
      code text not null constraint coupons_code_format check (code ~ '^[A-Z0-9-]{3,40}$'),
      purpose text not null constraint coupons_purpose_length
        check (char_length(purpose) >= 1 and char_length(purpose) <= 200),
      percent int null constraint coupons_percent_range check (percent >= 1 and percent <= 99),
      amount numeric(12,2) null constraint coupons_amount_range check (amount > 0 and amount < 10000000000),
      currency char(3) not null default 'USD' constraint coupons_currency_format check (currency ~ '^[A-Z]{3}$'),
      package_ids uuid[] not null default '{}' constraint coupons_package_ids_range
        check (cardinality(package_ids) <= 50),
      most_uses int null constraint coupons_most_uses_range check (most_uses >= 1 and most_uses <= 1000000),
      once_per_member boolean not null default true,
      first_purchase boolean not null default false,
      from_day date null,
      through_day date null,
      active boolean not null default true,
      archived_at timestamptz(3) null,
      constraint coupons_one_discount check ((percent is null) <> (amount is null)),
      constraint coupons_days_order check (through_day >= from_day)
    )`);
    this.addSql("create index coupons_created_at_id_index on coupons (created_at, id)");
    this.addSql("create unique index coupons_code_unique on coupons (code) where archived_at is null");
    this.addSql(
      "create index coupons_code_sort_index on coupons (code, id) include (created_at, active, archived_at)",
    );
    for (const column of ["code", "purpose"])
      this.addSql(`create index coupons_${column}_trgm on coupons using gin (${column} gin_trgm_ops)
        with (gin_pending_list_limit = 256)`);
    this.addSql(`create trigger coupons_updated_at before update on coupons
      for each row execute function set_updated_at()`);
    this.addSql(`alter table orders
      add column coupon_id uuid null constraint orders_coupon_id_foreign references coupons
        on update cascade on delete no action,
      add column coupon_code text null,
      add column coupon_held boolean not null default false,
      add column discount numeric(12,2) not null default 0,
      add constraint orders_coupon_code_length check (char_length(coupon_code) >= 3 and char_length(coupon_code) <= 40),
      add constraint orders_discount_range check (discount >= 0 and discount < 10000000000),
      add constraint orders_coupon_whole check ((coupon_id is null) = (coupon_code is null)
        and (coupon_id is null) = (discount = 0) and (coupon_id is not null or not coupon_held))`);
    this.addSql(`create index orders_coupon_index on orders (coupon_id, coupon_held, member_id)
      include (status, amount, discount, currency) where coupon_id is not null`);
    this.addSql(HOLD_COUPON);
    this.addSql(`create trigger orders_hold_coupon before update of status on orders
      for each row when (new.coupon_id is not null) execute function hold_coupon()`);
  }

  override down(): void {
    this.addSql("drop trigger orders_hold_coupon on orders");
    this.addSql("drop function hold_coupon()");
    this.addSql(`alter table orders drop column coupon_id, drop column coupon_code, drop column coupon_held,
      drop column discount`);
    this.addSql("drop table coupons");
  }
}
