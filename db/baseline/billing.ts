import {
  contentTrigger,
  countTriggers,
  EDITED_COLUMNS,
  ID_AND_CREATED,
  SHORT_LIST,
  type Subject,
  transitionTriggers,
  updatedAtTrigger,
} from "./parts";

/** Plans, orders, payments, refunds and receipts. */
export const BILLING: Subject = {
  functions: {
    /** Frees a coupon when its order ends without money, regardless of what ends it. */
    hold_coupon: `
create function hold_coupon() returns trigger language plpgsql as $$
begin
  if new.status = 'captured' then
    new.coupon_held := not exists (select 1 from payments p where p.order_id = new.id and p.refunded_at is not null);
  elsif new.status in ('failed', 'cancelled') then
    new.coupon_held := false;
  end if;
  return new;
end
$$;
`,
    /** Frees a coupon when its payment is refunded, regardless of what records the refund. */
    return_coupon: `
create function return_coupon() returns trigger language plpgsql as $$
begin
  update orders set coupon_held = false, version = version + 1 where id = new.order_id and coupon_held;
  return null;
end
$$;
`,
    /**
     * Adds up payments by day, so that lists show totals without reading every payment. One row for all days
     * would make captures wait for each other.
     */
    count_payments: `
create function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from payment_totals;
    return null;
  end if;
  execute format(
    'insert into payment_totals as kept (day, status, currency, count, amount, refunds, refunded)
     select (created_at at time zone ''UTC'')::date, status, currency, sum(sign), sum(sign * amount),
            coalesce(sum(sign) filter (where case when refunded_at is null then refunded_amount else amount end > 0), 0),
            sum(sign * case when refunded_at is null then refunded_amount else amount end)
       from (%s) as changed
      group by 1, 2, 3
     having sum(sign) <> 0 or sum(sign * amount) <> 0
         or sum(sign * case when refunded_at is null then refunded_amount else amount end) <> 0
         or coalesce(sum(sign) filter (where case when refunded_at is null then refunded_amount else amount end > 0), 0) <> 0
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
$$;
`,
    /**
     * Takes the next number of a series. The row stays locked until the transaction ends, so a rollback
     * returns the number and leaves no gap.
     */
    next_receipt_number: `
create function next_receipt_number(wanted text) returns int language sql as $$
  insert into receipt_counters as kept (series, last) values (wanted, 1)
  on conflict (series) do update set last = kept.last + 1
  returning last
$$;
`,
    /** Gives a payment the numbers that it lacks, and returns its receipt number. */
    number_payment: `
create function number_payment(payment uuid) returns int language plpgsql as $$
declare
  paid payments%rowtype;
begin
  select * into paid from payments where id = payment for update;
  if paid.status is distinct from 'COMPLETED' then
    return null;
  end if;
  if paid.receipt_number is null then
    update payments set receipt_number = next_receipt_number('receipt') where id = payment;
  end if;
  if paid.refunded_at is not null and paid.credit_note_number is null then
    update payments set credit_note_number = next_receipt_number('credit note') where id = payment;
  end if;
  return (select receipt_number from payments where id = payment);
end
$$;
`,
    /** Numbers a payment before its transaction ends, regardless of what wrote it. */
    number_payment_at_commit: `
create function number_payment_at_commit() returns trigger language plpgsql as $$
begin
  perform number_payment(new.id);
  return null;
end
$$;
`,
  },
  tables: {
    packages: `
create table packages (
  ${EDITED_COLUMNS},
  name text not null constraint packages_name_length check (char_length(name) between 1 and 100),
  tagline text not null default '' constraint packages_tagline_length check (char_length(tagline) <= 300),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  price numeric(12, 2) not null
    constraint packages_price_range check (price >= 0 and price < 10000000000),
  currency char(3) not null default 'USD' constraint packages_currency_format check (currency ~ '^[A-Z]{3}$'),
  expires_in int constraint packages_expires_in_range check (expires_in between 1 and 3660),
  benefits text[] not null default '{}' constraint packages_benefits_range check (cardinality(benefits) <= 50),
  archived_at timestamptz(3),
  trial_days int constraint packages_trial_days_range check (trial_days between 1 and 90),
  constraint packages_priced_has_days check (price = 0 or expires_in is not null),
  constraint packages_tier_has_price check ((price > 0) = (tier <> 'Basic')),
  constraint packages_trial_has_price check (trial_days is null or price > 0)
);
create index packages_created_at_id_index on packages (created_at, id);
create index packages_price_id_index on packages (price, id);
${updatedAtTrigger("packages")}
${contentTrigger("packages")}
${countTriggers("packages")}
`,
    coupons: `
create table coupons (
  ${EDITED_COLUMNS},
  code text not null constraint coupons_code_format check (code ~ '^[A-Z0-9-]{3,40}$'),
  purpose text not null constraint coupons_purpose_length check (char_length(purpose) between 1 and 200),
  percent int constraint coupons_percent_range check (percent between 1 and 99),
  amount numeric(12, 2) constraint coupons_amount_range check (amount > 0 and amount < 10000000000),
  currency char(3) not null default 'USD' constraint coupons_currency_format check (currency ~ '^[A-Z]{3}$'),
  package_ids uuid[] not null default '{}' constraint coupons_package_ids_range check (cardinality(package_ids) <= 50),
  most_uses int constraint coupons_most_uses_range check (most_uses between 1 and 1000000),
  once_per_member boolean not null default true,
  first_purchase boolean not null default false,
  from_day date,
  through_day date,
  active boolean not null default true,
  archived_at timestamptz(3),
  constraint coupons_days_order check (through_day >= from_day),
  constraint coupons_one_discount check ((percent is null) <> (amount is null))
);
create index coupons_code_sort_index on coupons (code, id) include (created_at, active, archived_at);
create index coupons_code_trgm on coupons using gin (code gin_trgm_ops) ${SHORT_LIST};
create unique index coupons_code_unique on coupons (code) where archived_at is null;
create index coupons_created_at_id_index on coupons (created_at, id);
create index coupons_purpose_trgm on coupons using gin (purpose gin_trgm_ops) ${SHORT_LIST};
create index coupons_switched_off on coupons (created_at, id) where not active;
${updatedAtTrigger("coupons")}
`,
    orders: `
create table orders (
  ${EDITED_COLUMNS},
  member_id uuid not null constraint orders_member_id_foreign references members on update cascade on delete no action,
  package_id uuid constraint orders_package_id_foreign references packages on update cascade on delete set null,
  plan_name text not null constraint orders_plan_name_length check (char_length(plan_name) between 1 and 100),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  amount numeric(12, 2) not null
    constraint orders_amount_range check (amount > 0 and amount < 10000000000),
  currency char(3) not null constraint orders_currency_format check (currency ~ '^[A-Z]{3}$'),
  days int not null constraint orders_days_range check (days between 1 and 3660),
  provider text not null default 'paypal' check (provider = 'paypal'),
  provider_order_id text constraint orders_provider_order_id_unique unique
    constraint orders_provider_order_id_length check (char_length(provider_order_id) between 1 and 100),
  status text not null default 'created'
    check (status in ('created', 'approved', 'capturing', 'unknown', 'pending', 'captured', 'failed', 'cancelled')),
  last_error text constraint orders_last_error_length check (char_length(last_error) <= 2000),
  captured_at timestamptz(3),
  coupon_id uuid constraint orders_coupon_id_foreign references coupons on update cascade on delete no action,
  coupon_code text constraint orders_coupon_code_length check (char_length(coupon_code) between 3 and 40),
  coupon_held boolean not null default false,
  discount numeric(12, 2) not null default 0
    constraint orders_discount_range check (discount >= 0 and discount < 10000000000),
  locked_page text
    constraint orders_locked_page_format
    check (locked_page ~ '^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'),
  end_reason text
    check (end_reason in ('buyer cancelled', 'replaced', 'expired', 'voided', 'not begun', 'declined', 'refused', 'our account',
      'mismatch', 'coupon lost', 'cannot be bought', 'bought since', 'given back')),
  capture_sent_at timestamptz(3),
  held_capture_id text constraint orders_held_capture_id_length check (char_length(held_capture_id) between 1 and 100),
  held_amount numeric(12, 2),
  held_currency char(3),
  constraint orders_captured_has_time check (status <> 'captured' or captured_at is not null),
  constraint orders_coupon_whole
    check ((coupon_id is null) = (coupon_code is null) and (coupon_id is null) = (discount = 0)
      and (coupon_id is not null or not coupon_held)),
  constraint orders_held_whole
    check ((held_capture_id is null) = (held_amount is null) and (held_capture_id is null) = (held_currency is null))
);
create index orders_coupon_index on orders (coupon_id, coupon_held, member_id) include (status, amount, discount, currency)
  where coupon_id is not null;
create index orders_created_at_id_index on orders (created_at, id);
create index orders_held_index on orders (held_capture_id, updated_at, id) where held_capture_id is not null;
create index orders_member_id_created_at_index on orders (member_id, created_at);
create index orders_over_index on orders (end_reason, updated_at, id) include (status)
  where end_reason = 'our account' or status = 'captured' and end_reason is not null;
create index orders_package_id_index on orders (package_id);
create index orders_status_updated_at_index on orders (status, updated_at);
create index orders_unfinished_index on orders (created_at, id) include (status, updated_at)
  where provider_order_id is not null and status in ('created', 'approved', 'capturing', 'unknown', 'pending');
create trigger orders_hold_coupon before update of status on orders for each row when (new.coupon_id is not null)
  execute function hold_coupon();
${updatedAtTrigger("orders")}
${countTriggers("orders", "status")}
`,
    payments: `
create table payments (
  ${EDITED_COLUMNS},
  order_id uuid constraint payments_order_id_foreign references orders on update cascade on delete no action
    constraint payments_order_id_unique unique,
  member_id uuid not null constraint payments_member_id_foreign references members on update cascade on delete no action,
  plan text not null constraint payments_plan_length check (char_length(plan) between 1 and 100),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  amount numeric(12, 2) not null
    constraint payments_amount_range check (amount >= 0 and amount < 10000000000),
  currency char(3) not null constraint payments_currency_format check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('COMPLETED', 'PENDING', 'FAILED')),
  payment_method text not null
    constraint payments_payment_method_length check (char_length(payment_method) between 1 and 100),
  provider_capture_id text constraint payments_provider_capture_id_unique unique
    constraint payments_provider_capture_id_length check (char_length(provider_capture_id) between 1 and 100),
  payment_date timestamptz(3) not null default now(),
  access_from timestamptz(3),
  expires_at timestamptz(3),
  refunded_at timestamptz(3),
  receipt_number int constraint payments_receipt_number_unique unique
    constraint payments_receipt_number_range check (receipt_number >= 1),
  credit_note_number int constraint payments_credit_note_number_unique unique
    constraint payments_credit_note_number_range check (credit_note_number >= 1),
  access_tier text check (access_tier in ('Basic', 'Premium', 'Private')),
  payer_id text constraint payments_payer_id_length check (char_length(payer_id) between 1 and 100),
  refunded_amount numeric(12, 2) not null default 0,
  constraint payments_credit_note_of_receipt check (credit_note_number is null or receipt_number is not null),
  constraint payments_receipt_of_money check (receipt_number is null or status = 'COMPLETED'),
  constraint payments_refunded_amount_range check (refunded_amount >= 0 and refunded_amount <= amount)
);
create index payments_beginning_index on payments (access_from) include (member_id) where status = 'COMPLETED';
create index payments_created_at_id_index on payments (created_at, id);
create index payments_given_back_end_index on payments (expires_at) include (member_id) where refunded_at is not null;
create index payments_given_back_index on payments (refunded_at) include (member_id) where refunded_at is not null;
create index payments_kept_index on payments (status, created_at, id) where refunded_at is null;
create index payments_member_id_created_at_index on payments (member_id, created_at);
create index payments_payer_index on payments (payer_id, member_id) where payer_id is not null;
create index payments_payment_date_id_index on payments (payment_date, id);
create index payments_refunded_index on payments (created_at, id) where refunded_at is not null;
create index payments_running_index on payments (expires_at) include (member_id, tier, access_tier)
  where status = 'COMPLETED' and refunded_at is null;
create index payments_status_created_at_id_index on payments (status, created_at, id);
create constraint trigger payments_numbered after insert or update of status, refunded_at on payments
  deferrable initially deferred for each row
  when (new.status = 'COMPLETED' and (new.receipt_number is null or (new.refunded_at is not null and new.credit_note_number is null)))
  execute function number_payment_at_commit();
create trigger payments_return_coupon after update of refunded_at on payments for each row
  when (new.refunded_at is not null and old.refunded_at is null) execute function return_coupon();
${transitionTriggers("payments", "payments_count", "count_payments()")}
${updatedAtTrigger("payments")}
`,
    refunds: `
create table refunds (
  ${ID_AND_CREATED},
  payment_id uuid not null
    constraint refunds_payment_id_foreign references payments on update cascade on delete no action,
  amount numeric(12, 2) not null
    constraint refunds_amount_range check (amount > 0 and amount < 10000000000),
  state text not null check (state in ('asked', 'done', 'refused')),
  request_key text constraint refunds_request_key_unique unique
    constraint refunds_request_key_length check (char_length(request_key) between 1 and 100),
  provider_refund_id text constraint refunds_provider_refund_id_unique unique
    constraint refunds_provider_refund_id_length check (char_length(provider_refund_id) between 1 and 100),
  reason text constraint refunds_reason_length check (char_length(reason) between 1 and 500),
  staff_id uuid constraint refunds_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text constraint refunds_staff_name_length check (char_length(staff_name) between 1 and 200)
);
create index refunds_payment_id_index on refunds (payment_id);
create index refunds_staff_id_index on refunds (staff_id);
`,
    payment_totals: `
create table payment_totals (
  day date not null,
  status text not null check (status in ('COMPLETED', 'PENDING', 'FAILED')),
  currency char(3) not null,
  count int not null,
  amount numeric(16, 2) not null,
  refunds int not null,
  refunded numeric(16, 2) not null,
  primary key (day, status, currency)
);
`,
    receipt_counters: `
create table receipt_counters (
  series text not null primary key check (series in ('receipt', 'credit note')),
  last int not null constraint receipt_counters_last_range check (last >= 1)
);
`,
    sellers: `
create table sellers (
  ${ID_AND_CREATED},
  since timestamptz(3) not null,
  name text not null constraint sellers_name_length check (char_length(name) between 1 and 100),
  address text[] not null constraint sellers_address_lines check (cardinality(address) <= 8),
  tax_id text constraint sellers_tax_id_length check (char_length(tax_id) between 1 and 60),
  vat_name text constraint sellers_vat_name_length check (char_length(vat_name) between 1 and 20),
  vat_rate numeric(4, 2) constraint sellers_vat_rate_range check (vat_rate >= 0 and vat_rate < 100),
  constraint sellers_vat_whole check ((vat_name is null) = (vat_rate is null))
);
create index sellers_created_at_id_index on sellers (created_at, id);
create index sellers_since_id_index on sellers (since, id);
`,
  },
};
