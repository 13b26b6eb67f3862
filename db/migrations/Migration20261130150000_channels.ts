import { Migration } from "@mikro-orm/migrations";

const NEWSLETTERS = "'alerts', 'briefs', 'news', 'weekly'";
const id = "id uuid not null default gen_random_uuid() primary key";
const createdAt = "created_at timestamptz(3) not null default now()";

const length = (table: string, column: string, least: number, most: number) =>
  `constraint ${table}_${column}_length check (char_length(${column}) >= ${least} and char_length(${column}) <= ${most})`;

/** What is published is posted in the owner's channels at other services. */
export class Channels extends Migration {
  override up(): void {
    this.addSql(`
create table channels (
  ${id},
  ${createdAt},
  service text not null constraint channels_service_check check (service in ('discord', 'slack', 'telegram')),
  name text not null ${length("channels", "name", 1, 60)},
  sealed text not null ${length("channels", "sealed", 1, 1000)},
  hint text not null ${length("channels", "hint", 4, 4)},
  chat_id text ${length("channels", "chat_id", 1, 64)},
  newsletters text[] not null
    constraint channels_newsletters check (cardinality(newsletters) > 0 and newsletters <@ array[${NEWSLETTERS}]),
  tier text not null constraint channels_tier_check check (tier in ('Basic', 'Premium', 'Private')),
  every_record_since timestamptz(3),
  active boolean not null default true,
  retry_at timestamptz(3),
  failures int not null default 0,
  tried_at timestamptz(3),
  last_success_at timestamptz(3),
  last_error text ${length("channels", "last_error", 1, 300)},
  last_error_at timestamptz(3),
  constraint channels_chat check ((service = 'telegram') = (chat_id is not null)),
  constraint channels_error check ((last_error is null) = (last_error_at is null))
)`);
    this.addSql(`
create table channel_posts (
  ${id},
  ${createdAt},
  channel_id uuid not null
    constraint channel_posts_channel_id_foreign references channels on update cascade on delete cascade,
  edition_id uuid
    constraint channel_posts_edition_id_foreign references editions on update cascade on delete cascade,
  newsletter text not null constraint channel_posts_newsletter_check check (newsletter in (${NEWSLETTERS})),
  record_id uuid not null,
  state text not null default 'waiting' constraint channel_posts_state_check
    check (state in ('waiting', 'sending', 'sent', 'skipped', 'failed', 'unknown')),
  attempts int not null default 0,
  tried_at timestamptz(3),
  ended_at timestamptz(3),
  extent text constraint channel_posts_extent_check check (extent in ('whole', 'teaser')),
  words text ${length("channel_posts", "words", 1, 10_000)},
  reason text ${length("channel_posts", "reason", 1, 300)},
  constraint channel_posts_channel_id_newsletter_record_id_unique unique (channel_id, newsletter, record_id)
)`);
    this.addSql("create index channel_posts_edition_id_index on channel_posts (edition_id)");
    this.addSql("create index channel_posts_created_at_index on channel_posts (created_at)");
    this.addSql("create index channel_posts_newest_index on channel_posts (channel_id, created_at, id)");
    this.addSql(`create index channel_posts_open_index on channel_posts (channel_id, state, created_at, id)
      where state in ('waiting', 'sending')`);
  }

  override down(): void {
    this.addSql("drop table channel_posts");
    this.addSql("drop table channels");
  }
}
