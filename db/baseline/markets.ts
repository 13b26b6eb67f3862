import { contentTrigger, countTriggers, EDITED_COLUMNS, figure, SHORT_LIST, type Subject } from "./parts";

/** Quotes and movers. */
export const MARKETS: Subject = {
  functions: {
    /** Returns the kind of instrument that a category of quotes stands for. */
    quote_kind: `
create function quote_kind(category text) returns text language sql immutable as $$
  select case category when 'Indices' then 'index' when 'Commodities' then 'commodity' when 'Currencies' then 'currency'
    when 'ETFs' then 'etf' when 'Bonds' then 'bond' when 'Funds' then 'fund' when 'Cryptocurrencies' then 'crypto'
    else 'stock' end
$$;
`,
    /**
     * Links a quote by its symbol, or by its name if it has none. It keeps its instrument while its symbol
     * stays the same.
     */
    keep_quote_instrument: `
create function keep_quote_instrument() returns trigger language plpgsql as $$
begin
  if new.symbol is null then
    new.instrument_id := instrument_by_name(new.name);
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.symbol)) = upper(btrim(old.symbol)) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.symbol),
    instrument_for(new.symbol, new.name, new.currency, quote_kind(new.category)));
  return new;
end
$$;
`,
    /**
     * Dates a quote by its price: a new name, category or symbol makes no old price new. Compares numbers, so
     * 150.00 equals 150.
     */
    keep_quote_time: `
create function keep_quote_time() returns trigger language plpgsql as $$
begin
  new.updated_at := case
    when (old.last, old.high, old.low, old.change, old.volume, old.currency, coalesce(old.change_percent, 0))
         is distinct from
         (new.last, new.high, new.low, new.change, new.volume, new.currency, coalesce(new.change_percent, 0))
    then now() else old.updated_at end;
  return new;
end
$$;
`,
    /**
     * Corrects the kind of an instrument that was assumed to be stock. Decimals and wording depend on the
     * kind.
     */
    learn_quote_kind: `
create function learn_quote_kind() returns trigger language plpgsql as $$
begin
  update instruments set kind = quote_kind(new.category)
   where id = new.instrument_id and kind = 'stock' and quote_kind(new.category) <> 'stock';
  return null;
end
$$;
`,
    /** Links a mover by its name. */
    keep_mover_instrument: `
create function keep_mover_instrument() returns trigger language plpgsql as $$
begin
  new.instrument_id := instrument_by_name(new.name);
  return new;
end
$$;
`,
  },
  tables: {
    quotes: `
create table quotes (
  ${EDITED_COLUMNS},
  category text not null
    check (category in ('Indices', 'Stocks', 'Commodities', 'Currencies', 'ETFs', 'Bonds', 'Funds', 'Cryptocurrencies')),
  name text not null constraint quotes_name_length check (char_length(name) between 1 and 300),
  ${figure("quotes", "last", "not null")},
  ${figure("quotes", "high")},
  ${figure("quotes", "low")},
  ${figure("quotes", "change")},
  ${figure("quotes", "change_percent")},
  ${figure("quotes", "volume", "not null default '0'")} constraint quotes_volume_range check (volume >= 0),
  currency text constraint quotes_currency_code check (currency ~ '^[A-Z]{3}$'),
  symbol text constraint quotes_symbol_length check (char_length(symbol) between 1 and 20),
  instrument_id uuid
    constraint quotes_instrument_id_foreign references instruments on update cascade on delete no action,
  constraint quotes_range_order check (low <= high)
);
create index quotes_category_change_percent_falling_index on quotes (category, change_percent desc nulls last, id desc);
create index quotes_category_change_percent_id_index on quotes (category, change_percent, id);
create index quotes_category_created_at_id_index on quotes (category, created_at, id);
create index quotes_category_last_id_index on quotes (category, last, id);
create index quotes_category_lower_name_id_index on quotes (category, lower(name), id) include (name);
create index quotes_category_updated_at_id_index on quotes (category, updated_at, id);
create index quotes_category_volume_id_index on quotes (category, volume, id);
create index quotes_change_percent_falling_index on quotes (change_percent desc nulls last, id desc);
create index quotes_change_percent_id_index on quotes (change_percent, id);
create index quotes_created_at_id_index on quotes (created_at, id);
create index quotes_instrument_id_updated_at_id_index on quotes (instrument_id, updated_at, id);
create index quotes_last_id_index on quotes (last, id);
create index quotes_lower_name_id_index on quotes (lower(name), id) include (name);
create index quotes_name_folded on quotes using gin (search_fold(name) gin_trgm_ops) ${SHORT_LIST};
create index quotes_name_prefix on quotes (lower(name) text_pattern_ops);
create index quotes_name_sort_index on quotes (name, id) include (category, created_at);
create index quotes_name_trgm on quotes using gin (name gin_trgm_ops) ${SHORT_LIST};
create index quotes_updated_at_id_index on quotes (updated_at, id);
create index quotes_volume_id_index on quotes (volume, id);
create trigger quotes_instrument before insert or update of symbol, name on quotes for each row
  execute function keep_quote_instrument();
create trigger quotes_kind after insert or update of category, instrument_id, symbol, name on quotes for each row
  when (new.instrument_id is not null) execute function learn_quote_kind();
create trigger quotes_public_names after insert or delete or update of name, symbol, instrument_id on quotes for each row
  execute function renew_public_names();
create trigger quotes_updated_at before update on quotes for each row execute function keep_quote_time();
${contentTrigger("quotes")}
${countTriggers("quotes")}
`,
    movers: `
create table movers (
  ${EDITED_COLUMNS},
  name text not null constraint movers_name_length check (char_length(name) between 1 and 300),
  ${figure("movers", "last", "not null")},
  ${figure("movers", "change_percent", "not null")},
  ${figure("movers", "volume", "not null default '0'")} constraint movers_volume_range check (volume >= 0),
  mover_type text not null check (mover_type in ('gainers', 'losers', 'mostactive')),
  instrument_id uuid
    constraint movers_instrument_id_foreign references instruments on update cascade on delete no action
);
create index movers_change_percent_sort_index on movers (change_percent, id) include (mover_type, created_at);
create index movers_created_at_id_index on movers (created_at, id);
create index movers_first_gainers_index on movers (change_percent desc, id) where mover_type = 'gainers';
create index movers_first_losers_index on movers (abs(change_percent) desc, id) where mover_type = 'losers';
create index movers_first_mostactive_index on movers (volume desc, id) where mover_type = 'mostactive';
create index movers_instrument_id_index on movers (instrument_id);
create index movers_last_sort_index on movers (last, id) include (mover_type, created_at);
create index movers_mover_type_created_at_id_index on movers (mover_type, created_at, id);
create index movers_name_prefix on movers (lower(name) text_pattern_ops);
create index movers_name_sort_index on movers (name, id) include (mover_type, created_at);
create index movers_name_trgm on movers using gin (name gin_trgm_ops) ${SHORT_LIST};
create index movers_volume_sort_index on movers (volume, id) include (mover_type, created_at);
create trigger movers_instrument before insert or update of name on movers for each row execute function keep_mover_instrument();
create trigger movers_updated_at before update on movers for each row
  when (old.instrument_id is not distinct from new.instrument_id or old.name is distinct from new.name)
  execute function set_updated_at();
${contentTrigger("movers")}
${countTriggers("movers")}
`,
  },
};
