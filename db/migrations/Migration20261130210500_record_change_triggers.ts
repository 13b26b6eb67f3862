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
 * Whom the change of a locked record concerns: everybody if it changed something that everybody reads, else
 * members with access, since others must not learn of it. Its minute may have come since its last write: then this
 * write tells everybody. @param locked the columns that readers without access do not see; none for all
 */
function lockedReach(locked?: string, isOpen = "false"): string {
  const open = (row: string) =>
    `to_jsonb(${row}) - '{${locked}, updated_at, version, instrument_id}'::text[]`;
  const concernsAll = locked ? `${isOpen} or ${open("o")} is distinct from ${open("a")}` : isOpen;
  return `case when o.updated_at < o.publish_at or ${concernsAll} then 3
           when 'members' in (o.audience, a.audience) then 2 else 1 end`;
}

const KINDS: Record<string, Kind> = {
  news: { kind: "news", isPublic: isOut },
  daily_briefs: {
    kind: "daily-brief",
    isPublic: isOut,
    reach: lockedReach("analysis, buy_zone_min, buy_zone_max"),
    besides: "instrument_id",
  },
  videos: { kind: "videos", isPublic: isOut, reach: lockedReach("youtube_link", "o.is_free or a.is_free") },
  quotes: { kind: "markets", isPublic: always, besides: "instrument_id" },
  movers: { kind: "market-movers", isPublic: always, besides: "instrument_id" },
  stock_picks: { kind: "stock-picks", isPublic: isPublished, besides: "instrument_id" },
  trade_alerts: {
    kind: "trade-alert",
    isPublic: isOut,
    reach: lockedReach(),
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
create or replace function note_${table}_changes() returns trigger language plpgsql as $$
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
  if found then
    perform pg_notify('jobs', 'record-changes');
  end if;
  return null;
end
$$`;
}

const TRANSITIONS = {
  insert: "new table as added",
  update: "old table as gone new table as added",
  delete: "old table as gone",
};

/**
 * One table at a time, each in its own transaction: a lock on several tables could deadlock with a purchase. An
 * attempt that was interrupted may begin again.
 */
export class RecordChangeTriggers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [table, kind] of Object.entries(KINDS)) {
      this.addSql(noteFunction(table, kind));
      for (const [event, transition] of Object.entries(TRANSITIONS))
        this.addSql(`create or replace trigger ${table}_record_change_${event} after ${event} on ${table}
  referencing ${transition} for each statement execute function note_${table}_changes()`);
    }
  }

  override down(): void {
    for (const table of Object.keys(KINDS)) {
      for (const event of Object.keys(TRANSITIONS))
        this.addSql(`drop trigger ${table}_record_change_${event} on ${table}`);
      this.addSql(`drop function note_${table}_changes()`);
    }
  }
}
