import { Migration } from "@mikro-orm/migrations";

const SLUG = String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(author, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;

const INDEXES = [
  `news_author_slug_index on news (${SLUG}, created_at, id) where status = 'published'`,
  `daily_briefs_author_slug_index on daily_briefs (${SLUG}, created_at, id) where status = 'published'`,
  `calls_author_ended_index on calls (${SLUG}, ended_on, id) where state <> 'open' and kind <> 'brief' and not mistake`,
  `calls_author_open_index on calls (${SLUG}, made_at, id) where state = 'open' and kind <> 'brief'`,
];

/** What an author's page is read by: the address of the name, newest first. */
export class Migration20261122172300_authors extends Migration {
  override up(): void {
    for (const index of INDEXES) this.addSql(`create index ${index}`);
  }

  override down(): void {
    for (const index of INDEXES) this.addSql(`drop index ${index.split(" ")[0]}`);
  }
}
