import { Migration } from "@mikro-orm/migrations";

/** A brief that everybody may read on the page of plans. A constant default writes no row anew. */
export class Migration20261122172500_sample_brief extends Migration {
  override up(): void {
    this.addSql("alter table daily_briefs add column is_sample boolean not null default false");
    this.addSql(
      "create index daily_briefs_sample_index on daily_briefs (created_at, id) where is_sample and status = 'published'",
    );
  }

  override down(): void {
    // The index that names the column goes with it.
    this.addSql("alter table daily_briefs drop column is_sample");
  }
}
