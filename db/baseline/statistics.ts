import type { Subject } from "./parts";

/** Daily numbers of readers, payers and revenue, and the bounds of sitemap files. */
export const STATISTICS: Subject = {
  functions: {},
  tables: {
    /** Counts without readers. Notifies nobody: only the ranking is shown. */
    page_readings: `
create table page_readings (
  day date not null,
  section text not null check (section in ('news', 'daily-brief', 'videos')),
  record_id uuid not null,
  views int not null constraint page_readings_views_range check (views >= 0),
  primary key (day, section, record_id)
);
`,
    reading_days: `
create table reading_days (
  day date not null primary key,
  views int not null constraint reading_days_views_range check (views >= 0)
);
`,
    /** Notifies row by row: a ranking that stays the same changes no row and drops no page. */
    most_read: `
create table most_read (
  place smallint not null primary key constraint most_read_place_range check (place between 1 and 20),
  section text not null check (section in ('news', 'daily-brief', 'videos')),
  record_id uuid not null
);
create trigger most_read_content_change after insert or update or delete on most_read for each row
  execute function notify_content_change();
create trigger most_read_content_gone after truncate on most_read for each statement execute function notify_content_change();
`,
    payer_days: `
create table payer_days (
  day date not null primary key,
  counted_until timestamptz(3) not null,
  began int not null,
  ended int not null,
  entered int not null,
  first_payments int not null,
  returned int not null,
  renewed int not null,
  free_readers int,
  constraint payer_days_counts_range check (LEAST(began, ended, entered, first_payments, returned, renewed, free_readers) >= 0)
);
`,
    revenue_days: `
create table revenue_days (
  day date not null,
  plan text not null,
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  currency char(3) not null,
  payments int not null,
  amount numeric(16, 2) not null,
  refunds int not null,
  refunded numeric(16, 2) not null,
  primary key (day, plan, tier, currency),
  constraint revenue_days_counts_range check (LEAST(payments::numeric, amount, refunds::numeric, refunded) >= 0)
);
`,
    lock_days: `
create table lock_days (
  day date not null,
  page text not null
    constraint lock_days_page_format
    check (page ~ '^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'),
  shown int not null,
  followed int not null,
  primary key (day, page),
  constraint lock_days_counts_range check (LEAST(shown, followed) >= 0)
);
create index lock_days_unfolded_index on lock_days (day) where extract(day from day) <> 1;
`,
    lock_revenue_days: `
create table lock_revenue_days (
  day date not null,
  page text not null
    constraint lock_revenue_days_page_format
    check (page ~ '^/((daily-brief|trade-alert|videos)(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|stock-picks|search)?$'),
  currency char(3) not null,
  payments int not null,
  amount numeric(16, 2) not null,
  refunds int not null,
  refunded numeric(16, 2) not null,
  primary key (day, page, currency),
  constraint lock_revenue_days_counts_range check (LEAST(payments::numeric, amount, refunds::numeric, refunded) >= 0)
);
`,
    sitemap_bounds: `
create table sitemap_bounds (
  section text not null,
  part int not null constraint sitemap_bounds_part_range check (part >= 2),
  created_at timestamptz(3) not null,
  record_id uuid not null,
  primary key (section, part)
);
`,
  },
};
