import { Migration } from "@mikro-orm/migrations";

const TRANSITIONS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};

const FACETS = "jsonb_build_object('kind', kind, 'state', state, 'mistake', mistake)";

/** How many calls there are of each kind and state, kept as the counts of other records are. */
export class Migration20261122172210_call_counts extends Migration {
  override up(): void {
    for (const [event, rows] of Object.entries(TRANSITIONS)) {
      this.addSql(`create trigger calls_count_${event} after ${event} on calls ${rows}
        for each statement execute function count_records('${FACETS.replaceAll("'", "''")}')`);
    }
    this.addSql(
      `insert into record_counts (kind, facets, count) select 'calls', ${FACETS}, count(*) from calls group by 2`,
    );
  }

  override down(): void {
    for (const event of Object.keys(TRANSITIONS)) this.addSql(`drop trigger calls_count_${event} on calls`);
    this.addSql("delete from record_counts where kind = 'calls'");
  }
}
