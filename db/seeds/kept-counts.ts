/**
 * The stored recent counts of ads, by days of UTC. Within the hour the server recomputes them by the site's
 * days.
 */
export const KEEP_RECENT_COUNTS = `
  update ads set kept_views = recent.views, kept_clicks = recent.clicks, kept_until = '1970-01-01'
    from (select ad_id, sum(views) as views, sum(clicks) as clicks from ad_counts
           where day > current_date - 30 group by ad_id) as recent
   where ads.id = recent.ad_id and (ads.kept_views, ads.kept_clicks) <> (recent.views, recent.clicks)`;

/** Sets each series to the highest number of its payments. */
export const KEEP_RECEIPT_COUNTERS = `
  insert into receipt_counters as kept (series, last)
  select 'receipt', max(receipt_number) from payments having max(receipt_number) is not null
  union all
  select 'credit note', max(credit_note_number) from payments having max(credit_note_number) is not null
  on conflict (series) do update set last = excluded.last`;
