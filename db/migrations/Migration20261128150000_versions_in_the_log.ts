import { Migration } from "@mikro-orm/migrations";

/** The log says which version of a record a change made: by it is known what others changed since a form was drawn. */
export class Migration20261128150000_versions_in_the_log extends Migration {
  override up(): void {
    this.addSql("alter table changes add column record_version int null");
  }

  override down(): void {
    this.addSql("alter table changes drop column record_version");
  }
}
