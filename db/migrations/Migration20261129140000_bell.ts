import { Migration } from "@mikro-orm/migrations";

/** When a member last read the bell. */
export class Bell extends Migration {
  override up(): void {
    this.addSql("alter table member_marks add column bell_read_at timestamptz(3)");
  }

  override down(): void {
    this.addSql("alter table member_marks drop column bell_read_at");
  }
}
