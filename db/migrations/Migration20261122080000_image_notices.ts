import { Migration } from "@mikro-orm/migrations";

/**
 * A picture that comes or goes changes no page: the record that shows it does, and tells of itself, also where the
 * database takes the picture out of it. Told of by itself, each new photo of a member would let go of every page with a
 * picture on it.
 */
export class Migration20261122080000_image_notices extends Migration {
  override up(): void {
    this.addSql("drop trigger images_content_change on images");
    this.addSql(`create trigger images_content_change after update or truncate on images
                   for each statement execute function notify_content_change()`);
  }

  override down(): void {
    this.addSql("drop trigger images_content_change on images");
    this.addSql(`create trigger images_content_change after insert or update or delete or truncate on images
                   for each statement execute function notify_content_change()`);
  }
}
