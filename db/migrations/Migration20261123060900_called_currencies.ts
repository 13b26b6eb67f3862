import { Migration } from "@mikro-orm/migrations";

/** As the migration "instrument_kinds" says it. @param told what it does besides */
const instrumentFor = (told: string) => `
create or replace function instrument_for(wanted text, its_name text, its_currency text, its_kind text)
returns uuid language plpgsql as $$
declare
  known instruments;
  found_id uuid := instrument_by_symbol(wanted);
begin
  if found_id is null then
    if char_length(upper(btrim(wanted))) not between 1 and 20 then
      return null;
    end if;
    insert into instruments (symbol, name, currency, kind)
      values (upper(btrim(wanted)), its_name, its_currency, its_kind)
      on conflict (symbol) where merged_into is null do nothing;
    found_id := instrument_by_symbol(wanted);
  end if;
  select * into known from instruments where id = found_id;
  if (known.currency is null and its_currency is not null) or (known.kind = 'stock' and its_kind <> 'stock') then
    update instruments set currency = coalesce(currency, its_currency),
           kind = case when kind = 'stock' then its_kind else kind end where id = found_id;
  end if;
  ${told}return found_id;
end
$$`;

/** Whoever tells the same currency in public makes it public. */
const TOLD_IN_PUBLIC = `if known.currency_called and known.currency = its_currency then
    update instruments set currency_called = false where id = found_id;
  end if;
  `;

/** The same for a call, and for a record that is one. */
const INSTRUMENT_OF_CALL = `
create function instrument_of_call(wanted text, its_name text, its_currency text, its_kind text)
returns uuid language plpgsql as $$
declare
  found_id uuid := instrument_for(wanted, its_name, null, its_kind);
begin
  if its_currency is not null then
    update instruments set currency = its_currency, currency_called = true where id = found_id and currency is null;
  end if;
  return found_id;
end
$$`;

const keep = (record: string, found: string) => `
create or replace function keep_${record}_instrument() returns trigger language plpgsql as $$
begin
  new.instrument_id := ${found};
  return new;
end
$$`;

/** @param found what finds it */
const keepCalls = (found: "instrument_for" | "instrument_of_call") => [
  keep(
    "pick",
    `${found}(new.ticker, new.name, new.currency,
    case new.category when 'ETFs-Index Funds' then 'etf' else 'stock' end)`,
  ),
  keep("alert", `${found}(new.ticker, new.name, new.currency, 'stock')`),
  keep("call", `${found}(new.symbol, new.name, new.currency, 'stock')`),
];

/** Another currency than a call told is nobody's but staff's. */
const TOLD_OTHERWISE = `
create function tell_currency() returns trigger language plpgsql as $$
begin
  new.currency_called := false;
  return new;
end
$$`;

/** A company's page told everybody the currency of a call that is locked, and so that there is one. */
export class Migration20261123060900_called_currencies extends Migration {
  override up(): void {
    this.addSql("alter table instruments add column currency_called boolean not null default false");
    for (const made of [instrumentFor(TOLD_IN_PUBLIC), INSTRUMENT_OF_CALL, TOLD_OTHERWISE]) this.addSql(made);
    for (const kept of keepCalls("instrument_of_call")) this.addSql(kept);
    this.addSql(`create trigger instruments_currency before update of currency on instruments for each row
      when (old.currency_called and new.currency_called and new.currency is distinct from old.currency)
      execute function tell_currency()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_currency on instruments");
    this.addSql("drop function tell_currency()");
    for (const made of [instrumentFor(""), ...keepCalls("instrument_for")]) this.addSql(made);
    this.addSql("drop function instrument_of_call(text, text, text, text)");
    this.addSql("alter table instruments drop column currency_called");
  }
}
