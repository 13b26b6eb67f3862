import { Migration } from "@mikro-orm/migrations";

/** Members read sections in a feed reader, at secret addresses. */
export class PrivateFeeds extends Migration {
  override up(): void {
    this.addSql(`
create table private_feeds (
  member_id uuid not null
    constraint private_feeds_member_id_foreign references members on update cascade on delete cascade,
  section text not null constraint private_feeds_section_check
    check (section in ('news', 'daily-brief', 'stock-picks', 'trade-alert', 'videos')),
  token_hash text not null constraint private_feeds_token_hash_unique unique
    constraint private_feeds_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  last_used_on date,
  primary key (member_id, section)
)`);
  }

  override down(): void {
    this.addSql("drop table private_feeds");
  }
}
