import { CallEvent } from "db/entities/call-event";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";
import { config } from "~/platform/config.server";
import type { CallEventBody } from "../call-events.rules";
import { isPublic } from "./public-calls.server";

/** Events per response. */
const LOG_PAGE = 500;

const LINK = columnsAs("e", CallEvent, "seq", "at", "digest", "prevHash", "hash");
const EVENT = {
  ...LINK,
  callId: uuid.orNull.from`shown.id`,
  kind: text.orNull.from`case when shown.id is not null then e.kind end`,
  salt: text.orNull.from`case when shown.id is not null then e.salt end`,
  body: text.orNull.from`case when shown.id is not null then e.body end`,
};

/** Looks up each call by its id. A single join would read all calls for five hundred events. */
const PAGE = statement("calls.log", EVENT)`
  select ${EVENT} from (
    select * from call_events where seq > ${int("after")} order by seq limit ${LOG_PAGE}) as e
    left join lateral (select c.id from calls c where c.id = e.call_id and ${isPublic(sql`c`)} offset 0) as shown on true
   order by seq`;

const HEAD = statement("calls.log-head", columns(CallEvent, "seq", "hash", "at"))`
  select seq, hash, at from call_events order by seq desc limit 1`;

/**
 * The newest event of the log. Anyone who stores its hash can later detect a change to any event before it.
 */
export type LogHead = { seq: number; hash: string; at: Date | null };

/** @param within the caller's transaction, if any */
export const logHead = async (within?: EntityManager): Promise<LogHead> =>
  (await HEAD.first({}, within)) ?? { seq: 0, hash: GENESIS_HASH, at: null };

/** A public event. Its content is included once its call is public. */
type LogEvent = {
  seq: number;
  at: string;
  digest: string;
  prev_hash: string;
  hash: string;
  call: string | null;
  kind: string | null;
  salt: string | null;
  body: CallEventBody["body"] | string | null;
};

/** Returns invalid JSON as text, so readers who verify the chain see exactly what is stored. */
function parsedOrText(body: string): CallEventBody["body"] | string {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** @property next the `after` of the next page; null at the end */
export type LogPage = { head: { seq: number; hash: string }; events: LogEvent[]; next: number | null };

/** A page of the log, after an event. @param after 0 for the start */
export async function logPage(after: number): Promise<LogPage> {
  // The head first: events added in the meantime may then only exceed it.
  const { seq, hash } = await logHead();
  const found = await PAGE.all({ after, publicDays: config().trackRecordDays ?? null });
  const events = found.map(
    ({ at, prevHash, callId, body, digest, ...event }): LogEvent => ({
      seq: event.seq,
      at: at.toISOString(),
      digest,
      prev_hash: prevHash,
      hash: event.hash,
      call: callId,
      kind: event.kind,
      salt: event.salt,
      body: body === null ? null : parsedOrText(body),
    }),
  );
  return { head: { seq, hash }, events, next: found.length < LOG_PAGE ? null : (found.at(-1)?.seq ?? null) };
}
