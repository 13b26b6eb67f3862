/** What is kept of the counts beside ads, of UTC's days: the server makes them the site's within the hour. */
export const KEEP_RECENT_COUNTS = `
  update ads set kept_views = recent.views, kept_clicks = recent.clicks, kept_until = '1970-01-01'
    from (select ad_id, sum(views) as views, sum(clicks) as clicks from ad_counts
           where day > current_date - 30 group by ad_id) as recent
   where ads.id = recent.ad_id and (ads.kept_views, ads.kept_clicks) <> (recent.views, recent.clicks)`;

/** As if each series had given the numbers that the payments have. */
export const KEEP_RECEIPT_COUNTERS = `
  insert into receipt_counters as kept (series, last)
  select 'receipt', max(receipt_number) from payments having max(receipt_number) is not null
  union all
  select 'credit note', max(credit_note_number) from payments having max(credit_note_number) is not null
  on conflict (series) do update set last = excluded.last`;
