import { Migration } from "@mikro-orm/migrations";

const record = (kind: string, table: string) => `${kind}_id uuid
    constraint saved_items_${kind}_id_foreign references ${table} on update cascade on delete cascade`;

/** Members follow authors and save articles, briefs and videos for later. */
export class Following extends Migration {
  override up(): void {
    this.addSql(`
create table followed_authors (
  member_id uuid not null
    constraint followed_authors_member_id_foreign references members on update cascade on delete cascade,
  slug text not null constraint followed_authors_slug_length check (char_length(slug) >= 1 and char_length(slug) <= 400),
  name text not null constraint followed_authors_name_length check (char_length(name) >= 1 and char_length(name) <= 200),
  created_at timestamptz(3) not null default now(),
  primary key (member_id, slug)
)`);
    this.addSql("create index followed_authors_slug_index on followed_authors (slug)");
    this.addSql(
      "create index followed_authors_by_age_index on followed_authors (member_id, created_at desc, slug)",
    );
    this.addSql(`
create table saved_items (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  member_id uuid not null
    constraint saved_items_member_id_foreign references members on update cascade on delete cascade,
  ${record("news", "news")},
  ${record("brief", "daily_briefs")},
  ${record("video", "videos")},
  constraint saved_items_news_id_member_id_unique unique (news_id, member_id),
  constraint saved_items_brief_id_member_id_unique unique (brief_id, member_id),
  constraint saved_items_video_id_member_id_unique unique (video_id, member_id),
  constraint saved_items_one_record check (num_nonnulls(news_id, brief_id, video_id) = 1)
)`);
    this.addSql("create index saved_items_by_age_index on saved_items (member_id, created_at desc, id)");
  }

  override down(): void {
    this.addSql("drop table saved_items");
    this.addSql("drop table followed_authors");
  }
}
