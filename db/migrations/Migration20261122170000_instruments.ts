import { Migration } from "@mikro-orm/migrations";

const INSTRUMENTS = `
create table instruments (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  symbol text not null constraint instruments_symbol_length check (char_length(symbol) >= 1 and char_length(symbol) <= 20)
    constraint instruments_symbol_capitals check (symbol = upper(btrim(symbol))),
  exchange text constraint instruments_exchange_length
    check (char_length(exchange) >= 1 and char_length(exchange) <= 100),
  name text not null constraint instruments_name_length check (char_length(name) >= 1 and char_length(name) <= 300),
  currency text constraint instruments_currency_code check (currency ~ '^[A-Z]{3}$'),
  kind text not null default 'stock'
    check (kind in ('stock', 'etf', 'index', 'crypto', 'currency', 'commodity', 'bond', 'fund')),
  merged_into uuid constraint instruments_merged_into_foreign references instruments
    on update cascade on delete no action,
  constraint instruments_merged_elsewhere check (merged_into <> id)
)`;

const DAILY_PRICES = `
create table daily_prices (
  instrument_id uuid not null constraint daily_prices_instrument_id_foreign references instruments
    on update cascade on delete cascade,
  day date not null,
  close numeric not null constraint daily_prices_close_figure check (abs(close) < 1000000000000000 and scale(close) <= 8),
  high numeric constraint daily_prices_high_figure check (abs(high) < 1000000000000000 and scale(high) <= 8),
  low numeric constraint daily_prices_low_figure check (abs(low) < 1000000000000000 and scale(low) <= 8),
  volume numeric constraint daily_prices_volume_figure check (abs(volume) < 1000000000000000 and scale(volume) <= 8),
  source text not null
    constraint daily_prices_source_length check (char_length(source) >= 1 and char_length(source) <= 100),
  primary key (instrument_id, day),
  constraint daily_prices_positive check (close > 0 and low > 0 and volume >= 0),
  constraint daily_prices_range_order check (low <= close and close <= high)
)`;

const SPLITS = `
create table splits (
  instrument_id uuid not null constraint splits_instrument_id_foreign references instruments
    on update cascade on delete cascade,
  day date not null,
  ratio numeric not null constraint splits_ratio_figure check (abs(ratio) < 1000000000000000 and scale(ratio) <= 8)
    constraint splits_ratio_range check (ratio > 0),
  primary key (instrument_id, day)
)`;

const trigram = (column: string) =>
  `create index instruments_${column}_trgm on instruments using gin (${column} gin_trgm_ops) with (gin_pending_list_limit = 256)`;

const prefix = (column: string) =>
  `create index instruments_${column}_prefix on instruments (lower(${column}) text_pattern_ops)`;

const INDEXES = [
  "create index instruments_merged_into_index on instruments (merged_into)",
  "create index instruments_created_at_id_index on instruments (created_at, id)",
  "create unique index instruments_symbol_unique on instruments (symbol) where merged_into is null",
  "create index instruments_symbol_created_at_index on instruments (symbol, created_at)",
  ...["symbol", "name"].flatMap((column) => [
    trigram(column),
    prefix(column),
    `create index instruments_${column}_sort_index on instruments (${column}, id) include (kind, merged_into, created_at)`,
  ]),
  "create index instruments_kind_sort_index on instruments (kind, id) include (merged_into, created_at)",
];

const TABLES = ["instruments", "daily_prices", "splits"];

/** Instruments, their prices by day, and their splits. */
export class Migration20261122170000_instruments extends Migration {
  override up(): void {
    for (const made of [INSTRUMENTS, DAILY_PRICES, SPLITS, ...INDEXES]) this.addSql(made);
    this.addSql(`create trigger instruments_updated_at before update on instruments
                   for each row execute function set_updated_at()`);
    for (const table of TABLES) {
      this.addSql(`create trigger ${table}_content_change after insert or update or delete or truncate on ${table}
                     for each statement execute function notify_content_change()`);
    }
  }

  override down(): void {
    for (const table of TABLES.toReversed()) this.addSql(`drop table ${table}`);
  }
}
