import { Migration } from "@mikro-orm/migrations";

/** The ids of the pictures that a text in Markdown shows. */
export const PICTURES_IN = `create function pictures_in(words text) returns text[]
  language sql immutable strict parallel safe
  return array(select (regexp_matches(words, '/uploads/([0-9a-f-]{36})/', 'g'))[1])`;

const TEXTS = [
  ["news", "content"],
  ["daily_briefs", "analysis"],
  ["trade_alerts", "analysis"],
  // What was deleted may come back.
  ["binned_records", "held", "held::text"],
] as const;

/** Pictures that staff keep to be used again; of every picture what it shows, what of it stays when it is cut, and what it is a copy of. */
export class Migration20261125060000_picture_library extends Migration {
  override up(): void {
    const focus = `text not null default 'centre'`;
    const points = "('centre', 'top', 'bottom', 'left', 'right')";
    this.addSql(`alter table images
      add column alt text not null default '' constraint images_alt_length check (char_length(alt) <= 300),
      add column focus ${focus} constraint images_focus_check check (focus in ${points}),
      add column origin_id uuid null`);
    this.addSql("create index images_origin_id_index on images (origin_id) where origin_id is not null");
    this.addSql("alter table pending_pictures add column origin_id uuid null");
    this.addSql(`create table library_pictures (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version int not null default 1,
      title text not null constraint library_pictures_title_length
        check (char_length(title) >= 1 and char_length(title) <= 200),
      alt text null constraint library_pictures_alt_length check (char_length(alt) >= 1 and char_length(alt) <= 300),
      focus ${focus} constraint library_pictures_focus_check check (focus in ${points}),
      image_id uuid not null constraint library_pictures_image_id_foreign references images
        on update cascade on delete no action
    )`);
    this.addSql("create index library_pictures_image_id_index on library_pictures (image_id)");
    this.addSql("create index library_pictures_created_at_id_index on library_pictures (created_at, id)");
    for (const column of ["title", "alt"])
      this.addSql(`create index library_pictures_${column}_trgm on library_pictures using gin (${column} gin_trgm_ops)
        with (gin_pending_list_limit = 256)`);
    this.addSql(
      "create index library_pictures_title_sort_index on library_pictures (title, id) include (created_at)",
    );
    this.addSql(PICTURES_IN);
    for (const [table, column, words = column] of TEXTS)
      this.addSql(`create index ${table}_${column}_pictures_index on ${table} using gin (pictures_in(${words}))
        with (gin_pending_list_limit = 256)`);
    this.addSql(`create trigger library_pictures_updated_at before update on library_pictures
      for each row execute function set_updated_at()`);
  }

  override down(): void {
    for (const [table, column] of TEXTS) this.addSql(`drop index ${table}_${column}_pictures_index`);
    this.addSql("drop function pictures_in(text)");
    this.addSql("drop table library_pictures");
    this.addSql("alter table pending_pictures drop column origin_id");
    this.addSql("alter table images drop column alt, drop column focus, drop column origin_id");
  }
}
