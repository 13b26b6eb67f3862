import { Migration } from "@mikro-orm/migrations";

/** What people edit of an ad; its counts are no news to anybody. */
const EDITED =
  "created_at, updated_at, version, name, category, status, position, image_id, sells_membership";

const onEdit = (columns: string) => [
  "drop trigger ads_updated_at on ads",
  `create trigger ads_updated_at before update of ${columns} on ads
     for each row execute function set_updated_at()`,
  "drop trigger ads_content_change on ads",
  `create trigger ads_content_change after insert or update of ${columns} or delete or truncate on ads
     for each statement execute function notify_content_change()`,
];

/** What stands on the picture of an ad, for who does not see it. Old ads have none: they are called by their links, as before. */
export class Migration20261123060600_ad_texts extends Migration {
  override up(): void {
    this.addSql("alter table ads add column alt_text text");
    this.addSql(
      "alter table ads add constraint ads_alt_text_length check (char_length(alt_text) >= 1 and char_length(alt_text) <= 300)",
    );
    for (const statement of onEdit(`${EDITED}, alt_text`)) this.addSql(statement);
  }

  override down(): void {
    for (const statement of onEdit(EDITED)) this.addSql(statement);
    this.addSql("alter table ads drop column alt_text");
  }
}
