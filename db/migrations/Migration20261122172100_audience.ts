import { Migration } from "@mikro-orm/migrations";

const TABLES = ["daily_briefs", "stock_picks", "trade_alerts", "videos"];

/** What members who are not Private know of a figure, by which lists of theirs are sorted. */
const forMembers = (column: string) => `(case when audience = 'members' then ${column} end)`;

const PICK_ORDERS = [
  ["ticker", `(lower(ticker) collate "C")`, "ticker"],
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

/** Whom a brief, a pick, an alert or a video is for: members who pay, or Private members alone. */
export class Migration20261122172100_audience extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column audience text not null default 'members',
        add constraint ${table}_audience_check check (audience in ('members', 'private'))`);
    }
    this.addSql("drop index trade_alerts_open_index");
    this.addSql(
      "create index trade_alerts_open_index on trade_alerts (created_at, id) include (ends_at, audience)",
    );
    this.addSql(
      `create index trade_alerts_end_for_members_index on trade_alerts (${forMembers("ends_at")}, id)`,
    );
    for (const [name, order, columns] of PICK_ORDERS) {
      for (const direction of ["asc", "desc"]) {
        this.addSql(`create index stock_picks_by_${name}_for_members_${direction}_index on stock_picks
          (category, ${forMembers(order)} ${direction} nulls last, id) include (audience, ${columns})`);
      }
    }
  }

  override down(): void {
    // The indexes that name the column go with it.
    for (const table of TABLES) this.addSql(`alter table ${table} drop column audience`);
    this.addSql("drop index if exists trade_alerts_open_index");
    this.addSql("create index trade_alerts_open_index on trade_alerts (created_at, id) include (ends_at)");
  }
}
