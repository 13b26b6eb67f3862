import { Migration } from "@mikro-orm/migrations";

type Index = { table: string; name: string; definition: string };

const index = (table: string, name: string, definition: string): Index => ({
  table,
  name: `${table}_${name}`,
  definition,
});

const QUOTE_ORDERS = [
  ["last_id", "last, id", ""],
  ["change_percent_id", "change_percent, id", ""],
  ["volume_id", "volume, id", ""],
  ["updated_at_id", "updated_at, id", ""],
  ["lower_name_id", "lower(name), id", " include (name)"],
  ["change_percent_falling", "change_percent desc nulls last, id desc", ""],
] as const;

const PICK_ORDERS = [
  [
    "upside",
    "((current_year_target - current_price) / nullif(current_price, 0))",
    "current_price, current_year_target",
  ],
  ["ticker", `(lower(ticker) collate "C")`, "ticker"],
  ["market_cap", "market_cap", ""],
  ["current_price", "current_price", ""],
  ["share_portfolio", "share_portfolio", ""],
  ["current_year_target", "current_year_target", ""],
  ["target_2028", "target_2028", ""],
  [
    "margin_52_week_high",
    "coalesce(margin_52_week_high, 100 * ((current_price - week_52_high) / nullif(week_52_high, 0)))",
    "margin_52_week_high, current_price, week_52_high",
  ],
  [
    "change_margin_52_week_low",
    "coalesce(change_margin_52_week_low, 100 * ((current_price - week_52_low) / nullif(week_52_low, 0)))",
    "change_margin_52_week_low, current_price, week_52_low",
  ],
] as const;

const NEW: Index[] = [
  index("news", "status_category_created_at_id_index", "(status, category, created_at, id)"),
  index("movers", "first_gainers_index", "(change_percent desc, id) where mover_type = 'gainers'"),
  index("movers", "first_losers_index", "(abs(change_percent) desc, id) where mover_type = 'losers'"),
  index("movers", "first_mostactive_index", "(volume desc, id) where mover_type = 'mostactive'"),
  index("trade_alerts", "open_index", "(created_at, id) include (ends_at)"),
  index("stock_picks", "category_updated_at_index", "(category, updated_at)"),
  ...QUOTE_ORDERS.map(([name, order, include]) =>
    index("quotes", `category_${name}_index`, `(category, ${order})${include}`),
  ),
  ...PICK_ORDERS.flatMap(([name, order, columns]) =>
    ["asc", "desc"].map((direction) =>
      index(
        "stock_picks",
        `by_${name}_${direction}_index`,
        `(category, ${order} ${direction} nulls last, id)${columns && ` include (${columns})`}`,
      ),
    ),
  ),
];

const TICKER = "(lower(ticker) text_pattern_ops, created_at, id)";
const TICKER_BEFORE = "(lower(ticker) text_pattern_ops)";

/** Made anew with more in them. */
const CHANGED = [
  {
    ...index("quotes", "lower_name_id_index", "(lower(name), id) include (name)"),
    before: "(lower(name), id)",
  },
  ...["daily_briefs", "trade_alerts", "stock_picks"].map((table) => ({
    ...index(table, "ticker_prefix", TICKER),
    before: TICKER_BEFORE,
  })),
];

/**
 * An index for each order that a list has within a category, so that a page costs the same in a table of a thousand rows and of a
 * million. An index that also includes the columns of its expression answers without the table, and one of tickers
 * knows the newest record of each.
 */
export class Migration20261122120000_flat_lists extends Migration {
  override up(): void {
    for (const { name, table, definition } of CHANGED) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${table} ${definition}`);
    }
    for (const { name, table, definition } of NEW)
      this.addSql(`create index ${name} on ${table} ${definition}`);
  }

  override down(): void {
    for (const { name } of NEW) this.addSql(`drop index ${name}`);
    for (const { name, table, before } of CHANGED) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${table} ${before}`);
    }
  }
}
