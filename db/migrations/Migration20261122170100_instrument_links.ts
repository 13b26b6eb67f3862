import { Migration } from "@mikro-orm/migrations";

/** A live instrument goes before one that is merged: a symbol may belong to another company one day. */
const INSTRUMENT_BY_SYMBOL = `
create function instrument_by_symbol(wanted text) returns uuid language sql stable as $$
  select coalesce(merged_into, id) from instruments where symbol = upper(btrim(wanted))
   order by merged_into is not null, created_at desc limit 1
$$`;

/** Two that are called the same are told apart by their symbols alone, so a name does not lead to either. */
const INSTRUMENT_BY_NAME = `
create function instrument_by_name(wanted text) returns uuid language sql stable as $$
  select case when count(*) = 1 then (array_agg(id))[1] end
    from (select id from instruments where lower(name) = lower(btrim(wanted)) and merged_into is null limit 2) as found
$$`;

/**
 * Finds the instrument, or makes it; two who write the same new ticker at once agree on one. What was not known of it is
 * learnt: its currency, and its kind where it was taken for a stock.
 */
const INSTRUMENT_FOR = `
create function instrument_for(wanted text, its_name text, its_currency text, its_kind text)
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
    update instruments set currency = coalesce(currency, its_currency), kind = its_kind where id = found_id;
  end if;
  return found_id;
end
$$`;

const QUOTE_KIND = `
create function quote_kind(category text) returns text language sql immutable as $$
  select case category when 'Indices' then 'index' when 'Commodities' then 'commodity' when 'Currencies' then 'currency'
    when 'ETFs' then 'etf' when 'Bonds' then 'bond' when 'Funds' then 'fund' when 'Cryptocurrencies' then 'crypto'
    else 'stock' end
$$`;

const keep = (name: string, found: string) => `
create function keep_${name}_instrument() returns trigger language plpgsql as $$
begin
  new.instrument_id := ${found};
  return new;
end
$$`;

type Linked = { name: string; found: string; by: readonly string[]; index: string };

/** How each record finds its instrument, by which of its columns, and the columns of its index behind the instrument. */
const LINKED: Record<string, Linked> = {
  daily_briefs: {
    name: "brief",
    found: "instrument_for(new.ticker, new.company_name, null, 'stock')",
    by: ["ticker"],
    index: "created_at, id",
  },
  stock_picks: {
    name: "pick",
    found: `instrument_for(new.ticker, new.name, new.currency,
    case new.category when 'ETFs-Index Funds' then 'etf' else 'stock' end)`,
    by: ["ticker"],
    index: "priced_at, id",
  },
  trade_alerts: {
    name: "alert",
    found: "instrument_for(new.ticker, new.name, new.currency, 'stock')",
    by: ["ticker"],
    index: "priced_at, id",
  },
  quotes: {
    name: "quote",
    found: `case when new.symbol is null then instrument_by_name(new.name)
    else instrument_for(new.symbol, new.name, new.currency, quote_kind(new.category)) end`,
    by: ["symbol", "name"],
    index: "updated_at, id",
  },
  movers: { name: "mover", found: "instrument_by_name(new.name)", by: ["name"], index: "" },
};

const TABLES = Object.keys(LINKED);

/**
 * Quotes without a symbol and movers came before the instrument of their name. At the end of the transaction: within a
 * quote's own write, its row could not be changed a second time.
 */
const LINK_NAMESAKES = `
create function link_namesakes() returns trigger language plpgsql as $$
begin
  if instrument_by_name(new.name) = new.id then
    update quotes set instrument_id = new.id
     where lower(name) = lower(new.name) and instrument_id is null and symbol is null;
    update movers set instrument_id = new.id where lower(name) = lower(new.name) and instrument_id is null;
  end if;
  return null;
end
$$`;

/** Merged into one that is merged itself means merged into that one's. */
const FLATTEN_MERGE = `
create function flatten_merge() returns trigger language plpgsql as $$
begin
  new.merged_into := coalesce((select merged_into from instruments where id = new.merged_into), new.merged_into);
  return new;
end
$$`;

/** Of a day that both have, the price of the one that stays is kept. */
const CARRY_MERGED = `
create function carry_merged() returns trigger language plpgsql as $$
begin
  update instruments set merged_into = new.merged_into where merged_into = new.id;
  ${TABLES.map((table) => `update ${table} set instrument_id = new.merged_into where instrument_id = new.id;`).join("\n  ")}
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
    select new.merged_into, day, close, high, low, volume, source from daily_prices where instrument_id = new.id
    on conflict do nothing;
  delete from daily_prices where instrument_id = new.id;
  insert into splits (instrument_id, day, ratio)
    select new.merged_into, day, ratio from splits where instrument_id = new.id on conflict do nothing;
  delete from splits where instrument_id = new.id;
  return null;
end
$$`;

const FUNCTIONS = [
  ...[INSTRUMENT_BY_SYMBOL, INSTRUMENT_BY_NAME, INSTRUMENT_FOR, QUOTE_KIND],
  ...[LINK_NAMESAKES, FLATTEN_MERGE, CARRY_MERGED],
  ...Object.values(LINKED).map(({ name, found }) => keep(name, found)),
];

/** Of the five markets that the site names itself (its footer and strip), the symbols are known. */
const TOP_MARKETS = `
insert into instruments (symbol, name, kind) values
  ('DJI', 'Dow Jones', 'index'), ('SPX', 'S&P 500', 'index'), ('IXIC', 'Nasdaq', 'index'), ('UKX', 'FTSE 100', 'index'),
  ('BTC', 'Bitcoin', 'crypto')
on conflict (symbol) where merged_into is null do nothing`;

/** One for each ticker there is: called as by its newest record. */
const INSTRUMENTS_OF_RECORDS = `
insert into instruments (symbol, name, currency, kind)
  select symbol, (array_agg(name order by created_at desc))[1],
         (array_agg(currency order by created_at desc) filter (where currency is not null))[1],
         case when bool_or(fund) then 'etf' else 'stock' end
    from (
      select upper(btrim(ticker)) as symbol, name, currency, false as fund, created_at from trade_alerts
      union all
      select upper(btrim(ticker)), name, currency, category = 'ETFs-Index Funds', created_at from stock_picks
      union all
      select upper(btrim(ticker)), company_name, null, false, created_at from daily_briefs
    ) as called
   where char_length(symbol) between 1 and 20
   group by symbol
on conflict (symbol) where merged_into is null do nothing`;

/** When a record is changed that is not only carried along to another instrument. */
const changed = ({ by }: Linked) =>
  `old.instrument_id is not distinct from new.instrument_id
   or ${by.map((column) => `old.${column} is distinct from new.${column}`).join(" or ")}`;

/** Every record with a ticker, every quote and every mover knows its instrument, whoever writes it. */
export class Migration20261122170100_instrument_links extends Migration {
  override up(): void {
    this.addSql("alter table quotes add column symbol text");
    this.addSql(`alter table quotes add constraint quotes_symbol_length
                   check (char_length(symbol) >= 1 and char_length(symbol) <= 20)`);
    for (const made of FUNCTIONS) this.addSql(made);
    this.addSql(INSTRUMENTS_OF_RECORDS);
    this.addSql(TOP_MARKETS);
    for (const [table, linked] of Object.entries(LINKED)) this.link(table, linked);
    this.addSql("create index movers_name_prefix on movers (lower(name) text_pattern_ops)");
    this.addSql(`create constraint trigger instruments_namesakes after insert or update of name on instruments
                   deferrable initially deferred for each row execute function link_namesakes()`);
    this.addSql(`create trigger instruments_flat before insert or update of merged_into on instruments
                   for each row when (new.merged_into is not null) execute function flatten_merge()`);
    this.addSql(`create trigger instruments_merged after update of merged_into on instruments
                   for each row when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
                   execute function carry_merged()`);
  }

  /**
   * The rows that are there are written anew with their links in one go, and their indexes built after: changed one by
   * one, a million of them would go through every index, and through triggers that take it for an edit.
   */
  private link(table: string, linked: Linked): void {
    const { name, by, index } = linked;
    const found = by[0] === "ticker" ? "instrument_by_symbol(ticker)" : "instrument_by_name(name)";
    const columns = ["instrument_id", ...(index ? index.split(", ") : [])];
    this.addSql(`alter table ${table} add column instrument_id uuid`);
    this.addSql(`alter table ${table} alter column instrument_id type uuid using ${found}`);
    this.addSql(`alter table ${table} add constraint ${table}_instrument_id_foreign
                   foreign key (instrument_id) references instruments on update cascade on delete no action`);
    this.addSql(`create index ${table}_${columns.join("_")}_index on ${table} (${columns.join(", ")})`);
    this.addSql(`create trigger ${table}_instrument before insert or update of ${by.join(", ")} on ${table}
                   for each row execute function keep_${name}_instrument()`);
    this.addSql(`drop trigger ${table}_updated_at on ${table}`);
    this.addSql(`create trigger ${table}_updated_at before update on ${table} for each row
                   when (${changed(linked)}) execute function set_updated_at()`);
  }

  override down(): void {
    for (const trigger of ["merged", "flat", "namesakes"])
      this.addSql(`drop trigger instruments_${trigger} on instruments`);
    this.addSql("drop index movers_name_prefix");
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_updated_at on ${table}`);
      this.addSql(`create trigger ${table}_updated_at before update on ${table}
                     for each row execute function set_updated_at()`);
      this.addSql(`drop trigger ${table}_instrument on ${table}`);
      this.addSql(`drop function keep_${LINKED[table]?.name}_instrument()`);
      this.addSql(`alter table ${table} drop column instrument_id`);
    }
    this.addSql("alter table quotes drop column symbol");
    for (const made of ["carry_merged()", "flatten_merge()", "link_namesakes()", "quote_kind(text)"])
      this.addSql(`drop function ${made}`);
    this.addSql("drop function instrument_for(text, text, text, text)");
    for (const made of ["instrument_by_name(text)", "instrument_by_symbol(text)"])
      this.addSql(`drop function ${made}`);
  }
}
