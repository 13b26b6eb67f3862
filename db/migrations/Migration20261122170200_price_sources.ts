import { Migration } from "@mikro-orm/migrations";

const columnName = (column: string) => `
  ${column} text constraint price_sources_${column}_length
    check (char_length(${column}) >= 1 and char_length(${column}) <= 60)`;

const PRICE_SOURCES = `
create table price_sources (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  name text not null
    constraint price_sources_name_length check (char_length(name) >= 1 and char_length(name) <= 60)
    constraint price_sources_name_own check (name ~ '[A-Za-z0-9]' and lower(name) <> 'quote' and lower(name) <> 'import' and lower(name) <> 'demo'),
  kind text not null default 'csv' check (kind in ('csv', 'alpha-vantage', 'polygon')),
  url text not null constraint price_sources_url_length check (char_length(url) >= 1 and char_length(url) <= 2000)
    constraint price_sources_url_template check (url ~* '^https{0,1}://[][a-z0-9.:-]+/' and strpos(url, '{symbol}') > 0),
  ${["day_column", "close_column", "high_column", "low_column", "volume_column"].map(columnName).join(",")},
  currency text constraint price_sources_currency_code check (currency ~ '^[A-Z]{3}$'),
  scope text not null default 'all' check (scope in ('all', 'kind', 'list')),
  instrument_kind text
    check (instrument_kind in ('stock', 'etf', 'index', 'crypto', 'currency', 'commodity', 'bond', 'fund')),
  symbols text[] not null default '{}',
  hour smallint not null constraint price_sources_hour_range check (hour >= 0 and hour <= 23),
  days text not null default 'mon-fri' check (days in ('mon-fri', 'tue-sat', 'daily')),
  lookback_days smallint not null default 30
    constraint price_sources_lookback_days_range check (lookback_days >= 1 and lookback_days <= 3650),
  requests_per_minute smallint not null default 5
    constraint price_sources_requests_per_minute_range check (requests_per_minute >= 1 and requests_per_minute <= 600),
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
  last_error text
    constraint price_sources_last_error_length check (char_length(last_error) >= 1 and char_length(last_error) <= 500),
  constraint price_sources_symbols_lines check (not ('' = any(symbols)) and cardinality(symbols) <= 1000),
  constraint price_sources_kind_chosen check (scope <> 'kind' or instrument_kind is not null),
  constraint price_sources_symbols_chosen check (scope <> 'list' or cardinality(symbols) > 0)
)`;

const PRICE_FAILURES = `
create table price_failures (
  source_id uuid not null constraint price_failures_source_id_foreign references price_sources
    on update cascade on delete cascade,
  symbol text not null
    constraint price_failures_symbol_length check (char_length(symbol) >= 1 and char_length(symbol) <= 40),
  at timestamptz(3) not null default now(),
  reason text not null
    constraint price_failures_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 500),
  primary key (source_id, symbol)
)`;

const INDEXES = [
  "create index price_sources_created_at_id_index on price_sources (created_at, id)",
  `create unique index price_sources_name_unique on price_sources
     ((btrim(upper(regexp_replace(name, '[^A-Za-z0-9]+', '_', 'g')), '_')))`,
  "create index price_sources_name_trgm on price_sources using gin (name gin_trgm_ops) with (gin_pending_list_limit = 256)",
  "create index price_sources_name_prefix on price_sources (lower(name) text_pattern_ops)",
  "create index price_sources_name_sort_index on price_sources (name, id) include (created_at)",
];

/** Where prices by day are fetched from, and why an instrument's were not. */
export class Migration20261122170200_price_sources extends Migration {
  override up(): void {
    for (const made of [PRICE_SOURCES, PRICE_FAILURES, ...INDEXES]) this.addSql(made);
    // A run writes the row with every instrument, and is no edit of it.
    this.addSql(`create trigger price_sources_updated_at before update on price_sources
                   for each row when (old.version is distinct from new.version) execute function set_updated_at()`);
  }

  override down(): void {
    this.addSql("drop table price_failures");
    this.addSql("drop table price_sources");
  }
}
