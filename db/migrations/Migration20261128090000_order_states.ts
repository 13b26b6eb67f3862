import { Migration } from "@mikro-orm/migrations";

const STATUSES =
  "'created', 'approved', 'capturing', 'unknown', 'pending', 'captured', 'failed', 'cancelled'";
const REASONS = `'buyer cancelled', 'replaced', 'expired', 'voided', 'not begun', 'declined', 'refused', 'our account',
  'mismatch', 'coupon lost', 'cannot be bought', 'bought since', 'given back'`;

/** What the last error of an order that is over said, as the reason that code can read. */
const REASON_OF_ERROR = `case
  when status = 'cancelled' then case last_error
    when 'Cancelled by the buyer' then 'buyer cancelled' when 'Another choice was made' then 'replaced'
    when 'VOIDED' then 'voided' else 'expired' end
  when last_error like 'Captured, but %' or last_error like '% instead of %' or last_error like '%another order%' then 'mismatch'
  when last_error like '%coupon%' then 'coupon lost'
  when last_error like 'Not captured: %' then 'cannot be bought'
  when last_error like 'Refunded before %' then 'given back'
  when provider_order_id is null then 'not begun'
  else 'declined' end`;

const ACCEPTABLE = (
  more: string,
) => `alter table accepted_findings drop constraint accepted_findings_kind_check,
  add constraint accepted_findings_kind_check check (kind in ('paid without access', 'captured, not recorded',
    'access without payment', 'paid twice'${more}))`;

/**
 * Two states of an order that had shared one with others, the reason of its end in a word that code can read, whether the money may
 * have been taken, and what the provider holds that no payment stands for.
 */
export class Migration20261128090000_order_states extends Migration {
  override up(): void {
    this.addSql("alter table orders drop constraint orders_status_check");
    this.addSql(`alter table orders
      add constraint orders_status_check check (status in (${STATUSES})),
      add column end_reason text null constraint orders_end_reason_check check (end_reason in (${REASONS})),
      add column capture_sent_at timestamptz(3) null,
      add column held_capture_id text null,
      add column held_amount numeric(12,2) null,
      add column held_currency char(3) null`);
    // What is written here is no news of an order.
    this.addSql("alter table orders disable trigger orders_updated_at");
    this.addSql(`update orders set end_reason = ${REASON_OF_ERROR} where status in ('failed', 'cancelled')`);
    this.addSql("update orders set capture_sent_at = updated_at where status in ('approved', 'capturing')");
    this.addSql(`update orders o set status = 'pending' where status = 'approved'
      and exists (select 1 from payments p where p.order_id = o.id and p.status = 'PENDING')`);
    // Which capture it was is not known any more: the order's own id stands for it until the provider is asked again.
    this.addSql(`update orders set held_capture_id = provider_order_id, held_amount = amount, held_currency = currency
      where status = 'failed' and last_error like 'Captured, but %' and provider_order_id is not null`);
    this.addSql("alter table orders enable trigger orders_updated_at");
    this.addSql(`alter table orders
      add constraint orders_held_capture_id_length
        check (char_length(held_capture_id) >= 1 and char_length(held_capture_id) <= 100),
      add constraint orders_held_whole check ((held_capture_id is null) = (held_amount is null)
        and (held_capture_id is null) = (held_currency is null))`);
    this.addSql(ACCEPTABLE(", 'refused to our account'"));
    this.addSql("drop index orders_captured_in_vain_index, orders_unfinished_index");
    this.addSql(`create index orders_over_index on orders (end_reason, updated_at, id) include (status)
      where end_reason = 'our account' or status = 'captured' and end_reason is not null`);
    this.addSql(
      "create index orders_held_index on orders (held_capture_id, updated_at, id) where held_capture_id is not null",
    );
    this.addSql(`create index orders_unfinished_index on orders (created_at, id) include (status, updated_at)
      where provider_order_id is not null and status in ('created', 'approved', 'capturing', 'unknown', 'pending')`);
  }

  override down(): void {
    this.addSql("delete from accepted_findings where kind = 'refused to our account'");
    this.addSql(ACCEPTABLE(""));
    this.addSql("update orders set status = 'approved' where status in ('unknown', 'pending')");
    this.addSql("drop index orders_over_index, orders_held_index, orders_unfinished_index");
    this.addSql("alter table orders drop constraint orders_status_check");
    this.addSql(`alter table orders
      add constraint orders_status_check
        check (status in ('created', 'approved', 'capturing', 'captured', 'failed', 'cancelled')),
      drop column end_reason, drop column capture_sent_at, drop column held_capture_id, drop column held_amount,
      drop column held_currency`);
    this.addSql(`create index orders_captured_in_vain_index on orders (updated_at, id)
      where status = 'failed' and last_error like 'Captured, but %'`);
    this.addSql(`create index orders_unfinished_index on orders (created_at, id) include (status, updated_at)
      where provider_order_id is not null and status in ('created', 'approved', 'capturing')`);
  }
}
