import { Migration } from "@mikro-orm/migrations";

const COUNTERS = `
create table receipt_counters (
  series text not null check (series in ('receipt', 'credit note')),
  last int not null constraint receipt_counters_last_range check (last >= 1),
  primary key (series)
)`;

const COLUMNS = `
alter table payments
  add column receipt_number int null,
  add column credit_note_number int null`;

const CHECKS = `
alter table payments
  add constraint payments_receipt_number_unique unique (receipt_number),
  add constraint payments_credit_note_number_unique unique (credit_note_number),
  add constraint payments_receipt_number_range check (receipt_number >= 1),
  add constraint payments_credit_note_number_range check (credit_note_number >= 1),
  add constraint payments_receipt_of_money check (receipt_number is null or status = 'COMPLETED'),
  add constraint payments_credit_note_of_receipt
    check (credit_note_number is null or (receipt_number is not null and refunded_at is not null))`;

/** What there is gets its numbers in the order in which it happened. Nothing else of a payment changes by it. */
const NUMBER_PAST = [
  "alter table payments disable trigger user",
  `update payments set receipt_number = place from (
     select id as paid, row_number() over (order by payment_date, id) as place from payments
      where status = 'COMPLETED') as numbered
    where id = paid`,
  `update payments set credit_note_number = place from (
     select id as refunded, row_number() over (order by refunded_at, id) as place from payments
      where status = 'COMPLETED' and refunded_at is not null) as numbered
    where id = refunded`,
  "alter table payments enable trigger user",
  `insert into receipt_counters (series, last)
   select 'receipt', max(receipt_number) from payments having max(receipt_number) is not null
   union all
   select 'credit note', max(credit_note_number) from payments having max(credit_note_number) is not null`,
];

/** Whoever takes a number keeps others waiting until its transaction ends: what is rolled back gives its number back. */
const NEXT_NUMBER = `
create function next_receipt_number(wanted text) returns int language sql as $$
  insert into receipt_counters as kept (series, last) values (wanted, 1)
  on conflict (series) do update set last = kept.last + 1
  returning last
$$`;

/** Gives a payment what it still lacks. Answers its receipt's number. */
const NUMBER_PAYMENT = `
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
$$`;

/** Whoever wrote the payment, an instance of before included: nothing is committed without its number. */
const NUMBER_AT_COMMIT = `
create function number_payment_at_commit() returns trigger language plpgsql as $$
begin
  perform number_payment(new.id);
  return null;
end
$$`;

const TRIGGER = `
create constraint trigger payments_numbered after insert or update of status, refunded_at on payments
deferrable initially deferred for each row
when (new.status = 'COMPLETED'
      and (new.receipt_number is null or (new.refunded_at is not null and new.credit_note_number is null)))
execute function number_payment_at_commit()`;

const VAT = `
alter table sellers
  add column vat_name text null,
  add column vat_rate numeric(4, 2) null,
  add constraint sellers_vat_name_length check (char_length(vat_name) >= 1 and char_length(vat_name) <= 20),
  add constraint sellers_vat_rate_range check (vat_rate >= 0 and vat_rate < 100),
  add constraint sellers_vat_whole check ((vat_name is null) = (vat_rate is null))`;

/** Receipts and credit notes are numbered without a gap, and name the VAT of their day. */
export class Migration20261126110000_receipt_numbers extends Migration {
  override up(): void {
    for (const step of [COUNTERS, COLUMNS, ...NUMBER_PAST, CHECKS]) this.addSql(step);
    for (const step of [NEXT_NUMBER, NUMBER_PAYMENT, NUMBER_AT_COMMIT, TRIGGER, VAT]) this.addSql(step);
  }

  override down(): void {
    this.addSql("alter table sellers drop column vat_name, drop column vat_rate");
    this.addSql("drop trigger payments_numbered on payments");
    for (const name of ["number_payment_at_commit()", "number_payment(uuid)", "next_receipt_number(text)"])
      this.addSql(`drop function ${name}`);
    this.addSql("alter table payments drop column receipt_number, drop column credit_note_number");
    this.addSql("drop table receipt_counters");
  }
}
