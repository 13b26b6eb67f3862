import type { EntityManager } from "db/orm.server";
import type { PastCall } from "db/seeds/demo-past-alerts";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { type CallEventBody, type CallState, changesOf, type Entry, figure } from "./call-events.rules";
import { type CallSource, callSources } from "./call-sources.queries.server";
import { termsOf } from "./call-terms.rules";
import { entryPrices } from "./entry-prices.server";
import { saidOf } from "./record-calls.server";

type PastEvent = { at: Date; recordId: string; event: CallEventBody };

/**
 * Fills a demo's empty ledger with calls of its past, from alerts that are in the database: made when the alerts were, changed and
 * withdrawn since. What they came to is for prices to settle, as of all others.
 */
export async function recordPastCalls(manager: EntityManager, calls: readonly PastCall[]): Promise<void> {
  const ledger = await openLedger(manager);
  const pasts = new Map(calls.map((call) => [call.recordId, call]));
  const sources = await callSources("alert", [...pasts.keys()], manager);
  const entries = await entryPrices(sources, { now: ledger.now, later: true }, manager);
  const events = sources.flatMap((source) => {
    const past = pasts.get(source.recordId);
    const entry = entries.get(source.recordId);
    return past && entry ? pastEvents(source, past, entry) : [];
  });
  const states = new Map<string, CallState>();
  for (const { at, recordId, event } of events.toSorted((one, other) => Number(one.at) - Number(other.at)))
    states.set(recordId, ledger.add(states.get(recordId), event, at));
  await ledger.write();
}

function pastEvents(
  source: CallSource,
  { recordId, targetBefore, withdrawnAt }: PastCall,
  entry: Entry,
): PastEvent[] {
  const madeAt = source.createdAt.toISOString();
  const terms = termsOf("alert", source, {
    on: dayIn(config().siteTz, madeAt),
    price: entry.price,
  });
  const first = targetBefore ? { ...terms, target: figure(targetBefore.target) } : terms;
  const opened = { ...saidOf("alert", source), ...first, number: 1, madeAt, entry, recordedLater: false };
  const events: PastEvent[] = [{ at: source.createdAt, recordId, event: { kind: "opened", body: opened } }];
  const changes = changesOf(first, terms);
  if (targetBefore && changes)
    events.push({ at: targetBefore.until, recordId, event: { kind: "changed", body: { changes } } });
  if (withdrawnAt) {
    const body = { on: dayIn(config().siteTz, withdrawnAt), mistake: false };
    events.push({ at: withdrawnAt, recordId, event: { kind: "withdrawn", body } });
  }
  return events;
}
