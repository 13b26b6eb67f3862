import type { PastCall } from "db/demo/past-alert-rows";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  canonicalPrice,
  diffTerms,
  type Entry,
  foldEvent,
} from "./call-events.rules";
import { type CallSource, callSources } from "./call-sources.queries.server";
import { callTerms } from "./call-terms.rules";
import { closeMomentUtc, entryPrices } from "./entry-prices.server";
import { callDetails } from "./record-calls.server";
import { toMeasuredCall } from "./settlement/due-by-prices.server";
import { findSettlement } from "./settlement/settlement.rules";

type PastEvent = { at: Date; recordId: string; event: CallEventBody };

const PRICE = {
  instrumentId: uuid.from`instrument_id`,
  day,
  close: decimal,
  high: decimal.orNull,
  low: decimal.orNull,
};
const PRICES = statement("demo-ledger.prices", PRICE)`
  select ${PRICE} from daily_prices where instrument_id = any(${array(uuid)("ids")}::uuid[]) order by instrument_id, day`;
type Price = RowOf<typeof PRICE>;

/**
 * Fills a demo's empty ledger with past calls from existing alerts. Each call has its alert's time. Changes,
 * withdrawals and settlements follow its prices, each in the following night. The hourly run settles open
 * calls later.
 */
export async function recordPastCalls(manager: EntityManager, calls: readonly PastCall[]): Promise<void> {
  const ledger = await openLedger(manager);
  const pasts = new Map(calls.map((call) => [call.recordId, call]));
  const sources = await callSources("alert", [...pasts.keys()], manager);
  const entries = await entryPrices(sources, { now: ledger.now, later: true }, manager);
  const ids = sources.flatMap(({ instrumentId }) => instrumentId ?? []);
  const prices = await PRICES.all({ ids }, manager);
  const events = sources.flatMap((source) => {
    const past = pasts.get(source.recordId);
    const entry = entries.get(source.recordId);
    if (!past || !entry) return [];
    const ownEvents = pastEvents(source, past, entry);
    const days = prices.filter(({ instrumentId }) => instrumentId === source.instrumentId);
    return past.withdrawnAt
      ? ownEvents
      : [...ownEvents, ...closingEvents(ownEvents, { entry, days, now: ledger.now })];
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
  const terms = callTerms("alert", source, {
    on: dayIn(config().siteTz, madeAt),
    price: entry.price,
  });
  const first = targetBefore ? { ...terms, target: canonicalPrice(targetBefore.target) } : terms;
  const opened = {
    ...callDetails("alert", source),
    ...first,
    number: 1,
    madeAt,
    entry,
    recordedLater: false,
  };
  const events: PastEvent[] = [{ at: source.createdAt, recordId, event: { kind: "opened", body: opened } }];
  const changes = diffTerms(first, terms);
  if (targetBefore && changes)
    events.push({ at: targetBefore.until, recordId, event: { kind: "changed", body: { changes } } });
  if (withdrawnAt) {
    const body = { on: dayIn(config().siteTz, withdrawnAt), mistake: false };
    events.push({ at: withdrawnAt, recordId, event: { kind: "withdrawn", body } });
  }
  return events;
}

/** Milliseconds from the end of a day to its settlements. */
const NIGHT_MS = 6 * 3_600_000;

/**
 * The event that closes a call by its prices. Empty while it is open or that night is in the future. Demos
 * have no splits.
 */
function closingEvents(
  ownEvents: readonly PastEvent[],
  { entry, days, now }: { entry: Entry; days: readonly Price[]; now: Date },
): PastEvent[] {
  const last = ownEvents.at(-1);
  if (!last) return [];
  const facts = ownEvents.map(({ at, event }) => ({ callId: "", seq: 0, at, ...event }));
  const call = facts.reduce<CallState | undefined>(
    (before, event) => foldEvent(before, { ...event, at: event.at.toISOString() }),
    undefined,
  );
  const events = facts.map((event) => ({ ...event, body: JSON.stringify(event.body) }));
  const settled =
    call && findSettlement(toMeasuredCall(call, entry.price, events), days, [], dayIn(config().siteTz, now));
  if (!settled) return [];
  const at = new Date(Date.parse(closeMomentUtc(settled.on)) + NIGHT_MS);
  if (at > now || at < last.at) return [];
  return [{ at, recordId: last.recordId, event: { kind: "closed", body: { ...settled, note: null } } }];
}
