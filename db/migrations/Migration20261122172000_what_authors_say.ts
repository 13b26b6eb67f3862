import { Migration } from "@mikro-orm/migrations";

const WITH_DISCLOSURE = ["daily_briefs", "stock_picks", "trade_alerts"];
const NEWLY_SIGNED = ["stock_picks", "trade_alerts"];

const text = (table: string, column: string, max: number) =>
  `alter table ${table} add column ${column} text,
     add constraint ${table}_${column}_length check (char_length(${column}) >= 1 and char_length(${column}) <= ${max})`;

/** What a brief says to everybody, who made a call, and what authors hold themselves. */
export class Migration20261122172000_what_authors_say extends Migration {
  override up(): void {
    this.addSql(text("daily_briefs", "headline", 200));
    this.addSql(text("daily_briefs", "teaser", 500));
    for (const table of NEWLY_SIGNED) this.addSql(text(table, "author", 100));
    for (const table of WITH_DISCLOSURE) this.addSql(text(table, "disclosure", 500));
    this.addSql(`create index daily_briefs_headline_trgm on daily_briefs
                   using gin (headline gin_trgm_ops) with (gin_pending_list_limit = 256)`);
    this.addSql(
      "create index daily_briefs_headline_prefix on daily_briefs (lower(headline) text_pattern_ops)",
    );
  }

  override down(): void {
    for (const table of WITH_DISCLOSURE) this.addSql(`alter table ${table} drop column disclosure`);
    for (const table of NEWLY_SIGNED) this.addSql(`alter table ${table} drop column author`);
    this.addSql("alter table daily_briefs drop column headline, drop column teaser");
  }
}
