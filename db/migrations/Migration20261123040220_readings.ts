import { Migration } from "@mikro-orm/migrations";

const SECTION = "section text not null check (section in ('news', 'daily-brief', 'videos'))";
const views = (table: string) => `views int not null constraint ${table}_views_range check (views >= 0)`;

/**
 * What is read, by day and page, and in all; nothing of who reads. Of these only the ranking is content: counts are written every
 * minute, and no page shows them.
 */
export class Migration20261123040220_readings extends Migration {
  override up(): void {
    this.addSql(`
      create table page_readings (
        day date not null,
        ${SECTION},
        record_id uuid not null,
        ${views("page_readings")},
        primary key (day, section, record_id)
      )
    `);
    this.addSql(`create table reading_days (day date not null primary key, ${views("reading_days")})`);
    this.addSql(`
      create table most_read (
        place smallint not null primary key constraint most_read_place_range check (place >= 1 and place <= 20),
        ${SECTION},
        record_id uuid not null
      )
    `);
    // For each row: a ranking that finds everything in its place tells nobody.
    this.addSql(`create trigger most_read_content_change after insert or update or delete on most_read
                   for each row execute function notify_content_change()`);
    this.addSql(`create trigger most_read_content_gone after truncate on most_read
                   for each statement execute function notify_content_change()`);
  }

  override down(): void {
    for (const table of ["most_read", "reading_days", "page_readings"]) this.addSql(`drop table ${table}`);
  }
}
