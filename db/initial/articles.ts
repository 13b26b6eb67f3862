export const DAILY_BRIEFS = `
create table daily_briefs (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  company_name text not null
    constraint daily_briefs_company_name_length check (char_length(company_name) between 1 and 300),
  ticker text not null constraint daily_briefs_ticker_length check (char_length(ticker) between 1 and 20),
  analysis text not null
    constraint daily_briefs_analysis_length check (char_length(analysis) between 1 and 100000),
  buy_zone_min numeric constraint daily_briefs_buy_zone_min_figure
    check (abs(buy_zone_min) < 1000000000000000 and scale(buy_zone_min) <= 8),
  buy_zone_max numeric constraint daily_briefs_buy_zone_max_figure
    check (abs(buy_zone_max) < 1000000000000000 and scale(buy_zone_max) <= 8),
  status text not null default 'published' check (status in ('published', 'draft')),
  author text constraint daily_briefs_author_length check (char_length(author) between 1 and 100),
  constraint daily_briefs_buy_zone_order check (buy_zone_min <= buy_zone_max)
);
create index daily_briefs_created_at_id_index on daily_briefs (created_at, id);
create index daily_briefs_status_created_at_id_index on daily_briefs (status, created_at, id);
create index daily_briefs_company_name_trgm on daily_briefs using gin (company_name gin_trgm_ops);
create index daily_briefs_ticker_trgm on daily_briefs using gin (ticker gin_trgm_ops);
create index daily_briefs_analysis_trgm on daily_briefs using gin (analysis gin_trgm_ops);
create index daily_briefs_author_trgm on daily_briefs using gin (author gin_trgm_ops);
`;

export const NEWS = `
create table news (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  title text not null constraint news_title_length check (char_length(title) between 1 and 300),
  content text not null constraint news_content_length check (char_length(content) between 1 and 100000),
  image_id uuid constraint news_image_id_foreign references images on update cascade on delete set null,
  category text not null
    check (category in ('Trending', 'Tech', 'Stock', 'Cryptocurrency', 'Energy', 'Politics')),
  author text constraint news_author_length check (char_length(author) between 1 and 100),
  status text not null default 'published' check (status in ('published', 'draft'))
);
create index news_image_id_index on news (image_id);
create index news_created_at_id_index on news (created_at, id);
create index news_status_created_at_id_index on news (status, created_at, id);
create index news_category_created_at_id_index on news (category, created_at, id);
create index news_title_trgm on news using gin (title gin_trgm_ops);
create index news_content_trgm on news using gin (content gin_trgm_ops);
create index news_author_trgm on news using gin (author gin_trgm_ops);
`;

export const VIDEOS = `
create table videos (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  title text not null constraint videos_title_length check (char_length(title) between 1 and 300),
  caption text constraint videos_caption_length check (char_length(caption) <= 100000),
  youtube_link text not null
    constraint videos_youtube_link_length check (char_length(youtube_link) between 1 and 2000),
  status text not null default 'published' check (status in ('published', 'draft')),
  is_free boolean not null default false
);
create index videos_created_at_id_index on videos (created_at, id);
create index videos_status_created_at_id_index on videos (status, created_at, id);
create index videos_title_trgm on videos using gin (title gin_trgm_ops);
create index videos_caption_trgm on videos using gin (caption gin_trgm_ops);
`;

export const ADS = `
create table ads (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  name text not null constraint ads_name_length check (char_length(name) between 1 and 2000),
  category text not null check (category in ('square', 'rectangle')),
  status text not null default 'draft' check (status in ('published', 'draft')),
  position smallint not null constraint ads_position_range check (position between 1 and 10),
  image_id uuid not null constraint ads_image_id_foreign references images on update cascade on delete no action
);
create index ads_image_id_index on ads (image_id);
create index ads_created_at_id_index on ads (created_at, id);
create index ads_status_created_at_id_index on ads (status, created_at, id);
create index ads_category_status_position_index on ads (category, status, position);
create index ads_name_trgm on ads using gin (name gin_trgm_ops);
`;

export const BANNERS = `
create table banners (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  title text not null constraint banners_title_length check (char_length(title) between 1 and 300),
  url text constraint banners_url_length check (char_length(url) between 1 and 2000),
  image_id uuid not null
    constraint banners_image_id_foreign references images on update cascade on delete no action
);
create index banners_image_id_index on banners (image_id);
create index banners_created_at_id_index on banners (created_at, id);
create index banners_title_trgm on banners using gin (title gin_trgm_ops);
`;
