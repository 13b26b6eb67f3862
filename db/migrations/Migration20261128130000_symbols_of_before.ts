import { Migration } from "@mikro-orm/migrations";

const TAKEN = `
create function note_symbol() returns trigger language plpgsql as $$
begin
  new.symbol_since := now();
  return new;
end
$$`;

const TAKEN_TRIGGER = `
create trigger instruments_symbol before update of symbol on instruments
  for each row when (new.symbol is distinct from old.symbol) execute function note_symbol()`;

/** Of symbols that were left before this it is known when their instruments were made; whoever has one by now took it after that. */
const TAKEN_LATER = `
update instruments set symbol_since = former.left_at
  from (select symbol, max(created_at) as left_at from instruments where merged_into is not null group by symbol) as former
 where instruments.merged_into is null and instruments.symbol = former.symbol and instruments.symbol_since < former.left_at`;

/** @param order of several that have had a symbol and left it */
const instrumentBySymbol = (order: string) => `
create or replace function instrument_by_symbol(wanted text) returns uuid language sql stable as $$
  select coalesce(merged_into, id) from instruments where symbol = upper(btrim(wanted))
   order by merged_into is not null, ${order} desc limit 1
$$`;

/** The instrument that a record was of, as far as its symbol leads there, or has led there. */
const HELD_INSTRUMENT = `
create function held_instrument(held uuid, wanted text) returns uuid language sql stable as $$
  select i.id from instruments known join instruments i on i.id = coalesce(known.merged_into, known.id)
   where known.id = held
     and exists (select from instruments named
                  where named.symbol = upper(btrim(wanted)) and coalesce(named.merged_into, named.id) = i.id)
$$`;

/** What is to come makes no instrument, as the migration "planning" has it. */
const unlessPlanned = (found: string) =>
  `case when new.publish_at > now() then instrument_by_symbol(new.ticker) else ${found} end`;

const ALERT = unlessPlanned("instrument_of_call(new.ticker, new.name, new.currency, 'stock')");
const PICK = `instrument_of_call(new.ticker, new.name, new.currency,
    case new.category when 'ETFs-Index Funds' then 'etf' else 'stock' end)`;
const BRIEF = unlessPlanned("instrument_for(new.ticker, new.company_name, null, 'stock')");
const QUOTE = "instrument_for(new.symbol, new.name, new.currency, quote_kind(new.category))";
const CALL = "instrument_of_call(new.symbol, new.name, new.currency, 'stock')";

const replaced = (record: string, body: string) => `
create or replace function keep_${record}_instrument() returns trigger language plpgsql as $$
${body}
$$`;

/**
 * A record goes on belonging to the instrument that it belongs to, as long as it says the same symbol. One that comes back from the
 * bin brings its instrument along.
 * @param column that the record says its symbol in. @param found what finds the instrument of another one
 */
const keep = (record: string, column: string, found: string) =>
  replaced(
    record,
    `begin
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.${column})) = upper(btrim(old.${column})) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.${column}), ${found});
  return new;
end`,
  );

/** Without a symbol a quote is known by its name alone. */
const KEEP_QUOTE = keep("quote", "symbol", QUOTE).replace(
  "begin\n",
  `begin
  if new.symbol is null then
    new.instrument_id := instrument_by_name(new.name);
    return new;
  end if;
`,
);

/**
 * A call is on what its record is on: by the time it is opened, the symbol may be another company's. Asked of that kind's table alone:
 * one question about all three would hold tables that whoever opens the call has not touched.
 */
const KEEP_CALL = replaced(
  "call",
  `declare
  recorded uuid;
begin
  if new.kind = 'alert' then
    select instrument_id into recorded from trade_alerts where id = new.record_id;
  elsif new.kind = 'pick' then
    select instrument_id into recorded from stock_picks where id = new.record_id;
  elsif new.kind = 'brief' then
    select instrument_id into recorded from daily_briefs where id = new.record_id;
  end if;
  new.instrument_id := coalesce(held_instrument(recorded, new.symbol), ${CALL});
  return new;
end`,
);

/** As they were. */
const find = (record: string, found: string) =>
  replaced(
    record,
    `begin
  new.instrument_id := ${found};
  return new;
end`,
  );

/**
 * A symbol that its instrument has left leads there until another one takes it; since when each has its symbol is kept, and no record
 * of before follows the symbol to another company.
 */
export class Migration20261128130000_symbols_of_before extends Migration {
  override up(): void {
    this.addSql("alter table instruments add column symbol_since timestamptz(3)");
    this.addSql("alter table instruments alter column symbol_since type timestamptz(3) using created_at");
    this.addSql("alter table instruments alter column symbol_since set default now()");
    this.addSql("alter table instruments alter column symbol_since set not null");
    this.addSql(TAKEN_LATER);
    this.addSql("drop index instruments_symbol_created_at_index");
    this.addSql("create index instruments_symbol_symbol_since_index on instruments (symbol, symbol_since)");
    for (const made of [TAKEN, TAKEN_TRIGGER, instrumentBySymbol("symbol_since"), HELD_INSTRUMENT])
      this.addSql(made);
    for (const made of [
      keep("brief", "ticker", BRIEF),
      keep("pick", "ticker", PICK),
      keep("alert", "ticker", ALERT),
    ])
      this.addSql(made);
    this.addSql(KEEP_QUOTE);
    this.addSql(KEEP_CALL);
  }

  override down(): void {
    this.addSql(find("call", CALL));
    this.addSql(
      find("quote", `case when new.symbol is null then instrument_by_name(new.name)\n    else ${QUOTE} end`),
    );
    this.addSql(find("alert", ALERT));
    this.addSql(find("pick", PICK));
    this.addSql(find("brief", BRIEF));
    this.addSql("drop function held_instrument(uuid, text)");
    this.addSql(instrumentBySymbol("created_at"));
    this.addSql("drop trigger instruments_symbol on instruments");
    this.addSql("drop function note_symbol()");
    this.addSql("drop index instruments_symbol_symbol_since_index");
    this.addSql("create index instruments_symbol_created_at_index on instruments (symbol, created_at)");
    this.addSql("alter table instruments drop column symbol_since");
  }
}
