import {
  contentTrigger,
  EDITED_COLUMNS,
  figure,
  ROW_EVENTS,
  SHORT_LIST,
  type Subject,
  transitionTriggers,
} from "./parts";

/** Daily prices, splits and the sources of prices. */
export const PRICES: Subject = {
  functions: {
    /**
     * Converts a price to the shares of another day. Keeps eight decimals, and twelve significant digits
     * below a cent; a price without a split in between stays exact.
     */
    price_after: `
create function price_after(price numeric, factor numeric) returns numeric language sql immutable strict parallel safe
return trim_scale(case when factor = 1 then price
                       else round(price / factor, case when abs(price / factor) between 1e-24 and 0.01
                                                       then 11 - floor(log(abs(price / factor)::float8))::int else 8 end) end);
`,
    /** Moves the price jumps of a merged instrument; its prices move with it. */
    carry_merged_jumps: `
create function carry_merged_jumps() returns trigger language plpgsql as $$
begin
  insert into price_jumps (instrument_id, day, before_close, close, found_at, confirmed_at, confirmed_by)
    select new.merged_into, day, before_close, close, found_at, confirmed_at, confirmed_by
      from price_jumps where instrument_id = new.id on conflict do nothing;
  delete from price_jumps where instrument_id = new.id;
  return null;
end
$$;
`,
    /**
     * Notes which instruments have closed calls that a changed price could affect. A new price of today
     * affects none and writes nothing.
     */
    note_daily_prices_revision: `
create function note_daily_prices_revision() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into price_revisions as known (instrument_id, day)
     select instrument_id, min(day) from (%s) as changed
      where exists (select from calls
                     where calls.instrument_id = changed.instrument_id and state = ''closed'' and kind <> ''brief''
                       and (greatest(ended_on, case when close_reason = ''period'' then last_day end)) >= changed.day)
      group by instrument_id order by instrument_id
         on conflict (instrument_id) do update
            set day = least(known.day, excluded.day), call_id = ''00000000-0000-0000-0000-000000000000''',
    case tg_op
      when 'INSERT' then 'select instrument_id, day from added'
      when 'DELETE' then 'select instrument_id, day from gone'
      else '(select instrument_id, day, close, high, low from added
               except select instrument_id, day, close, high, low from gone) union all
            (select instrument_id, day, close, high, low from gone
               except select instrument_id, day, close, high, low from added)'
    end);
  return null;
end
$$;
`,
    /** The same for splits. */
    note_splits_revision: `
create function note_splits_revision() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into price_revisions as known (instrument_id, day)
     select instrument_id, min(day) from (%s) as changed
      where exists (select from calls
                     where calls.instrument_id = changed.instrument_id and state = ''closed'' and kind <> ''brief''
                       and (greatest(ended_on, case when close_reason = ''period'' then last_day end)) >= changed.day)
      group by instrument_id order by instrument_id
         on conflict (instrument_id) do update
            set day = least(known.day, excluded.day), call_id = ''00000000-0000-0000-0000-000000000000''',
    case tg_op
      when 'INSERT' then 'select instrument_id, day from added'
      when 'DELETE' then 'select instrument_id, day from gone'
      else '(select instrument_id, day, ratio from added except select instrument_id, day, ratio from gone) union all
            (select instrument_id, day, ratio from gone except select instrument_id, day, ratio from added)'
    end);
  return null;
end
$$;
`,
    /**
     * The same for a merge. It runs after the triggers that move the calls, because triggers run in the order
     * of their names.
     */
    note_merged_revision: `
create function note_merged_revision() returns trigger language plpgsql as $$
begin
  insert into price_revisions as known (instrument_id, day)
    select new.merged_into, '-infinity'
     where exists (select from calls where instrument_id = new.merged_into and state = 'closed' and kind <> 'brief')
        on conflict (instrument_id) do update
           set day = least(known.day, excluded.day), call_id = '00000000-0000-0000-0000-000000000000';
  delete from price_revisions where instrument_id = new.id;
  return null;
end
$$;
`,
  },
  tables: {
    daily_prices: `
create table daily_prices (
  instrument_id uuid not null
    constraint daily_prices_instrument_id_foreign references instruments on update cascade on delete cascade,
  day date not null,
  ${figure("daily_prices", "close", "not null")},
  ${figure("daily_prices", "high")},
  ${figure("daily_prices", "low")},
  ${figure("daily_prices", "volume")},
  source text not null constraint daily_prices_source_length check (char_length(source) between 1 and 100),
  primary key (instrument_id, day),
  constraint daily_prices_positive check (close > 0 and low > 0 and volume >= 0),
  constraint daily_prices_range_order check (low <= close and close <= high)
);
${transitionTriggers("daily_prices", "daily_prices_mark", "mark_track_record_index()")}
${transitionTriggers("daily_prices", "daily_prices_revised", "note_daily_prices_revision()", ROW_EVENTS)}
${contentTrigger("daily_prices")}
`,
    splits: `
create table splits (
  instrument_id uuid not null
    constraint splits_instrument_id_foreign references instruments on update cascade on delete cascade,
  day date not null,
  ${figure("splits", "ratio", "not null")} constraint splits_ratio_range check (ratio > 0),
  primary key (instrument_id, day)
);
${transitionTriggers("splits", "splits_revised", "note_splits_revision()", ROW_EVENTS)}
${contentTrigger("splits")}
`,
    price_jumps: `
create table price_jumps (
  instrument_id uuid not null
    constraint price_jumps_instrument_id_foreign references instruments on update cascade on delete cascade,
  day date not null,
  ${figure("price_jumps", "before_close", "not null")},
  ${figure("price_jumps", "close", "not null")},
  found_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  confirmed_by text constraint price_jumps_confirmed_by_length check (char_length(confirmed_by) between 1 and 100),
  primary key (instrument_id, day),
  constraint price_jumps_confirmed check ((confirmed_at is null) = (confirmed_by is null))
);
`,
    price_revisions: `
create table price_revisions (
  instrument_id uuid not null primary key
    constraint price_revisions_instrument_id_foreign references instruments on update cascade on delete cascade,
  day date not null,
  call_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
);
`,
    /**
     * A run writes its progress with every instrument; only an edit changes `version` and so `updated_at`.
     */
    price_sources: `
create table price_sources (
  ${EDITED_COLUMNS},
  name text not null constraint price_sources_name_length check (char_length(name) between 1 and 60)
    constraint price_sources_name_own
    check (name ~ '[A-Za-z0-9]' and lower(name) <> 'quote' and lower(name) <> 'import' and lower(name) <> 'demo'),
  kind text not null default 'csv' check (kind in ('csv', 'alpha-vantage', 'polygon')),
  url text not null constraint price_sources_url_length check (char_length(url) between 1 and 2000)
    constraint price_sources_url_template check (url ~* '^https{0,1}://[][a-z0-9.:-]+/' and strpos(url, '{symbol}') > 0),
  day_column text constraint price_sources_day_column_length check (char_length(day_column) between 1 and 60),
  close_column text constraint price_sources_close_column_length check (char_length(close_column) between 1 and 60),
  high_column text constraint price_sources_high_column_length check (char_length(high_column) between 1 and 60),
  low_column text constraint price_sources_low_column_length check (char_length(low_column) between 1 and 60),
  volume_column text constraint price_sources_volume_column_length check (char_length(volume_column) between 1 and 60),
  currency text constraint price_sources_currency_code check (currency ~ '^[A-Z]{3}$'),
  scope text not null default 'all' check (scope in ('all', 'kind', 'list')),
  instrument_kind text
    check (instrument_kind in ('stock', 'etf', 'index', 'crypto', 'currency', 'commodity', 'bond', 'fund')),
  symbols text[] not null default '{}'
    constraint price_sources_symbols_lines check (not ('' = any (symbols)) and cardinality(symbols) <= 1000),
  hour smallint not null constraint price_sources_hour_range check (hour between 0 and 23),
  days text not null default 'mon-fri' check (days in ('mon-fri', 'tue-sat', 'daily')),
  lookback_days smallint not null default 30
    constraint price_sources_lookback_days_range check (lookback_days between 1 and 3650),
  requests_per_minute smallint not null default 5
    constraint price_sources_requests_per_minute_range check (requests_per_minute between 1 and 600),
  active boolean not null default true,
  run_day date,
  run_started_at timestamptz(3),
  run_ended_at timestamptz(3),
  run_after text,
  run_lease uuid,
  run_lease_until timestamptz(3),
  run_not_before timestamptz(3),
  run_tries smallint not null default 0,
  run_misses smallint not null default 0,
  run_written int not null default 0,
  run_unchanged int not null default 0,
  run_failed int not null default 0,
  last_error text constraint price_sources_last_error_length check (char_length(last_error) between 1 and 500),
  constraint price_sources_kind_chosen check (scope <> 'kind' or instrument_kind is not null),
  constraint price_sources_symbols_chosen check (scope <> 'list' or cardinality(symbols) > 0)
);
create index price_sources_created_at_id_index on price_sources (created_at, id);
create index price_sources_name_prefix on price_sources (lower(name) text_pattern_ops);
create index price_sources_name_sort_index on price_sources (name, id) include (created_at);
create index price_sources_name_trgm on price_sources using gin (name gin_trgm_ops) ${SHORT_LIST};
create unique index price_sources_name_unique on price_sources
  ((btrim(upper(regexp_replace(name, '[^A-Za-z0-9]+', '_', 'g')), '_')));
create trigger price_sources_updated_at before update on price_sources for each row
  when (old.version is distinct from new.version) execute function set_updated_at();
`,
    price_failures: `
create table price_failures (
  source_id uuid not null
    constraint price_failures_source_id_foreign references price_sources on update cascade on delete cascade,
  symbol text not null constraint price_failures_symbol_length check (char_length(symbol) between 1 and 40),
  at timestamptz(3) not null default now(),
  reason text not null constraint price_failures_reason_length check (char_length(reason) between 1 and 500),
  primary key (source_id, symbol)
);
`,
  },
};
