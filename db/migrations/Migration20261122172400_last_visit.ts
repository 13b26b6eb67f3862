import { Migration } from "@mikro-orm/migrations";

/** When a session's reader was here before this visit: what is newer is new to them. */
export class Migration20261122172400_last_visit extends Migration {
  override up(): void {
    this.addSql("alter table sessions add column visited_before_at timestamptz(3) null");
  }

  override down(): void {
    this.addSql("alter table sessions drop column visited_before_at");
  }
}
