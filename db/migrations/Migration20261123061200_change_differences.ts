import { Migration } from "@mikro-orm/migrations";

/** The log tells where a change came from and what was there before. What it told already stays, of unknown origin. */
export class Migration20261123061200_change_differences extends Migration {
  override up(): void {
    this.addSql("alter table changes add column origin text not null default 'unknown'");
    this.addSql(`alter table changes add constraint changes_origin_check
      check (origin in ('form', 'api', 'import', 'job', 'unknown'))`);
    this.addSql("alter table changes add column differences jsonb");
    this.addSql(`alter table changes add constraint changes_differences_object
      check (jsonb_typeof(differences) = 'object')`);
    this.addSql("drop index changes_staff_id_index");
    this.addSql("drop index changes_resource_created_at_id_index");
    this.addSql(`create index changes_resource_origin_created_at_id_index
      on changes (resource, origin, created_at, id)`);
    this.addSql(`create index changes_staff_id_resource_origin_created_at_id_index
      on changes (staff_id, resource, origin, created_at, id)`);
  }

  override down(): void {
    this.addSql("drop index changes_staff_id_resource_origin_created_at_id_index");
    this.addSql("drop index changes_resource_origin_created_at_id_index");
    this.addSql("create index changes_staff_id_index on changes (staff_id)");
    this.addSql("create index changes_resource_created_at_id_index on changes (resource, created_at, id)");
    this.addSql("alter table changes drop column differences");
    this.addSql("alter table changes drop column origin");
  }
}
