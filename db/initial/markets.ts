/** A market figure: finite, below 10^15 either way, kept with the decimals it was typed with, at most 8. */
function figure(table: string, column: string, more = ""): string {
  return `${column} numeric${more} constraint ${table}_${column}_figure
    check (abs(${column}) < 1000000000000000 and scale(${column}) <= 8)`;
}

export const STOCK_PICKS = `
create table stock_picks (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  ticker text not null constraint stock_picks_ticker_length check (char_length(ticker) between 1 and 20),
  name text not null constraint stock_picks_name_length check (char_length(name) between 1 and 300),
  ${figure("stock_picks", "market_cap")},
  ${figure("stock_picks", "current_price")},
  ${figure("stock_picks", "share_portfolio")},
  ${figure("stock_picks", "current_year_target")},
  ${figure("stock_picks", "target_2028")},
  ${figure("stock_picks", "margin_52_week_high")},
  ${figure("stock_picks", "change_margin_52_week_low")},
  ${figure("stock_picks", "week_52_high")},
  ${figure("stock_picks", "week_52_low")},
  category text not null
    check (category in ('VBTC-500', 'Tenet', 'Iron dome', 'Global Stars', 'Moonshots', 'ETFs-Index Funds'))
);
create index stock_picks_created_at_id_index on stock_picks (created_at, id);
create index stock_picks_category_created_at_id_index on stock_picks (category, created_at, id);
create index stock_picks_ticker_trgm on stock_picks using gin (ticker gin_trgm_ops);
create index stock_picks_name_trgm on stock_picks using gin (name gin_trgm_ops);
`;

export const TRADE_ALERTS = `
create table trade_alerts (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  ticker text not null constraint trade_alerts_ticker_length check (char_length(ticker) between 1 and 20),
  name text not null constraint trade_alerts_name_length check (char_length(name) between 1 and 300),
  tag text not null check (tag in ('buy', 'sell')),
  ${figure("trade_alerts", "target_price", " not null")},
  analysis text not null
    constraint trade_alerts_analysis_length check (char_length(analysis) between 1 and 100000),
  holding_period text not null default '1 week'
    constraint trade_alerts_holding_period_length check (char_length(holding_period) between 1 and 100),
  ${figure("trade_alerts", "current_price")},
  ${figure("trade_alerts", "daily_change")},
  ${figure("trade_alerts", "stop_loss")}
);
create index trade_alerts_created_at_id_index on trade_alerts (created_at, id);
create index trade_alerts_tag_created_at_id_index on trade_alerts (tag, created_at, id);
create index trade_alerts_ticker_trgm on trade_alerts using gin (ticker gin_trgm_ops);
create index trade_alerts_name_trgm on trade_alerts using gin (name gin_trgm_ops);
create index trade_alerts_analysis_trgm on trade_alerts using gin (analysis gin_trgm_ops);
`;

export const QUOTES = `
create table quotes (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  category text not null check (category in (
    'Indices', 'Stocks', 'Commodities', 'Currencies', 'ETFs', 'Bonds', 'Funds', 'Cryptocurrencies'
  )),
  name text not null constraint quotes_name_length check (char_length(name) between 1 and 300),
  ${figure("quotes", "last", " not null")},
  ${figure("quotes", "high")},
  ${figure("quotes", "low")},
  ${figure("quotes", "change")},
  ${figure("quotes", "change_percent")},
  ${figure("quotes", "volume", " not null default '0'")}
    constraint quotes_volume_range check (volume >= 0)
);
create index quotes_created_at_id_index on quotes (created_at, id);
create index quotes_category_created_at_id_index on quotes (category, created_at, id);
create index quotes_name_trgm on quotes using gin (name gin_trgm_ops);
`;

export const MOVERS = `
create table movers (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  name text not null constraint movers_name_length check (char_length(name) between 1 and 300),
  ${figure("movers", "last", " not null")},
  ${figure("movers", "change_percent", " not null")},
  ${figure("movers", "volume", " not null default '0'")}
    constraint movers_volume_range check (volume >= 0),
  mover_type text not null check (mover_type in ('gainers', 'losers', 'mostactive'))
);
create index movers_created_at_id_index on movers (created_at, id);
create index movers_mover_type_created_at_id_index on movers (mover_type, created_at, id);
create index movers_name_trgm on movers using gin (name gin_trgm_ops);
`;
