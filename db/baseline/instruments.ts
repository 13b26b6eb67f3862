import { contentTrigger, EDITED_COLUMNS, SHORT_LIST, type Subject } from "./parts";

/** Instruments, how records find them, and what is public about them. */
export const INSTRUMENTS: Subject = {
  functions: {
    /** Finds the instrument that has a symbol now, then the one that had it last. */
    instrument_by_symbol: `
create function instrument_by_symbol(wanted text) returns uuid language sql stable as $$
  select coalesce(merged_into, id) from instruments where symbol = upper(btrim(wanted))
   order by merged_into is not null, symbol_since desc limit 1
$$;
`,
    /**
     * Finds the only instrument of that name. Two of the same name differ by their symbols alone, so a name
     * finds neither.
     */
    instrument_by_name: `
create function instrument_by_name(wanted text) returns uuid language sql stable as $$
  select case when count(*) = 1 then (array_agg(id))[1] end
    from (select id from instruments where lower(name) = lower(btrim(wanted)) and merged_into is null limit 2) as found
$$;
`,
    /** Returns the instrument that a record had, if the symbol leads or has led to it. */
    held_instrument: `
create function held_instrument(held uuid, wanted text) returns uuid language sql stable as $$
  select i.id from instruments known join instruments i on i.id = coalesce(known.merged_into, known.id)
   where known.id = held
     and exists (select from instruments named
                  where named.symbol = upper(btrim(wanted)) and coalesce(named.merged_into, named.id) = i.id)
$$;
`,
    /**
     * Finds an instrument or creates it; two writers of the same new symbol agree on one. Fills in an unknown
     * currency, and a kind that was assumed to be stock.
     */
    instrument_for: `
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
    update instruments set currency = coalesce(currency, its_currency),
           kind = case when kind = 'stock' then its_kind else kind end where id = found_id;
  end if;
  if known.currency_called and known.currency = its_currency then
    update instruments set currency_called = false where id = found_id;
  end if;
  return found_id;
end
$$;
`,
    /**
     * As `instrument_for`, but the currency stays private: published, it would reveal a call that is locked.
     */
    instrument_of_call: `
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
$$;
`,
    /** Dates a change of symbol: of two instruments that had a symbol, the later one wins. */
    note_symbol: `
create function note_symbol() returns trigger language plpgsql as $$
begin
  new.symbol_since := now();
  return new;
end
$$;
`,
    /** Makes a currency public that staff changed: it no longer comes from a call. */
    tell_currency: `
create function tell_currency() returns trigger language plpgsql as $$
begin
  new.currency_called := false;
  return new;
end
$$;
`,
    /** Points a merge at the last instrument of its chain: none is merged into one that is merged itself. */
    flatten_merge: `
create function flatten_merge() returns trigger language plpgsql as $$
begin
  new.merged_into := coalesce((select merged_into from instruments where id = new.merged_into), new.merged_into);
  return new;
end
$$;
`,
    /**
     * Moves the records and prices of a merged instrument. If both have a price on a day, the remaining
     * instrument keeps its own.
     */
    carry_merged: `
create function carry_merged() returns trigger language plpgsql as $$
begin
  update instruments set merged_into = new.merged_into where merged_into = new.id;
  update daily_briefs set instrument_id = new.merged_into where instrument_id = new.id;
  update stock_picks set instrument_id = new.merged_into where instrument_id = new.id;
  update trade_alerts set instrument_id = new.merged_into where instrument_id = new.id;
  update quotes set instrument_id = new.merged_into where instrument_id = new.id;
  update movers set instrument_id = new.merged_into where instrument_id = new.id;
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
    select new.merged_into, day, close, high, low, volume, source from daily_prices where instrument_id = new.id
    on conflict do nothing;
  delete from daily_prices where instrument_id = new.id;
  insert into splits (instrument_id, day, ratio)
    select new.merged_into, day, ratio from splits where instrument_id = new.id on conflict do nothing;
  delete from splits where instrument_id = new.id;
  return null;
end
$$;
`,
    /** Moves the calls of a merged instrument, and the name that they give it. */
    carry_merged_calls: `
create function carry_merged_calls() returns trigger language plpgsql as $$
begin
  update calls set instrument_id = new.merged_into where instrument_id = new.id;
  update instruments set called_name = new.called_name
   where id = new.merged_into and called_name is null and new.called_name is not null;
  return null;
end
$$;
`,
    /**
     * Links quotes and movers that were written before the instrument of their name. Deferred: a quote cannot
     * change its own row twice in one write.
     */
    link_namesakes: `
create function link_namesakes() returns trigger language plpgsql as $$
begin
  if instrument_by_name(new.name) = new.id then
    update quotes set instrument_id = new.id
     where lower(name) = lower(new.name) and instrument_id is null and symbol is null;
    update movers set instrument_id = new.id where lower(name) = lower(new.name) and instrument_id is null;
  end if;
  return null;
end
$$;
`,
    /**
     * Returns the name that public records give an instrument. A quote without a symbol does not count: it
     * would reveal the call that the instrument exists for.
     */
    public_name_of: `
create function public_name_of(instrument uuid) returns text language sql stable as $$
  select coalesce(
    (select name from quotes where instrument_id = instrument and symbol is not null
      order by updated_at desc, id desc limit 1),
    (select company_name from daily_briefs where instrument_id = instrument and status = 'published'
       and (publish_at is null or publish_at <= now())
      order by created_at desc, id desc limit 1))
$$;
`,
    /** Writes a public name only if it differs, because each write drops cached pages. */
    renew_public_name: `
create function renew_public_name(instrument uuid) returns void language plpgsql as $$
declare
  called text := public_name_of(instrument);
begin
  if exists (select 1 from instruments where id = instrument
              and public_name is distinct from coalesce(called, called_name, case when kind = 'index' then name end)) then
    update instruments set public_name = coalesce(called, called_name, case when kind = 'index' then name end) where id = instrument;
  end if;
end
$$;
`,
    /** Renews the public names of the instruments that a record belongs or belonged to. */
    renew_public_names: `
create function renew_public_names() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.instrument_id is not null then
    perform renew_public_name(old.instrument_id);
  end if;
  if tg_op <> 'DELETE' and new.instrument_id is not null
     and (tg_op = 'INSERT' or new.instrument_id is distinct from old.instrument_id) then
    perform renew_public_name(new.instrument_id);
  end if;
  return null;
end
$$;
`,
    /** Sets the public name with each change of an instrument. */
    keep_public_name: `
create function keep_public_name() returns trigger language plpgsql as $$
begin
  new.public_name := case when new.merged_into is null
    then coalesce(public_name_of(new.id), new.called_name, case when new.kind = 'index' then new.name end) end;
  return new;
end
$$;
`,
  },
  tables: {
    /**
     * What the database derives (public name, called name, next results) is no edit, so it leaves
     * `updated_at` as it is.
     */
    instruments: `
create table instruments (
  ${EDITED_COLUMNS},
  symbol text not null constraint instruments_symbol_capitals check (symbol = upper(btrim(symbol)))
    constraint instruments_symbol_length check (char_length(symbol) between 1 and 20),
  exchange text constraint instruments_exchange_length check (char_length(exchange) between 1 and 100),
  name text not null constraint instruments_name_length check (char_length(name) between 1 and 300),
  currency text constraint instruments_currency_code check (currency ~ '^[A-Z]{3}$'),
  kind text not null default 'stock'
    check (kind in ('stock', 'etf', 'index', 'crypto', 'currency', 'commodity', 'bond', 'fund')),
  merged_into uuid
    constraint instruments_merged_into_foreign references instruments on update cascade on delete no action,
  public_name text,
  next_results_on date,
  called_name text,
  currency_called boolean not null default false,
  symbol_since timestamptz(3) not null default now(),
  constraint instruments_merged_elsewhere check (merged_into <> id)
);
create index instruments_by_age_index on instruments (created_at, id) include (kind) where merged_into is null;
create index instruments_created_at_id_index on instruments (created_at, id);
create index instruments_kind_sort_index on instruments (kind, id) include (merged_into, created_at);
create index instruments_merged_into_index on instruments (merged_into);
create index instruments_name_folded on instruments using gin (search_fold(name) gin_trgm_ops) ${SHORT_LIST};
create index instruments_name_prefix on instruments (lower(name) text_pattern_ops);
create index instruments_name_sort_index on instruments (name, id) include (kind, merged_into, created_at);
create index instruments_name_trgm on instruments using gin (name gin_trgm_ops) ${SHORT_LIST};
create index instruments_next_results_index on instruments (next_results_on, symbol)
  where next_results_on is not null and public_name is not null and merged_into is null;
create index instruments_public_by_age_index on instruments (created_at, id) where public_name is not null;
create index instruments_public_name_folded on instruments using gin (search_fold(public_name) gin_trgm_ops) ${SHORT_LIST};
create index instruments_public_name_prefix on instruments (lower(public_name) text_pattern_ops);
create index instruments_public_name_trgm on instruments using gin (public_name gin_trgm_ops) ${SHORT_LIST};
create index instruments_public_symbol_prefix on instruments (lower(symbol) text_pattern_ops) where public_name is not null;
create index instruments_public_symbol_trgm on instruments using gin (symbol gin_trgm_ops) ${SHORT_LIST}
  where public_name is not null;
create index instruments_symbol_folded on instruments using gin (search_fold(symbol) gin_trgm_ops) ${SHORT_LIST};
create index instruments_symbol_prefix on instruments (lower(symbol) text_pattern_ops);
create index instruments_symbol_sort_index on instruments (symbol, id) include (kind, merged_into, created_at);
create index instruments_symbol_symbol_since_index on instruments (symbol, symbol_since);
create index instruments_symbol_trgm on instruments using gin (symbol gin_trgm_ops) ${SHORT_LIST};
create unique index instruments_symbol_unique on instruments (symbol) where merged_into is null;
create constraint trigger instruments_namesakes after insert or update of name on instruments deferrable initially deferred
  for each row execute function link_namesakes();
create trigger instruments_currency before update of currency on instruments for each row
  when (old.currency_called and new.currency_called and new.currency is distinct from old.currency)
  execute function tell_currency();
create trigger instruments_flat before insert or update of merged_into on instruments for each row
  when (new.merged_into is not null) execute function flatten_merge();
create trigger instruments_merged after update of merged_into on instruments for each row
  when (new.merged_into is distinct from old.merged_into and new.merged_into is not null) execute function carry_merged();
create trigger instruments_merged_calls after update of merged_into on instruments for each row
  when (new.merged_into is distinct from old.merged_into and new.merged_into is not null) execute function carry_merged_calls();
create trigger instruments_merged_jumps after update of merged_into on instruments for each row
  when (new.merged_into is distinct from old.merged_into and new.merged_into is not null) execute function carry_merged_jumps();
create trigger instruments_merged_revision after update of merged_into on instruments for each row
  when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
  execute function note_merged_revision();
create trigger instruments_public_name before insert or update of name, kind, merged_into, called_name on instruments
  for each row execute function keep_public_name();
create trigger instruments_symbol before update of symbol on instruments for each row
  when (new.symbol is distinct from old.symbol) execute function note_symbol();
create trigger instruments_updated_at before update on instruments for each row
  when ((old.symbol, old.name, old.exchange, old.currency, old.kind, old.merged_into, old.version)
    is distinct from (new.symbol, new.name, new.exchange, new.currency, new.kind, new.merged_into, new.version))
  execute function set_updated_at();
${contentTrigger("instruments")}
`,
  },
};
