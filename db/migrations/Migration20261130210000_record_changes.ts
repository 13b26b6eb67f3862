import { Migration } from "@mikro-orm/migrations";

/** A published record whose minute has come, by the clock: a long transaction may have begun before it. */
const isOut = (row: string) =>
  `${row}.status = 'published' and coalesce(${row}.publish_at <= clock_timestamp(), true)`;
const isPublished = (row: string) => `${row}.status = 'published'`;
const always = () => "true";
const never = () => "false";

type Kind = {
  kind: string;
  /** Whether readers see the row. */
  isPublic: (row: string) => string;
  /** Whether they saw it before; an end in between counts for nothing. */
  wasPublic?: (row: string) => string;
  /** Whether it counts as deleted while its row is kept. */
  isGone?: (row: string) => string;
  /** Who sees the change of a row that was public and still is: 3 everybody, 2 and 1 its readers in full. */
  reach?: string;
  /** Columns that say nothing of the record. */
  besides?: string;
};

/**
 * Of a locked alert readers know nothing but the time it was made, so its changes are for members with access.
 * Its minute may have come since its last write: then this write tells everybody.
 */
const ALERT_REACH = `case when o.updated_at < o.publish_at then 3
           when 'members' in (o.audience, a.audience) then 2 else 1 end`;

const KINDS: Record<string, Kind> = {
  news: { kind: "news", isPublic: isOut },
  daily_briefs: { kind: "daily-brief", isPublic: isOut, besides: "instrument_id" },
  videos: { kind: "videos", isPublic: isOut },
  quotes: { kind: "markets", isPublic: always, besides: "instrument_id" },
  movers: { kind: "market-movers", isPublic: always, besides: "instrument_id" },
  stock_picks: { kind: "stock-picks", isPublic: isPublished, besides: "instrument_id" },
  trade_alerts: {
    kind: "trade-alert",
    isPublic: isOut,
    reach: ALERT_REACH,
    besides: "instrument_id, settled_at",
  },
  ads: {
    kind: "ads",
    isPublic: (row) => `${isPublished(row)} and coalesce(${row}.unpublish_at > clock_timestamp(), true)`,
    wasPublic: isPublished,
    besides: "kept_views, kept_clicks, kept_until",
  },
  banners: {
    kind: "banners",
    isPublic: (row) => `coalesce(${row}.unpublish_at > clock_timestamp(), true)`,
    wasPublic: always,
  },
  packages: {
    kind: "packages",
    isPublic: (row) => `${row}.archived_at is null`,
    isGone: (row) => `${row}.archived_at is not null`,
  },
  coupons: { kind: "coupons", isPublic: never, isGone: (row) => `${row}.archived_at is not null` },
  members: { kind: "members", isPublic: never, besides: "reminded_end, reminded_days" },
  payments: { kind: "payments", isPublic: never },
};

/** Adds one row for each changed record, whatever statement changed it. */
function noteFunction(table: string, { kind, isPublic, wasPublic = isPublic, ...more }: Kind): string {
  const { isGone = never, reach = "3", besides } = more;
  const columns = "insert into record_changes (kind, record_id, change, shown, reach)";
  const change = `case when ${isGone("a")} then 'deleted' else 'saved' end`;
  const row = (name: string) => `to_jsonb(${name}) - '{${besides ?? ""}}'::text[]`;
  return `
create function note_${table}_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    ${columns}
    select '${kind}', id, ${change}, case when ${isPublic("a")} then 'saved' end, case when ${isPublic("a")} then 3 else 0 end
      from added a;
  elsif tg_op = 'DELETE' then
    ${columns}
    select '${kind}', id, 'deleted', case when ${wasPublic("o")} then 'deleted' end, case when ${wasPublic("o")} then 3 else 0 end
      from gone o;
  else
    ${columns}
    select '${kind}', id, ${change},
           case when ${isPublic("a")} then 'saved' when ${wasPublic("o")} then 'deleted' end,
           case when ${isPublic("a")} and ${wasPublic("o")} then ${reach}
                when ${isPublic("a")} or ${wasPublic("o")} then 3 else 0 end
      from gone o join added a using (id)
     where case when (o.updated_at, o.version) is distinct from (a.updated_at, a.version) then true
                else ${row("o")} is distinct from ${row("a")} end;
  end if;
  perform pg_notify('jobs', 'record-changes');
  return null;
end
$$`;
}

const TRANSITIONS = {
  insert: "new table as added",
  update: "old table as gone new table as added",
  delete: "old table as gone",
};

/** Programs follow what changes: each change of a record is noted, and numbered once it is committed. */
export class RecordChanges extends Migration {
  override up(): void {
    this.addSql(`
create table record_changes (
  id bigserial primary key,
  number bigint constraint record_changes_number_unique unique,
  kind text not null,
  record_id uuid not null,
  change text not null constraint record_changes_change_check check (change in ('saved', 'deleted')),
  shown text constraint record_changes_shown_check check (shown in ('saved', 'deleted')),
  reach smallint not null constraint record_changes_reach_range check (reach >= 0 and reach <= 3),
  at timestamptz(3) not null default clock_timestamp(),
  constraint record_changes_shown_reach check ((shown is null) = (reach = 0))
)`);
    this.addSql("create index record_changes_waiting_index on record_changes (id) where number is null");
    this.addSql(
      "create index record_changes_record_index on record_changes (kind, record_id, number) include (reach)",
    );
    this.addSql("create index record_changes_at_index on record_changes (at) where number is not null");
    this.addSql(`
create table change_numbers (
  one int not null primary key constraint change_numbers_one check (one = 1),
  database_id uuid,
  newest bigint not null default 0,
  thinned bigint not null default 0,
  swept bigint not null default 0
)`);
    this.addSql("insert into change_numbers (one) values (1)");
    for (const [table, kind] of Object.entries(KINDS)) {
      this.addSql(noteFunction(table, kind));
      for (const [event, transition] of Object.entries(TRANSITIONS))
        this.addSql(`create trigger ${table}_record_change_${event} after ${event} on ${table}
  referencing ${transition} for each statement execute function note_${table}_changes()`);
    }
  }

  override down(): void {
    for (const table of Object.keys(KINDS)) {
      for (const event of Object.keys(TRANSITIONS))
        this.addSql(`drop trigger ${table}_record_change_${event} on ${table}`);
      this.addSql(`drop function note_${table}_changes()`);
    }
    this.addSql("drop table change_numbers");
    this.addSql("drop table record_changes");
  }
}
