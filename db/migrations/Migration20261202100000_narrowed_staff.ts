import { Migration } from "@mikro-orm/migrations";

/** Without entries a person has all permissions of their role. */
export class NarrowedStaff extends Migration {
  override up(): void {
    this.addSql("alter table staff add column narrowed_to text[] not null default '{}'");
  }

  override down(): void {
    this.addSql("alter table staff drop column narrowed_to");
  }
}
