import { CallEvent } from "db/entities/call-event";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";
import { config } from "~/platform/config.server";
import type { CallEventBody } from "../call-events.rules";
import { isPublic } from "./public-calls.server";

/** Events of one answer. */
const LOG_PAGE = 500;

const LINK = columnsAs("e", CallEvent, "seq", "at", "digest", "prevHash", "hash");
const EVENT = {
  ...LINK,
  callId: uuid.orNull.from`shown.id`,
  kind: text.orNull.from`case when shown.id is not null then e.kind end`,
  salt: text.orNull.from`case when shown.id is not null then e.salt end`,
  body: text.orNull.from`case when shown.id is not null then e.body end`,
};

/** Each call by its id: joined at once, all calls there are would be read for the five hundred of a part. */
const PAGE = statement("calls.log", EVENT)`
  select ${EVENT} from (
    select * from call_events where seq > ${int("after")} order by seq limit ${LOG_PAGE}) as e
    left join lateral (select c.id from calls c where c.id = e.call_id and ${isPublic(sql`c`)} offset 0) as shown on true
   order by seq`;

const HEAD = statement("calls.log-head", columns(CallEvent, "seq", "hash", "at"))`
  select seq, hash, at from call_events order by seq desc limit 1`;

/** The newest event of the log: who keeps its hash can tell later whether anything before it was changed. */
export type LogHead = { seq: number; hash: string; at: Date | null };

/** @param within the transaction that asks, if it is in one */
export const logHead = async (within?: EntityManager): Promise<LogHead> =>
  (await HEAD.first({}, within)) ?? { seq: 0, hash: GENESIS_HASH, at: null };

/** An event as everybody may have it. What it says is there once its call is public. */
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

/** Who follows the chain is to see what stands there, also where somebody has written what is no JSON. */
function asItStands(body: string): CallEventBody["body"] | string {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** @property next the number to ask after for more; null at the end */
export type LogPage = { head: { seq: number; hash: string }; events: LogEvent[]; next: number | null };

/** A part of the log, from the event after one on. @param after 0 for its beginning */
export async function logPage(after: number): Promise<LogPage> {
  // The head first: what is added meanwhile is then at most more than it says.
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
      body: body === null ? null : asItStands(body),
    }),
  );
  return { head: { seq, hash }, events, next: found.length < LOG_PAGE ? null : (found.at(-1)?.seq ?? null) };
}
