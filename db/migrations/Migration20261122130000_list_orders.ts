import { Migration } from "@mikro-orm/migrations";

/** What the back-office's lists are sorted by, with what they are narrowed by. */
const INDEXES = {
  news_title_sort_index: "news (title, id) include (status, category, created_at)",
  news_author_sort_index: "news (author, id) include (status, category, created_at)",
  news_author_falling_sort_index:
    "news (author desc nulls last, id desc) include (status, category, created_at)",
  daily_briefs_company_name_sort_index: "daily_briefs (company_name, id) include (status, created_at)",
  daily_briefs_author_sort_index: "daily_briefs (author, id) include (status, created_at)",
  daily_briefs_author_falling_sort_index:
    "daily_briefs (author desc nulls last, id desc) include (status, created_at)",
  stock_picks_ticker_sort_index: "stock_picks (ticker, id) include (category, created_at)",
  stock_picks_category_sort_index: "stock_picks (category, id) include (created_at)",
  stock_picks_market_cap_sort_index: "stock_picks (market_cap, id) include (category, created_at)",
  stock_picks_market_cap_falling_sort_index:
    "stock_picks (market_cap desc nulls last, id desc) include (category, created_at)",
  stock_picks_current_price_sort_index: "stock_picks (current_price, id) include (category, created_at)",
  stock_picks_current_price_falling_sort_index:
    "stock_picks (current_price desc nulls last, id desc) include (category, created_at)",
  stock_picks_current_year_target_sort_index:
    "stock_picks (current_year_target, id) include (category, created_at)",
  stock_picks_current_year_target_falling_sort_index:
    "stock_picks (current_year_target desc nulls last, id desc) include (category, created_at)",
  stock_picks_target_2028_sort_index: "stock_picks (target_2028, id) include (category, created_at)",
  stock_picks_target_2028_falling_sort_index:
    "stock_picks (target_2028 desc nulls last, id desc) include (category, created_at)",
  trade_alerts_ticker_sort_index: "trade_alerts (ticker, id) include (tag, created_at)",
  trade_alerts_tag_sort_index: "trade_alerts (tag, id) include (created_at)",
  trade_alerts_target_price_sort_index: "trade_alerts (target_price, id) include (tag, created_at)",
  videos_title_sort_index: "videos (title, id) include (status, is_free, created_at)",
  videos_is_free_sort_index: "videos (is_free, id) include (status, created_at)",
  videos_newest_index: "videos (created_at, id) include (status, is_free)",
  members_newest_index: "members (created_at, id) include (subscription, subscription_expires_at, status)",
  payments_kept_index: "payments (status, created_at, id) where refunded_at is null",
  quotes_name_sort_index: "quotes (name, id) include (category, created_at)",
  movers_name_sort_index: "movers (name, id) include (mover_type, created_at)",
  movers_last_sort_index: "movers (last, id) include (mover_type, created_at)",
  movers_change_percent_sort_index: "movers (change_percent, id) include (mover_type, created_at)",
  movers_volume_sort_index: "movers (volume, id) include (mover_type, created_at)",
  payments_refunded_index: "payments (created_at, id) where refunded_at is not null",
  members_ending_index: "members (subscription_expires_at) where subscription <> 'Basic'",
} as const;

/** An index for each order of a list that staff may choose: sorting a million rows takes longer than anybody waits. */
export class Migration20261122130000_list_orders extends Migration {
  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES))
      this.addSql(`create index ${name} on ${definition}`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
  }
}
