import { Migration } from "@mikro-orm/migrations";
import { nullableSortIndexes, orderIndex, sortIndex } from "../columns";

const MEMBER_FILTERS = "subscription, subscription_expires_at, status";

/** What the back-office's lists are sorted by, with what they are narrowed by. */
const INDEXES = [
  sortIndex("news", "title", "status, category, created_at"),
  ...nullableSortIndexes("news", "author", "status, category, created_at"),
  sortIndex("daily_briefs", "company_name", "status, created_at"),
  ...nullableSortIndexes("daily_briefs", "author", "status, created_at"),
  sortIndex("stock_picks", "ticker", "category, created_at"),
  sortIndex("stock_picks", "category", "created_at"),
  ...nullableSortIndexes("stock_picks", "market_cap", "category, created_at"),
  ...nullableSortIndexes("stock_picks", "current_price", "category, created_at"),
  ...nullableSortIndexes("stock_picks", "current_year_target", "category, created_at"),
  ...nullableSortIndexes("stock_picks", "target_2028", "category, created_at"),
  sortIndex("trade_alerts", "ticker", "tag, created_at"),
  sortIndex("trade_alerts", "tag", "created_at"),
  sortIndex("trade_alerts", "target_price", "tag, created_at"),
  sortIndex("videos", "title", "status, is_free, created_at"),
  sortIndex("videos", "is_free", "status, created_at"),
  orderIndex({ table: "videos", name: "newest", order: "created_at, id", include: "status, is_free" }),
  orderIndex({ table: "members", name: "newest", order: "created_at, id", include: MEMBER_FILTERS }),
  orderIndex({
    table: "payments",
    name: "kept",
    order: "status, created_at, id",
    where: "refunded_at is null",
  }),
  sortIndex("quotes", "name", "category, created_at"),
  sortIndex("movers", "name", "mover_type, created_at"),
  sortIndex("movers", "last", "mover_type, created_at"),
  sortIndex("movers", "change_percent", "mover_type, created_at"),
  sortIndex("movers", "volume", "mover_type, created_at"),
  orderIndex({
    table: "payments",
    name: "refunded",
    order: "created_at, id",
    where: "refunded_at is not null",
  }),
  orderIndex({
    table: "members",
    name: "ending",
    order: "subscription_expires_at",
    where: "subscription <> 'Basic'",
  }),
];

/** An index for each order of a list that staff may choose: sorting a million rows takes longer than anybody waits. */
export class Migration20261122130000_list_orders extends Migration {
  override up(): void {
    for (const { expression } of INDEXES) this.addSql(expression);
  }

  override down(): void {
    for (const { name } of INDEXES) this.addSql(`drop index ${name}`);
  }
}
