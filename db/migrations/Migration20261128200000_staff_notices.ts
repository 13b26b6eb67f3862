import { Migration } from "@mikro-orm/migrations";

/** What authors say of themselves stands on pages that are kept: whoever changes it tells of it. */
export class Migration20261128200000_staff_notices extends Migration {
  override up(): void {
    this.addSql(`create trigger staff_content_change
                   after insert or delete or truncate or update of fullname, bio, portrait_id, status on staff
                   for each statement execute function notify_content_change()`);
  }

  override down(): void {
    this.addSql("drop trigger staff_content_change on staff");
  }
}
