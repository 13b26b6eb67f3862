import { type EntityManager, em } from "db/orm.server";
import { type LedgerWriter, openLedger } from "~/features/calls/ledger/ledger.server";
import { noteJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { config } from "~/platform/config.server";
import { siteToday } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import type { CallState } from "../call-events.rules";
import { lockAlertsOf } from "../lock-alerts.server";
import { type Due, dueOf, type Waiting } from "./by-prices.server";
import { lookAtCalls } from "./due-calls.queries.server";
import { type CallWithPrices, callsWithPrices } from "./measured-calls.queries.server";

/** Calls of one part, which are read with their prices, and which the ledger's lock is held for where they are due. */
const AT_ONCE = 100;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The call that this process looked at last. */
let stoppedAt = FIRST_ID;

/**
 * A round of the open calls: closes them by the prices of the days that are over, and gives those that were made without a price
 * their entry. Run again it changes nothing. It begins behind the call at which the round before stopped and comes to all of them:
 * neither a round that was cut short nor a part that fails keeps others waiting for ever.
 * @param now the database's clock, unless a test says otherwise: a server whose own goes ahead would take a day for over that is not
 * @returns what does a part of it, and says how many calls were looked at; 0 at the end of the round
 */
export function settlementRound(now?: Date): () => Promise<number> {
  const parts = partsOfRound(stoppedAt, now);
  return async () => {
    const part = (await parts.next()).value;
    if (!part) return 0;
    stoppedAt = part.last;
    await settleSome(part.ids, now);
    return part.looked;
  };
}

/**
 * @property looked so many calls; of those that are named, they alone. @property ids of calls that prices may do something to
 * @property last the call up to which all were looked at
 */
type Part = { looked: number; ids: string[]; last: string };

async function* partsOfRound(begin: string, now?: Date): AsyncGenerator<Part, undefined> {
  const spans = [
    { after: begin, until: LAST_ID },
    { after: FIRST_ID, until: begin },
  ];
  for (const { after: start, until } of spans)
    for (let after = start; ; ) {
      const looked = await lookAtCalls({ after, until }, await siteToday(now));
      const end = looked.at(-1)?.id;
      if (!end) break;
      const due = looked.filter(({ mayBeDue }) => mayBeDue).map(({ id }) => id);
      for (let from = 0; from < due.length; from += AT_ONCE) {
        const ids = due.slice(from, from + AT_ONCE);
        yield { looked: ids.length, ids, last: ids.at(-1) ?? after };
      }
      yield { looked: looked.length, ids: [], last: end };
      after = end;
    }
  return undefined;
}

/** Looks at some calls closely, and waits for the ledger where one of them is due: most are not, and nobody is kept waiting by them. */
async function settleSome(ids: string[], now?: Date): Promise<void> {
  if (ids.length === 0) return;
  const today = await siteToday(now);
  const due: string[] = [];
  const waiting: Waiting[] = [];
  for (const read of await callsWithPrices({ ids, state: "open", today })) {
    const found = dueOrNothing(read, today);
    if (found.entry || found.shares || found.settled) due.push(read.call.id);
    else if (found.waiting) waiting.push(found.waiting);
  }
  if (waiting.length > 0) await em().transactional((manager) => noteJumps(waiting, manager));
  if (due.length > 0) await settlePart(due, now);
}

async function settlePart(ids: string[], now?: Date): Promise<void> {
  const written = await em().transactional(async (manager) => {
    await lockAlertsOf(ids, manager);
    const ledger = await openLedger(manager);
    const today = dayIn(config().siteTz, now ?? ledger.now);
    const calls = await callsWithPrices({ ids, state: "open", today }, manager);
    const waiting = calls.flatMap((read) => settle(ledger, read, today) ?? []);
    // Before the calls: a merge has the instrument first, too, and writes its calls then.
    await noteJumps(waiting, manager);
    return ledger.write();
  });
  if (written > 0) invalidatePageCache(["calls", "trade_alerts"]);
}

/**
 * Settles a call by the prices of the days that are over, before anything else is done to it: what was touched is not undone by
 * whoever comes before the hour's run. @returns the call as it is then
 */
export async function settleDue(
  ledger: LedgerWriter,
  call: CallState,
  manager: EntityManager,
): Promise<CallState> {
  const today = dayIn(config().siteTz, ledger.now);
  for (const read of await callsWithPrices({ ids: [call.id], state: "open", today }, manager)) {
    const waiting = settle(ledger, { ...read, call: ledger.latest(read.call) }, today);
    if (waiting) await noteJumps([waiting], manager);
  }
  return ledger.latest(call);
}

/** @returns the day that the call waits for, if it does */
function settle(ledger: LedgerWriter, read: CallWithPrices, today: string): Waiting | undefined {
  const { entry, shares, settled, waiting } = dueOrNothing(read, today);
  const learned = { ...(entry && { entry }), ...(shares && { shares }) };
  const call =
    entry || shares
      ? ledger.add(read.call, { kind: "changed", body: { changes: {}, ...learned } })
      : read.call;
  if (settled) ledger.add(call, { kind: "closed", body: { ...settled, note: null } });
  return waiting;
}

/** A call whose events somebody has changed keeps no other from being settled; the verification names it. */
function dueOrNothing(read: CallWithPrices, today: string): Due {
  try {
    return dueOf(read, today);
  } catch (error) {
    log().error({ err: error, call: read.call.id }, "a call could not be settled");
    return {};
  }
}
