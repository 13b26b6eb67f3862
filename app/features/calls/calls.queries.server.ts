import { ALERT_END } from "db/entities/trade-alert";
import { siteMidnightOf } from "db/site-day";
import { type Fragment, int, json, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { ReadingAccess } from "~/access/access.server";
import type { CallEventBody, CloseReason } from "./call-events.rules";
import { describeChanges, describeReopening, describeShares } from "./call-history.rules";

/** An event that changed what a record says; its body is the text that was hashed. */
export type StoredChange = {
  seq: number;
  at: string;
  direction: string;
  symbol: string;
  body: string;
} & Pick<CallEventBody, "kind">;

/**
 * Whether a call that ended, which goes by `c`, is told to those who may read its record now. It keeps whom it was for: of a record that
 * was opened to members afterwards the result, and what was changed until then, stay Private's.
 */
const isTold: Record<ReadingAccess, Fragment<object>> = {
  full: sql`true`,
  members: sql`c.audience = 'members'`,
};

/**
 * What of a record's call was changed since its publication, as a column of the record's row, so that its page asks once. For
 * readers who may read the record.
 * @param kind as text of SQL: `sql`'alert'``. @param recordId the record's id in the statement. @param access of those readers
 */
export const changesColumn = (kind: Fragment<object>, recordId: Fragment<object>, access: ReadingAccess) =>
  json<StoredChange[]>().from`(
    select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'body', e.body,
             'direction', c.direction, 'symbol', c.symbol) order by e.seq), '[]')
      from calls c join call_events e on e.call_id = c.id
     where c.kind = ${kind} and c.record_id = ${recordId} and not c.mistake and e.kind in ('changed', 'withdrawn', 'reopened')
       and (c.state = 'open' or ${isTold[access]}))`;

/** How a record's call was settled: in per cent, on a day (yyyy-mm-dd). `id` is the call's. */
export type CallEnd = { id: string; endedOn: string; reason: CloseReason | null; result: number };

/** What is said of a record's newest call once that is closed; null while it is open, and of a call that is not told. */
export const ofClosedCall = <Args>(
  kind: Fragment<object>,
  recordId: Fragment<object>,
  { access, said }: { access: ReadingAccess; said: Fragment<Args> },
) => sql`(
    select case when c.state = 'closed' and ${isTold[access]} then ${said} end
      from calls c where c.kind = ${kind} and c.record_id = ${recordId} and not c.mistake order by c.number desc limit 1)`;

const END = sql`case when c.result is not null then
  json_build_object('id', c.id, 'endedOn', c.ended_on, 'reason', c.close_reason, 'result', c.result) end`;

/**
 * How a record's call was settled, as a column of the record's row; null while it is open, and where its record was called again the
 * newest call counts. For readers who may read the record.
 * @param kind as text of SQL: `sql`'pick'``. @param recordId the record's id in the statement. @param access of those readers
 */
export const endColumn = (kind: Fragment<object>, recordId: Fragment<object>, access: ReadingAccess) =>
  json<CallEnd>().orNull.from`${ofClosedCall(kind, recordId, { access, said: END })}`;

/**
 * When an alert is over, as its readers are told: a moment of the day that settled its call, or when its holding period is over. Lists
 * are in the order of what is kept of the former, the end of that day in UTC, which is the next day east of it. A column of
 * `trade_alerts`.
 */
export const ALERT_ENDED = sql`case when ${raw(ALERT_END)} = settled_at
  then ${ofClosedCall(sql`'alert'`, sql`trade_alerts.id`, { access: "full", said: siteMidnightOf(sql`c.ended_on`) })}
  else ends_at end`;

/** What was changed of what a record said; a sentence without its day. */
export type TermChange = { id: string; at: Date; text: string };

/** The same for readers, oldest first. */
export const termChanges = (stored: readonly StoredChange[]): TermChange[] =>
  stored.flatMap(({ seq, at, ...change }) =>
    sentencesOf(change).map((text, index) => ({ id: `${seq}-${index}`, at: new Date(at), text })),
  );

function sentencesOf({ kind, body, direction, symbol }: Omit<StoredChange, "seq" | "at">): string[] {
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

/** What was changed of one call, oldest first. For whoever may know of the call. */
export async function changesOfCall(id: string): Promise<TermChange[]> {
  const found = await OF_CALL.all({ id });
  return termChanges(found.map((change) => ({ ...change, at: change.at.toISOString() })));
}
