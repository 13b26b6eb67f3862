import type { EntityManager } from "db/orm.server";
import { PUBLISHED } from "db/published";
import { type Fragment, float, join, literal, raw, sql, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";

/** Tables of records that are there for readers from a minute on, and of those that are there until one. */
const COMING_TABLES = ["news", "daily_briefs", "trade_alerts", "videos"] as const;
const ENDING_TABLES = ["ads", "banners"] as const;
const PLANNED_TABLES = [...COMING_TABLES, ...ENDING_TABLES] as const;
export type PlannedTable = (typeof PLANNED_TABLES)[number];

export const isPlannedTable = (name: string): name is PlannedTable =>
  (PLANNED_TABLES as readonly string[]).includes(name);

const NEXT_MINUTE = {
  name: literal(PLANNED_TABLES),
  wait: float.from`(extract(epoch from at - now()) * 1000)::float8`,
};

const nextOf = (minute: "publish_at" | "unpublish_at") => (table: PlannedTable) =>
  sql`
  select ${raw(`'${table}'`)} as name, min(${raw(minute)}) as at from ${raw(table)} where ${raw(minute)} > now()`;
const NEXT_OF_EACH = [
  ...COMING_TABLES.map(nextOf("publish_at")),
  ...ENDING_TABLES.map(nextOf("unpublish_at")),
];

const NEXT = statement("planning.next", NEXT_MINUTE)`
  select ${NEXT_MINUTE} from (${join(NEXT_OF_EACH, sql` union all `)}) as coming where at is not null`;

/** In how many milliseconds the next minute of each table comes, by the database's clock; of a table without one nothing. */
export const nextMinutes = (): Promise<{ name: PlannedTable; wait: number }[]> => NEXT.allPrepared({});

/** What is older was looked after long ago, or its site was off for a week. */
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

/**
 * Writes records whose minute came since they were written, once each: their triggers do what they do for one that is published
 * or taken back by hand, which names companies and tells of the change whoever keeps pages.
 */
export async function tellOfMinutes(): Promise<void> {
  for (const table of COMING_TABLES) await TELL_OF_COMING[table].run();
  for (const table of ENDING_TABLES) await TELL_OF_ENDED[table].run();
}

const KINDS = ["alert", "brief"] as const;
export type PlannedCall = (typeof KINDS)[number];

const CALLED: Record<PlannedCall, { table: Fragment<object>; isCall: Fragment<object> }> = {
  alert: { table: sql`trade_alerts`, isCall: PUBLISHED },
  brief: {
    table: sql`daily_briefs`,
    isCall: sql`${PUBLISHED} and (buy_zone_min is not null or buy_zone_max is not null)`,
  },
};

const ID = { id: uuid };

/** What is out and has no call of its minute or later. */
const uncalled = (kind: PlannedCall) => sql`
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

/** Records whose minute has come and whose call is not opened yet, the first to come first. */
export async function uncalledRecords(): Promise<{ kind: PlannedCall; id: string }[]> {
  const found = [];
  for (const kind of KINDS) for (const { id } of await UNCALLED[kind].all()) found.push({ kind, id });
  return found;
}

/** Holds one of them, where it is one still: whoever saves it meanwhile waits, and it has its row before the ledger. */
export const holdUncalled = async (
  { kind, id }: { kind: PlannedCall; id: string },
  manager: EntityManager,
): Promise<boolean> => (await HELD[kind].first({ id }, manager)) !== undefined;
