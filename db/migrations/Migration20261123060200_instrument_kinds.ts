import { Migration } from "@mikro-orm/migrations";

/** As the migration "instrument_links" says it, but for what of a kind is kept. @param kind that a known instrument has then */
const instrumentFor = (kind: string) => `
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
    update instruments set currency = coalesce(currency, its_currency), kind = ${kind} where id = found_id;
  end if;
  return found_id;
end
$$`;

/** A call takes what it is on for a stock: whose currency was learnt of one was no index and no fund any more. */
const BY_QUOTES = `
update instruments set kind = known.kind
  from (select distinct on (instrument_id) instrument_id, quote_kind(category) as kind from quotes
         where symbol is not null and instrument_id is not null order by instrument_id, updated_at desc, id desc) as known
 where known.instrument_id = instruments.id and instruments.kind = 'stock' and known.kind <> 'stock'`;
const BY_PICKS = `
update instruments set kind = 'etf'
 where kind = 'stock' and id in (select instrument_id from stock_picks where category = 'ETFs-Index Funds')`;

/** The markets that the site names itself; another company may have such a symbol, but not the name. */
const TOP_MARKETS = `
update instruments set kind = known.kind
  from (values ('DJI', 'Dow Jones', 'index'), ('SPX', 'S&P 500', 'index'), ('IXIC', 'Nasdaq', 'index'),
               ('UKX', 'FTSE 100', 'index'), ('BTC', 'Bitcoin', 'crypto')) as known (symbol, name, kind)
 where instruments.symbol = known.symbol and instruments.name = known.name and instruments.kind = 'stock'`;

/** An index stays one when a call tells its currency, and what was taken for a stock by that is again what it was. */
export class Migration20261123060200_instrument_kinds extends Migration {
  override up(): void {
    this.addSql(instrumentFor("case when kind = 'stock' then its_kind else kind end"));
    this.addSql("alter table instruments disable trigger instruments_updated_at");
    for (const taken of [BY_QUOTES, BY_PICKS, TOP_MARKETS]) this.addSql(taken);
    this.addSql("alter table instruments enable trigger instruments_updated_at");
  }

  override down(): void {
    this.addSql(instrumentFor("its_kind"));
  }
}
