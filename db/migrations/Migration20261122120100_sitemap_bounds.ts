import { Migration } from "@mikro-orm/migrations";

/** Where the files of sitemaps begin. It has no trigger that tells of changed content: no page shows it. */
export class Migration20261122120100_sitemap_bounds extends Migration {
  override up(): void {
    this.addSql(`
      create table sitemap_bounds (
        section text not null,
        part int not null constraint sitemap_bounds_part_range check (part >= 2),
        created_at timestamptz(3) not null,
        record_id uuid not null,
        primary key (section, part)
      )
    `);
  }

  override down(): void {
    this.addSql("drop table sitemap_bounds");
  }
}
