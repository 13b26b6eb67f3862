import { type Fragment, json } from "db/sql";
import type { CallEventBody } from "./call-events.rules";
import { describeChanges } from "./call-history.rules";

/** An event that changed what a record says; its body is the text that was hashed. */
type StoredChange = { seq: number; at: string; direction: string; symbol: string; body: string } & Pick<
  CallEventBody,
  "kind"
>;

/**
 * What of a record's call was changed since its publication, as a column of the record's row, so that its page asks once. For
 * readers who may read the record.
 * @param kind as text of SQL: `sql`'alert'``. @param recordId the record's id in the statement
 */
export const changesColumn = (kind: Fragment<object>, recordId: Fragment<object>) =>
  json<StoredChange[]>().from`(
    select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'body', e.body,
             'direction', c.direction, 'symbol', c.symbol) order by e.seq), '[]')
      from calls c join call_events e on e.call_id = c.id
     where c.kind = ${kind} and c.record_id = ${recordId} and not c.mistake and e.kind in ('changed', 'withdrawn'))`;

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
  return event.kind === "changed" ? describeChanges(event.body.changes) : [];
}
