import { Migration } from "@mikro-orm/migrations";

const HOLD_COUPON = (captured: string) => `
create or replace function hold_coupon() returns trigger language plpgsql as $$
begin
  if new.status = 'captured' then
    new.coupon_held := ${captured};
  elsif new.status in ('failed', 'cancelled') then
    new.coupon_held := false;
  end if;
  return new;
end
$$`;

/** Money that went back has used nothing: wherever a refund is written down, the order's use of its coupon is free again. */
const RETURN_COUPON = `
create function return_coupon() returns trigger language plpgsql as $$
begin
  update orders set coupon_held = false, version = version + 1 where id = new.order_id and coupon_held;
  return null;
end
$$`;

/** A refunded purchase gives back its use of a coupon that is counted. */
export class Migration20261127130035_returned_coupons extends Migration {
  override up(): void {
    this.addSql(
      HOLD_COUPON(
        "not exists (select 1 from payments p where p.order_id = new.id and p.refunded_at is not null)",
      ),
    );
    this.addSql(RETURN_COUPON);
    this.addSql(`create trigger payments_return_coupon after update of refunded_at on payments
      for each row when (new.refunded_at is not null and old.refunded_at is null)
      execute function return_coupon()`);
    this.addSql(`update orders o set coupon_held = false from payments p
      where p.order_id = o.id and p.refunded_at is not null and o.coupon_held`);
  }

  override down(): void {
    this.addSql("drop trigger payments_return_coupon on payments");
    this.addSql("drop function return_coupon()");
    this.addSql(HOLD_COUPON("true"));
    this.addSql(`update orders set coupon_held = true where coupon_id is not null and status = 'captured'`);
  }
}
