import { ALERT_END } from "db/entities/trade-alert";
import { siteMidnightOf } from "db/site-day";
import { type Fragment, int, json, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { ReadingAccess } from "~/access/access.server";
import type { CallEventBody, CloseReason } from "./call-events.rules";
import { describeChanges, describeReopening, describeShares } from "./call-history.rules";

/** An event that changed a call. `body` is the hashed text. */
export type StoredChange = {
  seq: number;
  at: string;
  direction: string;
  symbol: string;
  body: string;
} & Pick<CallEventBody, "kind">;

/**
 * Whether readers with access to the record may see its ended call, aliased `c`. The call keeps its
 * audience: if the record later opens to members, its result and changes stay visible to Private members
 * only.
 */
const isVisible: Record<ReadingAccess, Fragment<object>> = {
  full: sql`true`,
  members: sql`c.audience = 'members'`,
};

/**
 * The changes of a record's call since publication, as a column of the record's row. For readers with access
 * to it.
 * @param kind SQL text: `sql`'alert'``. @param recordId the record's id in the statement. @param access of
 * the readers
 */
export const changesColumn = (kind: Fragment<object>, recordId: Fragment<object>, access: ReadingAccess) =>
  json<StoredChange[]>().from`(
    select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'body', e.body,
             'direction', c.direction, 'symbol', c.symbol) order by e.seq), '[]')
      from calls c join call_events e on e.call_id = c.id
     where c.kind = ${kind} and c.record_id = ${recordId} and not c.mistake and e.kind in ('changed', 'withdrawn', 'reopened')
       and (c.state = 'open' or ${isVisible[access]}))`;

/** How a record's call was settled: result in per cent, day as yyyy-mm-dd. `id` is the call's. */
export type CallEnd = { id: string; endedOn: string; reason: CloseReason | null; result: number };

/** A value of a record's newest call if that is closed and visible; otherwise null. */
export const closedCallColumn = <Args>(
  kind: Fragment<object>,
  recordId: Fragment<object>,
  { access, value }: { access: ReadingAccess; value: Fragment<Args> },
) => sql`(
    select case when c.state = 'closed' and ${isVisible[access]} then ${value} end
      from calls c where c.kind = ${kind} and c.record_id = ${recordId} and not c.mistake order by c.number desc limit 1)`;

const END = sql`case when c.result is not null then
  json_build_object('id', c.id, 'endedOn', c.ended_on, 'reason', c.close_reason, 'result', c.result) end`;

/**
 * How a record's newest call was settled, as a column of the record's row. Null while it is open. For
 * readers with access to the record.
 * @param kind SQL text: `sql`'pick'``. @param recordId the record's id in the statement. @param access of
 * the readers
 */
export const endColumn = (kind: Fragment<object>, recordId: Fragment<object>, access: ReadingAccess) =>
  json<CallEnd>().orNull.from`${closedCallColumn(kind, recordId, { access, value: END })}`;

/**
 * When an alert ended: the start of the settlement day in the site's zone, or the end of its holding period.
 * Lists sort by the stored value, the end of that day in UTC, which east of UTC is the next day. A column of
 * `trade_alerts`.
 */
export const ALERT_ENDED = sql`case when ${raw(ALERT_END)} = settled_at
  then ${closedCallColumn(sql`'alert'`, sql`trade_alerts.id`, { access: "full", value: siteMidnightOf(sql`c.ended_on`) })}
  else ends_at end`;

/** A changed term as a sentence without its day. */
export type TermChange = { id: string; at: Date; text: string };

/** Converts stored changes to sentences for readers, oldest first. */
export const termChanges = (stored: readonly StoredChange[]): TermChange[] =>
  stored.flatMap(({ seq, at, ...change }) =>
    changeSentences(change).map((text, index) => ({ id: `${seq}-${index}`, at: new Date(at), text })),
  );

function changeSentences({ kind, body, direction, symbol }: Omit<StoredChange, "seq" | "at">): string[] {
  if (kind === "withdrawn") return [`The call to ${direction} ${symbol} was withdrawn`];
  const event = { kind, body: JSON.parse(body) } as CallEventBody;
  if (event.kind === "reopened") return describeReopening(event.body);
  if (event.kind !== "changed") return [];
  return [...describeChanges(event.body.changes), ...describeShares(event.body.shares)];
}

const CHANGE = {
  seq: int,
  at: timestamp,
  kind: literal(["changed", "reopened"]),
  body: text,
  direction: text,
  symbol: text,
};
const OF_CALL = statement("calls.changes-of", CHANGE)`
  select e.seq, e.at, e.kind, e.body, c.direction, c.symbol from call_events e join calls c on c.id = e.call_id
   where e.call_id = ${uuid("id")} and e.kind in ('changed', 'reopened') order by e.seq`;

/** The changes of one call, oldest first. For viewers who may see the call. */
export async function changesOfCall(id: string): Promise<TermChange[]> {
  const found = await OF_CALL.all({ id });
  return termChanges(found.map((change) => ({ ...change, at: change.at.toISOString() })));
}
