import { Migration } from "@mikro-orm/migrations";

/** What went back counts as much as it is: the whole of a payment, or a part. */
const COUNT_PAYMENTS = (refunded: string) => `
create or replace function count_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from payment_totals;
    return null;
  end if;
  execute format(
    'insert into payment_totals as kept (day, status, currency, count, amount, refunds, refunded)
     select (created_at at time zone ''UTC'')::date, status, currency, sum(sign), sum(sign * amount),
            coalesce(sum(sign) filter (where ${refunded} > 0), 0), sum(sign * ${refunded})
       from (%s) as changed
      group by 1, 2, 3
     having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * ${refunded}) <> 0
         or coalesce(sum(sign) filter (where ${refunded} > 0), 0) <> 0
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

const WHOLE_ONLY = "case when refunded_at is null then 0 else amount end";
const WHOLE_OR_PART = "case when refunded_at is null then refunded_amount else amount end";

const CREDIT_NOTES = (of: string) => `alter table payments drop constraint payments_credit_note_of_receipt,
  add constraint payments_credit_note_of_receipt check (credit_note_number is null or (${of}))`;

/** Refunds one by one: by whom, why, and how much. */
export class Migration20261128090200_refunds extends Migration {
  override up(): void {
    this.addSql(`create table refunds (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      payment_id uuid not null constraint refunds_payment_id_foreign references payments
        on update cascade on delete no action,
      amount numeric(12,2) not null constraint refunds_amount_range check (amount > 0 and amount < 10000000000),
      state text not null constraint refunds_state_check check (state in ('asked', 'done', 'refused')),
      request_key text null constraint refunds_request_key_unique unique
        constraint refunds_request_key_length check (char_length(request_key) >= 1 and char_length(request_key) <= 100),
      provider_refund_id text null constraint refunds_provider_refund_id_unique unique
        constraint refunds_provider_refund_id_length
          check (char_length(provider_refund_id) >= 1 and char_length(provider_refund_id) <= 100),
      reason text null constraint refunds_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 500),
      staff_id uuid null constraint refunds_staff_id_foreign references staff on update cascade on delete set null,
      staff_name text null
        constraint refunds_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200)
    )`);
    this.addSql("create index refunds_payment_id_index on refunds (payment_id)");
    this.addSql("create index refunds_staff_id_index on refunds (staff_id)");
    this.addSql(`alter table payments add column refunded_amount numeric(12,2) not null default 0,
      add constraint payments_refunded_amount_range check (refunded_amount >= 0 and refunded_amount <= amount)`);
    this.addSql(COUNT_PAYMENTS(WHOLE_OR_PART));
    // What corrected a receipt keeps its number when the money came back.
    this.addSql(CREDIT_NOTES("receipt_number is not null"));
  }

  override down(): void {
    this.addSql("update payments set credit_note_number = null where refunded_at is null");
    this.addSql(CREDIT_NOTES("receipt_number is not null and refunded_at is not null"));
    this.addSql(COUNT_PAYMENTS(WHOLE_ONLY));
    this.addSql("alter table payments drop column refunded_amount");
    this.addSql("drop table refunds");
  }
}
