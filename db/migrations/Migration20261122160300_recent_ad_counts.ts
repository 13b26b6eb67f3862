import { Migration } from "@mikro-orm/migrations";

/** What people edit of an ad. What is kept of its counts changes every few seconds, and is no news to anybody. */
const EDITED = "created_at, updated_at, version, name, category, status, position, image_id";

const UPDATED = "execute function set_updated_at()";
const NOTIFIED = "execute function notify_content_change()";

/**
 * The sums of an ad's last thirty days, kept beside it for the lists that are sorted by them. Here those of UTC's days; the
 * hour's task makes them the site's.
 */
export class Migration20261122160300_recent_ad_counts extends Migration {
  override up(): void {
    this.addSql(`
      alter table ads add column kept_views int not null default 0, add column kept_clicks int not null default 0,
        add column kept_until date null
    `);
    this.addSql("drop trigger ads_updated_at on ads");
    this.addSql(`create trigger ads_updated_at before update of ${EDITED} on ads for each row ${UPDATED}`);
    this.addSql("drop trigger ads_content_change on ads");
    this.addSql(`
      create trigger ads_content_change after insert or update of ${EDITED} or delete or truncate on ads
        for each statement ${NOTIFIED}
    `);
    this.addSql(`
      update ads set kept_views = recent.views, kept_clicks = recent.clicks, kept_until = '1970-01-01'
        from (select ad_id, sum(views) as views, sum(clicks) as clicks from ad_counts
               where day > current_date - 30 group by ad_id) as recent
       where ads.id = recent.ad_id
    `);
    this.addSql(
      "create index ads_kept_until_index on ads (kept_until) where kept_views > 0 or kept_clicks > 0",
    );
    for (const column of ["kept_views", "kept_clicks"])
      this.addSql(
        `create index ads_${column}_sort_index on ads (${column}, id) include (category, status, created_at)`,
      );
  }

  override down(): void {
    for (const name of ["kept_clicks_sort", "kept_views_sort", "kept_until"])
      this.addSql(`drop index ads_${name}_index`);
    this.addSql("drop trigger ads_content_change on ads");
    this.addSql(`
      create trigger ads_content_change after insert or update or delete or truncate on ads
        for each statement ${NOTIFIED}
    `);
    this.addSql("drop trigger ads_updated_at on ads");
    this.addSql(`create trigger ads_updated_at before update on ads for each row ${UPDATED}`);
    this.addSql("alter table ads drop column kept_views, drop column kept_clicks, drop column kept_until");
  }
}
