import { Migration } from "@mikro-orm/migrations";

const TABLES = ["trade_alerts", "stock_picks"] as const;

/** By which readers' lists are walked: of drafts they know nothing. */
const READERS_INDEXES = [
  "trade_alerts_open_index",
  "trade_alerts_end_index",
  "trade_alerts_end_for_members_index",
  String.raw`stock\_picks\_by\_%`,
];

/** Each index as it is, but for the rows of readers alone, or for all of them again. @param made what the definition becomes */
const rebuild = (made: string) => `
do $$
declare found record;
begin
  for found in select indexname, indexdef from pg_indexes
                where schemaname = current_schema() and indexname like any (array[${READERS_INDEXES.map((name) => `'${name}'`).join(", ")}])
  loop
    execute format('drop index %I', found.indexname);
    execute ${made};
  end loop;
end
$$`;

const FOR_READERS = " where status = ''published''";
const WITHOUT_DRAFTS = rebuild(`found.indexdef || '${FOR_READERS}'`);
const WITH_ALL = rebuild("split_part(found.indexdef, ' WHERE ', 1)");

/** A call is made when its record is published: the record is as old as that, and its period begins then. */
const DATED = `
create function date_publication() returns trigger language plpgsql as $$
begin
  if old.status = 'draft' and new.status = 'published'
     and not coalesce((to_jsonb(new) ->> 'publish_at')::timestamptz > now(), false) then
    new.created_at := now();
  end if;
  return new;
end
$$`;

const ENDS = (columns: string) => [
  "drop trigger trade_alerts_ends_at on trade_alerts",
  `create trigger trade_alerts_ends_at before insert or update of ${columns} on trade_alerts
     for each row execute function keep_alert_end()`,
];

type Linked = { record: "alert" | "pick"; table: (typeof TABLES)[number]; found: string };

const FOUND = {
  alert: "instrument_of_call(new.ticker, new.name, new.currency, 'stock')",
  pick: `instrument_of_call(new.ticker, new.name, new.currency,
    case new.category when 'ETFs-Index Funds' then 'etf' else 'stock' end)`,
};

/** What no reader sees makes no instrument, as the migration "planning" has it, and is linked to one there is. */
const links = ({ record, table, found }: Linked, by: string) => [
  `create or replace function keep_${record}_instrument() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.instrument_id is not null and upper(btrim(new.ticker)) = upper(btrim(old.ticker)) then
      new.instrument_id := old.instrument_id;
      return new;
    end if;
    new.instrument_id := null;
  end if;
  new.instrument_id := coalesce(held_instrument(new.instrument_id, new.ticker), ${found});
  return new;
end
$$`,
  `drop trigger ${table}_instrument on ${table}`,
  `create trigger ${table}_instrument before insert or update of ${by} on ${table}
     for each row execute function keep_${record}_instrument()`,
];

const unless = (hidden: string, found: string) =>
  `case when ${hidden} then instrument_by_symbol(new.ticker) else ${found} end`;

const LINKS = [
  ...links(
    {
      ...{ record: "alert", table: "trade_alerts" },
      found: unless("new.publish_at > now() or new.status = 'draft'", FOUND.alert),
    },
    "ticker, publish_at, status",
  ),
  ...links(
    { record: "pick", table: "stock_picks", found: unless("new.status = 'draft'", FOUND.pick) },
    "ticker, status",
  ),
];
const LINKS_BEFORE = [
  ...links(
    { record: "alert", table: "trade_alerts", found: unless("new.publish_at > now()", FOUND.alert) },
    "ticker, publish_at",
  ),
  ...links({ record: "pick", table: "stock_picks", found: FOUND.pick }, "ticker"),
];

const TRANSITIONS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};
const EVENTS = Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[];

/** How many there are is kept by what they are counted by. @param before the events that are counted until then */
const counts = (table: string, facets: string, before: typeof EVENTS, after: typeof EVENTS) => [
  ...before.map((event) => `drop trigger ${table}_count_${event} on ${table}`),
  ...after.map(
    (event) => `create trigger ${table}_count_${event} after ${event} on ${table} ${TRANSITIONS[event]}
      for each statement execute function count_records('${facets.replaceAll("'", "''")}')`,
  ),
  `delete from record_counts where kind = '${table}'`,
  `insert into record_counts (kind, facets, count) select '${table}', ${facets}, count(*) from ${table} group by 2`,
];
const BY_STATUS = "jsonb_build_object('status', status)";
const BY_NOTHING = "jsonb_build_object()";
const WITHOUT_UPDATE = EVENTS.filter((event) => event !== "update");

/** Alerts and picks can be drafts, of which no reader knows; those that are there stay with their readers. */
export class Migration20261128161200_drafts_of_calls extends Migration {
  override up(): void {
    this.addSql(DATED);
    for (const table of TABLES) {
      this.addSql(
        `alter table ${table} add column status text check (status in ('published', 'draft')) not null default 'published'`,
      );
      this.addSql(`create index ${table}_drafts_index on ${table} (created_at, id) where status = 'draft'`);
      // Triggers of a row run by their names: the period is counted from the age that this one keeps.
      this.addSql(`create trigger ${table}_dated before update of status on ${table}
                     for each row execute function date_publication()`);
      for (const made of counts(table, BY_STATUS, WITHOUT_UPDATE, EVENTS)) this.addSql(made);
    }
    for (const made of [...ENDS("holding_period, created_at, publish_at, status"), ...LINKS, WITHOUT_DRAFTS])
      this.addSql(made);
  }

  override down(): void {
    for (const made of [WITH_ALL, ...LINKS_BEFORE, ...ENDS("holding_period, created_at, publish_at")])
      this.addSql(made);
    for (const table of TABLES) {
      for (const made of counts(table, BY_NOTHING, EVENTS, WITHOUT_UPDATE)) this.addSql(made);
      this.addSql(`drop trigger ${table}_dated on ${table}`);
      // The index of drafts goes with the column.
      this.addSql(`alter table ${table} drop column status`);
    }
    this.addSql("drop function date_publication()");
  }
}
