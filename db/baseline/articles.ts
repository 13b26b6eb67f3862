import {
  authorSlug,
  contentTrigger,
  countTriggers,
  EDITED_COLUMNS,
  figure,
  SHORT_LIST,
  type Subject,
  updatedAtTrigger,
} from "./parts";

/** Daily briefs, news and videos. */
export const ARTICLES: Subject = {
  functions: {
    /**
     * Links a brief by its ticker. A scheduled brief creates no instrument: a search for instruments would
     * reveal it.
     */
    keep_brief_instrument: `
create function keep_brief_instrument() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.ticker)) = upper(btrim(old.ticker)) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.ticker),
    case when new.publish_at > now() then instrument_by_symbol(new.ticker)
         else instrument_for(new.ticker, new.company_name, null, 'stock') end);
  return new;
end
$$;
`,
  },
  tables: {
    daily_briefs: `
create table daily_briefs (
  ${EDITED_COLUMNS},
  company_name text not null
    constraint daily_briefs_company_name_length check (char_length(company_name) between 1 and 300),
  ticker text not null constraint daily_briefs_ticker_length check (char_length(ticker) between 1 and 20),
  analysis text not null constraint daily_briefs_analysis_length check (char_length(analysis) between 1 and 100000),
  ${figure("daily_briefs", "buy_zone_min")},
  ${figure("daily_briefs", "buy_zone_max")},
  status text not null default 'published' check (status in ('published', 'draft')),
  author text constraint daily_briefs_author_length check (char_length(author) between 1 and 100),
  instrument_id uuid
    constraint daily_briefs_instrument_id_foreign references instruments on update cascade on delete no action,
  headline text constraint daily_briefs_headline_length check (char_length(headline) between 1 and 200),
  teaser text constraint daily_briefs_teaser_length check (char_length(teaser) between 1 and 500),
  disclosure text constraint daily_briefs_disclosure_length check (char_length(disclosure) between 1 and 500),
  audience text not null default 'members' check (audience in ('members', 'private')),
  is_sample boolean not null default false,
  publish_at timestamptz(3),
  first_published_at timestamptz(3),
  constraint daily_briefs_buy_zone_order check (buy_zone_min <= buy_zone_max)
);
create index daily_briefs_analysis_parts on daily_briefs using gin (search_parts(analysis)) ${SHORT_LIST};
create index daily_briefs_analysis_pictures_index on daily_briefs using gin (pictures_in(analysis)) ${SHORT_LIST};
create index daily_briefs_analysis_trgm on daily_briefs using gin (analysis gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_author_falling_sort_index on daily_briefs (author desc nulls last, id desc)
  include (status, created_at);
create index daily_briefs_author_folded on daily_briefs using gin (search_fold(author) gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_author_slug_index on daily_briefs (${authorSlug("author")}, created_at, id) include (publish_at)
  where status = 'published';
create index daily_briefs_author_sort_index on daily_briefs (author, id) include (status, created_at);
create index daily_briefs_author_trgm on daily_briefs using gin (author gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_company_name_folded on daily_briefs using gin (search_fold(company_name) gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_company_name_prefix on daily_briefs (lower(company_name) text_pattern_ops);
create index daily_briefs_company_name_sort_index on daily_briefs (company_name, id) include (status, created_at);
create index daily_briefs_company_name_trgm on daily_briefs using gin (company_name gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_created_at_id_index on daily_briefs (created_at, id);
create index daily_briefs_headline_folded on daily_briefs using gin (search_fold(headline) gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_headline_prefix on daily_briefs (lower(headline) text_pattern_ops);
create index daily_briefs_headline_trgm on daily_briefs using gin (headline gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_instrument_id_created_at_id_index on daily_briefs (instrument_id, created_at, id);
create index daily_briefs_publish_at_index on daily_briefs (publish_at) where publish_at is not null;
create index daily_briefs_sample_index on daily_briefs (created_at, id) where is_sample and status = 'published';
create index daily_briefs_status_created_at_id_index on daily_briefs (status, created_at, id) include (publish_at);
create index daily_briefs_ticker_folded on daily_briefs using gin (search_fold(ticker) gin_trgm_ops) ${SHORT_LIST};
create index daily_briefs_ticker_prefix on daily_briefs (lower(ticker) text_pattern_ops, created_at, id);
create index daily_briefs_ticker_trgm on daily_briefs using gin (ticker gin_trgm_ops) ${SHORT_LIST};
alter index daily_briefs_analysis_parts alter column 1 set statistics 0;
create trigger daily_briefs_created_at before insert or update of publish_at on daily_briefs for each row
  execute function keep_publish_minute();
create trigger daily_briefs_first_publication before insert or update of status, publish_at on daily_briefs for each row
  execute function keep_first_publication();
create trigger daily_briefs_instrument before insert or update of ticker, publish_at on daily_briefs for each row
  execute function keep_brief_instrument();
create trigger daily_briefs_public_names after insert or delete or update of
    company_name, ticker, status, instrument_id, publish_at on daily_briefs
  for each row execute function renew_public_names();
create trigger daily_briefs_updated_at before update on daily_briefs for each row
  when (old.instrument_id is not distinct from new.instrument_id or old.ticker is distinct from new.ticker)
  execute function set_updated_at();
${contentTrigger("daily_briefs")}
${countTriggers("daily_briefs", "status")}
`,
    news: `
create table news (
  ${EDITED_COLUMNS},
  title text not null constraint news_title_length check (char_length(title) between 1 and 300),
  content text not null constraint news_content_length check (char_length(content) between 1 and 100000),
  image_id uuid constraint news_image_id_foreign references images on update cascade on delete set null,
  category text not null check (category in ('Trending', 'Tech', 'Stock', 'Cryptocurrency', 'Energy', 'Politics')),
  author text constraint news_author_length check (char_length(author) between 1 and 100),
  status text not null default 'published' check (status in ('published', 'draft')),
  publish_at timestamptz(3),
  first_published_at timestamptz(3)
);
create index news_author_falling_sort_index on news (author desc nulls last, id desc) include (status, category, created_at);
create index news_author_folded on news using gin (search_fold(author) gin_trgm_ops) ${SHORT_LIST};
create index news_author_slug_index on news (${authorSlug("author")}, created_at, id) include (publish_at)
  where status = 'published';
create index news_author_sort_index on news (author, id) include (status, category, created_at);
create index news_author_trgm on news using gin (author gin_trgm_ops) ${SHORT_LIST};
create index news_category_created_at_id_index on news (category, created_at, id);
create index news_content_parts on news using gin (search_parts(content)) ${SHORT_LIST};
create index news_content_pictures_index on news using gin (pictures_in(content)) ${SHORT_LIST};
create index news_content_trgm on news using gin (content gin_trgm_ops) ${SHORT_LIST};
create index news_created_at_id_index on news (created_at, id);
create index news_image_id_index on news (image_id);
create index news_publish_at_index on news (publish_at) where publish_at is not null;
create index news_status_category_created_at_id_index on news (status, category, created_at, id) include (publish_at);
create index news_status_created_at_id_index on news (status, created_at, id) include (publish_at);
create index news_title_folded on news using gin (search_fold(title) gin_trgm_ops) ${SHORT_LIST};
create index news_title_prefix on news (lower(title) text_pattern_ops);
create index news_title_sort_index on news (title, id) include (status, category, created_at);
create index news_title_trgm on news using gin (title gin_trgm_ops) ${SHORT_LIST};
alter index news_content_parts alter column 1 set statistics 0;
create trigger news_created_at before insert or update of publish_at on news for each row execute function keep_publish_minute();
create trigger news_first_publication before insert or update of status, publish_at on news for each row
  execute function keep_first_publication();
${updatedAtTrigger("news")}
${contentTrigger("news")}
${countTriggers("news", "status")}
`,
    videos: `
create table videos (
  ${EDITED_COLUMNS},
  title text not null constraint videos_title_length check (char_length(title) between 1 and 300),
  caption text constraint videos_caption_length check (char_length(caption) <= 100000),
  youtube_link text not null constraint videos_youtube_link_length check (char_length(youtube_link) between 1 and 2000),
  status text not null default 'published' check (status in ('published', 'draft')),
  is_free boolean not null default false,
  audience text not null default 'members' check (audience in ('members', 'private')),
  publish_at timestamptz(3),
  first_published_at timestamptz(3)
);
create index videos_caption_parts on videos using gin (search_parts(caption)) ${SHORT_LIST};
create index videos_caption_trgm on videos using gin (caption gin_trgm_ops) ${SHORT_LIST};
create index videos_created_at_id_index on videos (created_at, id);
create index videos_is_free_created_at_id_index on videos (is_free, created_at, id);
create index videos_is_free_sort_index on videos (is_free, id) include (status, created_at);
create index videos_newest_index on videos (created_at, id) include (status, is_free, publish_at);
create index videos_publish_at_index on videos (publish_at) where publish_at is not null;
create index videos_status_created_at_id_index on videos (status, created_at, id) include (publish_at);
create index videos_title_folded on videos using gin (search_fold(title) gin_trgm_ops) ${SHORT_LIST};
create index videos_title_prefix on videos (lower(title) text_pattern_ops);
create index videos_title_sort_index on videos (title, id) include (status, is_free, created_at);
create index videos_title_trgm on videos using gin (title gin_trgm_ops) ${SHORT_LIST};
alter index videos_caption_parts alter column 1 set statistics 0;
create trigger videos_created_at before insert or update of publish_at on videos for each row
  execute function keep_publish_minute();
create trigger videos_first_publication before insert or update of status, publish_at on videos for each row
  execute function keep_first_publication();
${updatedAtTrigger("videos")}
${contentTrigger("videos")}
${countTriggers("videos", "status", "is_free")}
`,
  },
};
