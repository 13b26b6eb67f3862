import { Migration } from "@mikro-orm/migrations";

/** The tables whose records are counted, and what is asked of them. */
const COUNTED: Record<string, readonly string[]> = {
  members: [],
  orders: ["status"],
  packages: [],
  daily_briefs: ["status"],
  stock_picks: [],
  trade_alerts: [],
  news: ["status"],
  videos: ["status", "is_free"],
  quotes: [],
  movers: [],
  ads: ["status"],
  banners: [],
  mails: ["state"],
};

/**
 * Writes down what a statement changes: by a row of its own, since whoever added to a shared one would wait for everybody
 * else who adds, and might wait for them in a ring.
 */
const COUNT_RECORDS = `
create function count_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into record_counts (kind, facets, count)
      select kind, facets, -sum(count) from record_counts where kind = tg_table_name group by 1, 2;
    return null;
  end if;
  execute format(
    'insert into record_counts (kind, facets, count)
     select %L, %s, sum(sign) from (%s) as changed group by 2 having sum(sign) <> 0',
    tg_table_name, tg_argv[0],
    case tg_op
      when 'INSERT' then 'select 1 as sign, * from added'
      when 'DELETE' then 'select -1 as sign, * from gone'
      else 'select 1 as sign, * from added union all select -1, * from gone'
    end);
  return null;
end
$$`;

const TRANSITIONS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};

/** A change of a record that is counted by nothing it has leaves the count as it is. */
const eventsOf = (facets: readonly string[]) =>
  Object.entries(TRANSITIONS).filter(([event]) => event !== "update" || facets.length > 0);

const facetsOf = (columns: readonly string[]) =>
  `jsonb_build_object(${columns.map((column) => `'${column}', ${column}`).join(", ")})`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** How many records there are, kept: counting a million of them for every look at the dashboard took longer than the rest. */
export class Migration20261122130100_record_counts extends Migration {
  override up(): void {
    this.addSql(`
      create table record_counts (
        id bigserial primary key,
        kind text not null,
        facets jsonb not null,
        count int not null
      )
    `);
    this.addSql(COUNT_RECORDS);
    for (const [table, columns] of Object.entries(COUNTED)) {
      const facets = facetsOf(columns);
      for (const [event, rows] of eventsOf(columns)) {
        this.addSql(`
          create trigger ${table}_count_${event} after ${event} on ${table} ${rows}
          for each statement execute function count_records(${quoted(facets)})
        `);
      }
      this.addSql(`
        insert into record_counts (kind, facets, count) select '${table}', ${facets}, count(*) from ${table} group by 2
      `);
    }
  }

  override down(): void {
    for (const [table, columns] of Object.entries(COUNTED)) {
      for (const [event] of eventsOf(columns))
        this.addSql(`drop trigger ${table}_count_${event} on ${table}`);
    }
    this.addSql("drop function count_records");
    this.addSql("drop table record_counts");
  }
}
