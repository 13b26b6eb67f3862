import { Migration } from "@mikro-orm/migrations";

const TABLES = ["news", "daily_briefs", "videos"] as const;

/** As the migration "planning" made it, but that drafts are left to `keep_first_publication`. */
const KEEP_MINUTE = (ofDrafts: string) => `
create or replace function keep_publish_minute() returns trigger language plpgsql as $$
begin
  if new.publish_at > now() then
    new.created_at := new.publish_at;
  elsif tg_op = 'UPDATE' and new.publish_at is null and (old.publish_at > now()${ofDrafts}) then
    new.created_at := now();
  end if;
  return new;
end
$$`;

const OF_DRAFTS = ` or (old.publish_at is not null and to_jsonb(old) ->> 'status' = 'draft')`;

/**
 * A draft that is published is as old as its publication, whichever way it is published, or it would be born below what came
 * meanwhile. One that was out before and is mended as a draft keeps its age: it is no news.
 */
const KEEP_FIRST_PUBLICATION = `
create function keep_first_publication() returns trigger language plpgsql as $$
declare was_out boolean := coalesce(new.first_published_at <= now(), false);
begin
  if new.status = 'published' and not was_out then
    if tg_op = 'UPDATE' and old.status = 'draft' and not coalesce(new.publish_at > now(), false) then
      new.created_at := now();
    end if;
    new.first_published_at := new.created_at;
  end if;
  return new;
end
$$`;

/** News, briefs and videos know when they first came out. */
export class Migration20261128140000_first_publications extends Migration {
  override up(): void {
    this.addSql(KEEP_MINUTE(""));
    this.addSql(KEEP_FIRST_PUBLICATION);
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column first_published_at timestamptz(3) null`);
      this.addSql(`alter table ${table} disable trigger user`);
      this.addSql(`update ${table} set first_published_at = created_at where status = 'published'`);
      this.addSql(`alter table ${table} enable trigger user`);
      // Triggers of a row run by their names: this one sees the age that "created_at" has kept.
      this.addSql(`create trigger ${table}_first_publication before insert or update of status, publish_at on ${table}
                     for each row execute function keep_first_publication()`);
    }
  }

  override down(): void {
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_first_publication on ${table}`);
      this.addSql(`alter table ${table} drop column first_published_at`);
    }
    this.addSql("drop function keep_first_publication()");
    this.addSql(KEEP_MINUTE(OF_DRAFTS));
  }
}
