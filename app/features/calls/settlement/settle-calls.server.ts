import { type EntityManager, em } from "db/orm.server";
import { type LedgerWriter, openLedger } from "~/features/calls/ledger/ledger.server";
import { saveJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { config } from "~/platform/config.server";
import { siteToday } from "~/platform/database-clock.server";
import { log } from "~/platform/log.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import type { CallState } from "../call-events.rules";
import { lockAlerts } from "../lock-alerts.server";
import { type Due, dueByPrices, type WaitingJump } from "./due-by-prices.server";
import { nextOpenCalls } from "./due-calls.queries.server";
import { type CallWithPrices, callsWithPrices } from "./measured-calls.queries.server";

/** Calls per part. A part reads their prices, and takes the ledger's lock only if one is due. */
const BATCH_SIZE = 100;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last call that this process checked. */
let stoppedAt = FIRST_ID;

/**
 * Settles all open calls by the prices of completed days, and gives calls without a price their entry.
 * Running it again changes nothing. Each round starts after the last checked call, so an aborted round or a
 * failing part blocks no other calls.
 * @param now the database's clock by default: a server whose clock is fast would end the day too early
 * @returns a function that settles one part and returns the number of checked calls; 0 at the end
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
 * @property looked the number of checked calls; a part with ids counts those only
 * @property ids calls that prices may affect. @property last the last checked call
 */
type Part = { looked: number; ids: string[]; last: string };

async function* partsOfRound(begin: string, now?: Date): AsyncGenerator<Part, undefined> {
  const spans = [
    { after: begin, until: LAST_ID },
    { after: FIRST_ID, until: begin },
  ];
  for (const { after: start, until } of spans)
    for (let after = start; ; ) {
      const looked = await nextOpenCalls({ after, until }, await siteToday(now));
      const end = looked.at(-1)?.id;
      if (!end) break;
      const due = looked.filter(({ mayBeDue }) => mayBeDue).map(({ id }) => id);
      for (let from = 0; from < due.length; from += BATCH_SIZE) {
        const ids = due.slice(from, from + BATCH_SIZE);
        yield { looked: ids.length, ids, last: ids.at(-1) ?? after };
      }
      yield { looked: looked.length, ids: [], last: end };
      after = end;
    }
  return undefined;
}

/** Checks calls without a lock, and waits for the ledger only if one is due. Most are not. */
async function settleSome(ids: string[], now?: Date): Promise<void> {
  if (ids.length === 0) return;
  const today = await siteToday(now);
  const due: string[] = [];
  const waiting: WaitingJump[] = [];
  for (const read of await callsWithPrices({ ids, state: "open", today })) {
    const found = safeDue(read, today);
    if (found.entry || found.shares || found.settled) due.push(read.call.id);
    else if (found.waiting) waiting.push(found.waiting);
  }
  if (waiting.length > 0) await em().transactional((manager) => saveJumps(waiting, manager));
  if (due.length > 0) await settlePart(due, now);
}

async function settlePart(ids: string[], now?: Date): Promise<void> {
  const written = await em().transactional(async (manager) => {
    await lockAlerts(ids, manager);
    const ledger = await openLedger(manager);
    const today = dayIn(config().siteTz, now ?? ledger.now);
    const calls = await callsWithPrices({ ids, state: "open", today }, manager);
    const waiting = calls.flatMap((read) => settle(ledger, read, today) ?? []);
    // The jumps come before the calls: a merge also locks the instrument first, then its calls.
    await saveJumps(waiting, manager);
    return ledger.write();
  });
  if (written > 0) invalidatePageCache(["calls", "trade_alerts"]);
}

/**
 * Settles one call by the prices of completed days before staff change it. A change before the hourly run
 * cannot undo a touched level. @returns the call afterwards
 */
export async function settleDue(
  ledger: LedgerWriter,
  call: CallState,
  manager: EntityManager,
): Promise<CallState> {
  const today = dayIn(config().siteTz, ledger.now);
  for (const read of await callsWithPrices({ ids: [call.id], state: "open", today }, manager)) {
    const waiting = settle(ledger, { ...read, call: ledger.latest(read.call) }, today);
    if (waiting) await saveJumps([waiting], manager);
  }
  return ledger.latest(call);
}

/** @returns the day of a possible split, if the call waits for one */
function settle(ledger: LedgerWriter, read: CallWithPrices, today: string): WaitingJump | undefined {
  const { entry, shares, settled, waiting } = safeDue(read, today);
  const learned = { ...(entry && { entry }), ...(shares && { shares }) };
  const call =
    entry || shares
      ? ledger.add(read.call, { kind: "changed", body: { changes: {}, ...learned } })
      : read.call;
  if (settled) ledger.add(call, { kind: "closed", body: { ...settled, note: null } });
  return waiting;
}

/** A call with changed events must not block the settlement of others. The verification reports it. */
function safeDue(read: CallWithPrices, today: string): Due {
  try {
    return dueByPrices(read, today);
  } catch (error) {
    log().error({ err: error, call: read.call.id }, "a call could not be settled");
    return {};
  }
}
