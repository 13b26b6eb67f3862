import { Migration } from "@mikro-orm/migrations";

/** Read in the order of results for a median: with what says whose figures a call is in. */
const INDEXES = {
  calls_record_index: "(ended_on, id) include (result, audience, counted_by_year) where part is not null",
  calls_record_result_index: "(part, result, id) include (audience, counted) where part is not null",
  calls_record_list_result_index:
    "(list, result, id) include (audience, counted) where part is not null and list is not null",
  calls_record_uncounted_index: "(waits_from, id) where part is not null and not counted",
};

const OLD_INDEXES = {
  calls_record_index: "(ended_on, id) include (result) where part is not null",
  calls_record_result_index: "(part, result, id) where part is not null",
  calls_record_list_result_index: "(list, result, id) where part is not null and list is not null",
};

const KEPT = ["track_record_days", "track_record_figures"];
const keyOf = (table: string) => (table === "track_record_days" ? "scope, name, day" : "scope, name");

/**
 * The figures of the record are kept for each kind of reader: those there are are of all calls. Which calls are in the others is found
 * out after the start, in parts, and all days are computed anew.
 */
export class Migration20261123060300_readers_figures extends Migration {
  override up(): void {
    this.addSql(`alter table calls add column counted boolean not null default false,
      add column counted_by_year boolean not null default false,
      add constraint calls_counted check (counted or not counted_by_year)`);
    for (const index of Object.keys(OLD_INDEXES)) this.addSql(`drop index ${index}`);
    for (const [index, made] of Object.entries(INDEXES))
      this.addSql(`create index ${index} on calls ${made}`);
    for (const table of KEPT) {
      this.addSql(`alter table ${table} drop constraint ${table}_pkey,
        add column reader text check (reader in ('everybody', 'members', 'private')) not null default 'private',
        add constraint ${table}_pkey primary key (reader, ${keyOf(table)})`);
      this.addSql(`alter table ${table} alter column reader drop default`);
    }
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }

  override down(): void {
    for (const table of KEPT) {
      this.addSql(`delete from ${table} where reader <> 'private'`);
      this.addSql(
        `alter table ${table} drop column reader, add constraint ${table}_pkey primary key (${keyOf(table)})`,
      );
    }
    for (const index of Object.keys(INDEXES)) this.addSql(`drop index ${index}`);
    for (const [index, made] of Object.entries(OLD_INDEXES))
      this.addSql(`create index ${index} on calls ${made}`);
    this.addSql("alter table calls drop column counted, drop column counted_by_year");
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }
}
