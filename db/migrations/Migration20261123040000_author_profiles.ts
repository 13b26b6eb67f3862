import { Migration } from "@mikro-orm/migrations";

const SLUG = String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(fullname, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;

/** What staff say of themselves on the page of their by-line, and their portraits. Of staff there are never many. */
export class Migration20261123040000_author_profiles extends Migration {
  override up(): void {
    this.addSql(`alter table staff
      add column bio text null,
      add column portrait_id uuid null,
      add constraint staff_bio_length check (char_length(bio) >= 1 and char_length(bio) <= 500),
      add constraint staff_portrait_id_foreign
        foreign key (portrait_id) references images on update cascade on delete set null`);
    this.addSql("create index staff_portrait_id_index on staff (portrait_id)");
    this.addSql(
      `create index staff_author_slug_index on staff (${SLUG}, created_at, id) where bio is not null or portrait_id is not null`,
    );
  }

  override down(): void {
    // The indexes that name the columns go with them.
    this.addSql("alter table staff drop column bio, drop column portrait_id");
  }
}
