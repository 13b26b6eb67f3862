import type { EntityManager } from "db/orm.server";
import { PUBLISHED } from "db/published";
import { type Fragment, float, join, literal, raw, sql, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";

/** Tables of records that readers see from a minute on, and until a minute. */
const COMING_TABLES = ["news", "daily_briefs", "trade_alerts", "videos"] as const;
const ENDING_TABLES = ["ads", "banners"] as const;
const SCHEDULED_TABLES = [...COMING_TABLES, ...ENDING_TABLES] as const;
export type ScheduledTable = (typeof SCHEDULED_TABLES)[number];

export const isScheduledTable = (name: string): name is ScheduledTable =>
  (SCHEDULED_TABLES as readonly string[]).includes(name);

const NEXT_MINUTE = {
  name: literal(SCHEDULED_TABLES),
  wait: float.from`(extract(epoch from at - now()) * 1000)::float8`,
};

const nextMinuteIn = (minute: "publish_at" | "unpublish_at") => (table: ScheduledTable) =>
  sql`
  select ${raw(`'${table}'`)} as name, min(${raw(minute)}) as at from ${raw(table)} where ${raw(minute)} > now()`;
const NEXT_OF_EACH = [
  ...COMING_TABLES.map(nextMinuteIn("publish_at")),
  ...ENDING_TABLES.map(nextMinuteIn("unpublish_at")),
];

const NEXT = statement("planning.next", NEXT_MINUTE)`
  select ${NEXT_MINUTE} from (${join(NEXT_OF_EACH, sql` union all `)}) as coming where at is not null`;

/** Milliseconds until each table's next minute, by the database's clock; tables without one are omitted. */
export const nextMinutes = (): Promise<{ name: ScheduledTable; wait: number }[]> => NEXT.allPrepared({});

/** Older records were handled long ago, or the site was off for a week. */
const LATELY = sql`publish_at > now() - interval '7 days'`;

const TELL_OF_COMING = forEachOf(
  COMING_TABLES,
  (table) => command(`planning.tell, ${table}`)`
    update ${raw(table)} set publish_at = publish_at, updated_at = now()
     where ${PUBLISHED} and ${LATELY} and updated_at < publish_at`,
);

const TELL_OF_ENDED = forEachOf(
  ENDING_TABLES,
  (table) => command(`planning.tell, ${table}`)`
    update ${raw(table)} set updated_at = now()
     where unpublish_at between now() - interval '7 days' and now() and updated_at < unpublish_at`,
);

/** Touches records whose minute has come since their last write, once each. This runs the same triggers as publishing by hand: they name companies and send change notices for cached pages.
 */
export async function touchDueRecords(): Promise<void> {
  for (const table of COMING_TABLES) await TELL_OF_COMING[table].run();
  for (const table of ENDING_TABLES) await TELL_OF_ENDED[table].run();
}

const KINDS = ["alert", "brief"] as const;
export type ScheduledCall = (typeof KINDS)[number];

const CALLED: Record<ScheduledCall, { table: Fragment<object>; isCall: Fragment<object> }> = {
  alert: { table: sql`trade_alerts`, isCall: PUBLISHED },
  brief: {
    table: sql`daily_briefs`,
    isCall: sql`${PUBLISHED} and (buy_zone_min is not null or buy_zone_max is not null)`,
  },
};

const ID = { id: uuid };

/** Published records without a call since their publishing time. */
const uncalled = (kind: ScheduledCall) => sql`
  ${CALLED[kind].table} as record where ${CALLED[kind].isCall} and ${LATELY} and not exists (
    select from calls where kind = ${raw(`'${kind}'`)} and record_id = record.id and made_at >= record.publish_at)`;

const UNCALLED = forEachOf(
  KINDS,
  (kind) => statement(`planning.uncalled, ${kind}`, ID)`
    select ${ID} from ${uncalled(kind)} order by publish_at, id limit 500`,
);

const HELD = forEachOf(
  KINDS,
  (kind) => statement(`planning.held, ${kind}`, ID)`
    select ${ID} from ${uncalled(kind)} and id = ${uuid("id")} for no key update`,
);

/** Published records without an open call, the earliest first. */
export async function recordsWithoutCall(): Promise<{ kind: ScheduledCall; id: string }[]> {
  const found = [];
  for (const kind of KINDS) for (const { id } of await UNCALLED[kind].all()) found.push({ kind, id });
  return found;
}

/**
 * Locks one of them if it still has no call: simultaneous saves wait, and the row is locked before the
 * ledger.
 */
export const lockIfWithoutCall = async (
  { kind, id }: { kind: ScheduledCall; id: string },
  manager: EntityManager,
): Promise<boolean> => (await HELD[kind].first({ id }, manager)) !== undefined;
