import { Migration } from "@mikro-orm/migrations";

/** Finds the pages' texts that show a picture, as the indexes of articles, briefs and alerts do: each picture that is asked for is looked up there. */
export class Migration20261127130021_site_text_pictures extends Migration {
  override up(): void {
    this.addSql(`create index site_texts_body_pictures_index on site_texts using gin (pictures_in(body))
      with (gin_pending_list_limit = 256)`);
  }

  override down(): void {
    this.addSql("drop index site_texts_body_pictures_index");
  }
}
