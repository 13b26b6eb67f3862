import { AUDIENCES } from "db/columns";
import { CALL_PARTS, Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { siteDayOf } from "db/site-day";
import {
  array,
  bool,
  day,
  decimal,
  type Fragment,
  float,
  int,
  join,
  json,
  literal,
  type RowOf,
  raw,
  sql,
  text,
  timestamp,
  uuid,
} from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { accessTo, canReadInFull } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { isDay } from "~/features/markets/instruments/price-lines.rules";
import { config } from "~/platform/config.server";
import { enteredOn } from "../levels.queries.server";
import { STATE, toCallState } from "../to-call-state.server";
import { type Benchmark, benchmarkUntil } from "./benchmark.queries.server";
import { hasWaited, isPublic, LAST_PUBLIC_END } from "./public-calls.server";

/**
 * Readers of a record may see its call at once; for others it becomes public later. Briefs are views and not
 * included.
 */
const READABLE_AS = { alert: "trade alert", pick: "stock pick" } as const;

/** Each kind and audience that a viewer may read: `alert members`. */
export const readableKinds = (viewer: Viewer): string[] =>
  (["alert", "pick"] as const).flatMap((kind) =>
    AUDIENCES.filter((audience) => canReadInFull(accessTo(READABLE_AS[kind], viewer), audience)).map(
      (audience) => `${kind} ${audience}`,
    ),
  );

/** The number of kinds and audiences for a viewer with full access. */
export const EVERY_KIND = Object.keys(READABLE_AS).length * AUDIENCES.length;

export const KINDS = sql`${array(text)("kinds")}::text[]`;
/** Whether a viewer may read the call's kind. Needs the parameter `kinds`. @param call its alias */
export const isOfKinds = (call: Fragment<object>) =>
  sql`${call}.kind || ' ' || ${call}.audience = any(${KINDS})`;

/** Whether a viewer may see a call. Needs the parameters `kinds` and `publicDays`. @param call its alias */
export const isReadable = (call: Fragment<object>) => sql`(${isPublic(call)} or ${isOfKinds(call)})`;

/** The last day on which a visible call ended. The index on days then reads nothing later. */
export const LAST_READABLE_END = sql`
  case when cardinality(${KINDS}) > 0 then date 'infinity' else ${LAST_PUBLIC_END} end`;

/**
 * Whether a viewer may see a call of the track record, aliased `c`. Starts at the last public end for
 * viewers without access.
 */
export const READABLE = sql`
  (${hasWaited(sql`c`)} or ${isOfKinds(sql`c`)}) and c.ended_on <= ${LAST_READABLE_END}`;

export const readableFor = (viewer: Viewer) => ({
  kinds: readableKinds(viewer),
  publicDays: config().trackRecordDays ?? null,
});

/** A key that is equal for viewers who may see the same calls. */
export function readerScope(viewer: Viewer): string {
  const { kinds, publicDays } = readableFor(viewer);
  return [...kinds, publicDays].join();
}

/** A settled call with everything that its result depends on. */
const ROW = {
  ...columns(Call, "id", "list", "symbol", "name", "direction", "currency"),
  kind: literal(["alert", "pick"]),
  reason: literal(["target", "stop", "period", "by hand", "delisted"]).present.from`close_reason`,
  madeOn: day,
  enteredOn: day,
  endedOn: day.present.from`ended_on`,
  entryPrice: decimal.present.from`entry_price`,
  closePrice: decimal.present.from`close_price`,
  closeRatio: decimal.present.from`close_ratio`,
  indexFrom: decimal.orNull.from`index_from.close`,
  indexTo: decimal.orNull.from`index_to.close`,
  recordedLater: bool.from`recorded_later`,
  correctedAt: timestamp.orNull.from`corrected_at`,
};
export type SettledRow = RowOf<typeof ROW>;

const CALL = sql`c.*, ${siteDayOf(sql`c.made_at`)} as "madeOn",
  ${enteredOn(sql`c`)} as "enteredOn"`;

/** A row for pages. Data for programs has the call's original symbol and no company page. */
const LISTED = { ...ROW, companySymbol: companySymbol("closed", "symbol") };

const withIndex = <Args>(chosen: Fragment<Args>, row: typeof ROW = ROW) => sql`
  select ${row} from (${chosen}) as closed
    ${benchmarkUntil(sql`"enteredOn"`)} as index_from on true
    ${benchmarkUntil(sql`ended_on`)} as index_to on true`;

const PAGE = statement("record.page", ROW)`
  ${withIndex(sql`
    select ${CALL} from calls c
     where part is not null and (ended_on, id) > (${day("afterDay")}::date, ${uuid("afterId")}::uuid) and ${READABLE}
     order by ended_on, id limit ${int("limit")}`)}
   order by ended_on, closed.id`;

/** The call after which a page starts. */
export type TrackRecordPosition = { day: string; id: string };

export const TRACK_RECORD_START: TrackRecordPosition = {
  day: "0001-01-01",
  id: "00000000-0000-0000-0000-000000000000",
};

/** The settled calls that a viewer may see, in the order of their ends. */
export const settledCalls = (
  viewer: Viewer,
  index: Benchmark,
  { after, limit }: { after: TrackRecordPosition; limit: number },
): Promise<SettledRow[]> =>
  PAGE.all({
    ...readableFor(viewer),
    index: index.id,
    limit,
    afterDay: after.day,
    afterId: after.id,
  });

const ONE = statement("record.one", ROW)`
  ${withIndex(sql`select ${CALL} from calls c where id = ${uuid("id")} and part is not null and ${READABLE}`)}`;

/** One of them; undefined if the viewer may not see it. @param id a UUID */
export const settledCallById = (
  viewer: Viewer,
  index: Benchmark,
  id: string,
): Promise<SettledRow | undefined> => ONE.first({ ...readableFor(viewer), index: index.id, id });

/** A union over all parts, because each part has its own index order. */
const ofEachPart = <Args>(select: (part: Fragment<object>) => Fragment<Args>) =>
  join(
    CALL_PARTS.map((part) => sql`(${select(raw(`'${part}'`))})`),
    sql` union all `,
  ) as Fragment<Args>;

const EXTREMES = forEachOf(["asc", "desc"], (direction) => {
  const order = direction === "asc" ? sql`result, id` : sql`result desc, id desc`;
  return statement(`record.extremes, ${direction}`, LISTED)`
      ${withIndex(
        sql`
        select * from (${ofEachPart(
          (part) => sql`
            select ${CALL} from calls c where part = ${part} and ${READABLE} order by ${order} limit ${int("limit")}`,
        )}) as each order by ${order} limit ${int("limit")}`,
        LISTED,
      )}
       order by ${direction === "asc" ? sql`result, closed.id` : sql`result desc, closed.id desc`}`;
});

/** The worst and the best results that a viewer may see, most extreme first. */
export async function extremeCalls(viewer: Viewer, index: Benchmark, limit: number) {
  const readable = readableFor(viewer);
  // Without any readable call, the query would check every call to find none.
  if (readable.kinds.length === 0 && readable.publicDays === null && !config().recordPromise) {
    return { worst: [], best: [] };
  }
  const values = { ...readable, index: index.id, limit };
  const [worst, best] = await Promise.all([EXTREMES.asc.all(values), EXTREMES.desc.all(values)]);
  return { worst, best };
}

const DRAWN = {
  ...columns(Call, "list", "name", "direction"),
  id: uuid,
  reason: ROW.reason,
  kind: literal(["alert", "pick"]),
  endedOn: day.present.from`ended_on`,
  result: float.present,
};

const NEWEST = statement("record.newest", DRAWN)`
  select ${DRAWN} from (${ofEachPart(
    (part) => sql`
      select c.* from calls c where part = ${part} and ${part} = any(${array(text)("parts", ["buy"])}::text[]) and ${READABLE}
       order by ended_on desc, id desc limit ${int("limit")}`,
  )}) as each order by ended_on desc, id desc limit ${int("limit")}`;

/** The last ended calls of these parts that a viewer may see, newest first. */
export const newestCalls = (viewer: Viewer, parts: readonly (typeof CALL_PARTS)[number][], limit: number) =>
  NEWEST.all({ ...readableFor(viewer), parts: [...parts], limit });

const newestResultsColumn = (mine: Fragment<object>) => sql`
  (select coalesce(json_agg(result), '[]') from (
    select result from calls c where ${mine} and ${READABLE} order by ended_on desc, id desc limit ${int("limit")}) as newest)`;

const RESULTS = statement("record.results", {
  scope: literal(["part", "list"]),
  name: text,
  results: json<number[]>(),
})`
  select scope, name, ${newestResultsColumn(sql`part = f.name`)} as results from track_record_figures as f where reader = 'private' and scope = 'part'
  union all
  select scope, name, ${newestResultsColumn(sql`part is not null and list = f.name`)} from track_record_figures as f where reader = 'private' and scope = 'list'`;

/** The newest visible results of each part and each list, in per cent. */
export const newestResults = (viewer: Viewer, limit: number) =>
  RESULTS.all({ ...readableFor(viewer), limit });

const ENDED = statement("record.ended-call", STATE)`
  select ${STATE} from calls where id = ${uuid("id")} and state <> 'open' and kind <> 'brief' and not mistake
     and ${isReadable(sql`calls`)}`;

/** An ended call that a viewer may see; undefined for any other. @param id a UUID */
export async function endedCall(viewer: Viewer, id: string) {
  const row = await ENDED.first({ id, ...readableFor(viewer) });
  return row && toCallState(row);
}

const POSITION = /^(\d{4}-\d\d-\d\d)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses `next` of the previous response; the start for any other value. */
export function parsePosition(
  value: string | null,
  start: TrackRecordPosition = TRACK_RECORD_START,
): TrackRecordPosition {
  const [, day = "", id = ""] = POSITION.exec(value ?? "") ?? [];
  return isDay(day) ? { day, id } : start;
}
