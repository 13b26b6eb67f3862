import {
  contentTrigger,
  countTriggers,
  EDITED_COLUMNS,
  SHORT_LIST,
  type Subject,
  updatedAtTrigger,
} from "./parts";

/** Advertisements and banners. */
export const ADVERTISING: Subject = {
  functions: {},
  tables: {
    /** Counts of views change every few seconds; only edited columns set `updated_at` and notify servers. */
    ads: `
create table ads (
  ${EDITED_COLUMNS},
  name text not null constraint ads_name_length check (char_length(name) between 1 and 2000),
  category text not null check (category in ('square', 'rectangle')),
  status text not null default 'draft' check (status in ('published', 'draft')),
  position smallint not null constraint ads_position_range check ("position" >= 1 and "position" <= 10),
  image_id uuid not null constraint ads_image_id_foreign references images on update cascade on delete no action,
  kept_views int not null default 0,
  kept_clicks int not null default 0,
  kept_until date,
  sells_membership boolean not null default false,
  alt_text text constraint ads_alt_text_length check (char_length(alt_text) between 1 and 300),
  unpublish_at timestamptz(3)
);
create index ads_category_created_at_id_index on ads (category, created_at, id);
create index ads_category_sort_index on ads (category, id) include (status, created_at);
create index ads_category_status_position_sells_membership_id_index on ads (category, status, position, sells_membership, id);
create index ads_created_at_id_index on ads (created_at, id);
create index ads_image_id_index on ads (image_id);
create index ads_kept_clicks_sort_index on ads (kept_clicks, id) include (category, status, created_at);
create index ads_kept_until_index on ads (kept_until) where kept_views > 0 or kept_clicks > 0;
create index ads_kept_views_sort_index on ads (kept_views, id) include (category, status, created_at);
create index ads_name_start_index on ads (left(name, 500), id) include (category, status, created_at);
create index ads_name_trgm on ads using gin (name gin_trgm_ops) ${SHORT_LIST};
create index ads_position_sort_index on ads (position, id) include (category, status, created_at);
create index ads_status_created_at_id_index on ads (status, created_at, id);
create index ads_unpublish_at_index on ads (unpublish_at) where unpublish_at is not null;
create trigger ads_content_change after insert or update of created_at, updated_at, version, name, category, status, position,
    image_id, sells_membership, alt_text or delete or truncate on ads
  for each statement execute function notify_content_change();
create trigger ads_updated_at before update of created_at, updated_at, version, name, category, status, position, image_id,
    sells_membership, alt_text on ads
  for each row execute function set_updated_at();
${countTriggers("ads", "status")}
`,
    /** Notifies nobody: no page shows these counts. */
    ad_counts: `
create table ad_counts (
  ad_id uuid not null constraint ad_counts_ad_id_foreign references ads on update cascade on delete cascade,
  day date not null,
  views int not null default 0 constraint ad_counts_views_range check (views >= 0),
  clicks int not null default 0 constraint ad_counts_clicks_range check (clicks >= 0),
  primary key (ad_id, day)
);
`,
    banners: `
create table banners (
  ${EDITED_COLUMNS},
  title text not null constraint banners_title_length check (char_length(title) between 1 and 300),
  url text constraint banners_url_length check (char_length(url) between 1 and 2000),
  image_id uuid not null constraint banners_image_id_foreign references images on update cascade on delete no action,
  sells_membership boolean not null default false,
  unpublish_at timestamptz(3)
);
create index banners_created_at_id_index on banners (created_at, id);
create index banners_image_id_index on banners (image_id);
create index banners_title_sort_index on banners (title, id) include (created_at);
create index banners_title_trgm on banners using gin (title gin_trgm_ops) ${SHORT_LIST};
create index banners_unpublish_at_index on banners (unpublish_at) where unpublish_at is not null;
create index banners_url_start_falling_index on banners (left(url, 500) desc nulls last, id desc) include (created_at);
create index banners_url_start_index on banners (left(url, 500), id) include (created_at);
create index banners_url_trgm on banners using gin (url gin_trgm_ops) ${SHORT_LIST};
${updatedAtTrigger("banners")}
${contentTrigger("banners")}
${countTriggers("banners")}
`,
  },
};
