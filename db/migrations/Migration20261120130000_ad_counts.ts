import { Migration } from "@mikro-orm/migrations";

/**
 * Views and clicks of advertisements by day. It has no trigger that tells of changed content: counts are written
 * every few seconds, and pages do not show them.
 */
export class Migration20261120130000_ad_counts extends Migration {
  override up(): void {
    this.addSql(`
      create table ad_counts (
        ad_id uuid not null
          constraint ad_counts_ad_id_foreign references ads on update cascade on delete cascade,
        day date not null,
        views int not null default 0 constraint ad_counts_views_range check (views >= 0),
        clicks int not null default 0 constraint ad_counts_clicks_range check (clicks >= 0),
        primary key (ad_id, day)
      )
    `);
  }

  override down(): void {
    this.addSql("drop table ad_counts");
  }
}
