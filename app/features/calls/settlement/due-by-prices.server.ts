import type { EntityManager } from "db/orm.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  canonicalPrice,
  type Entry,
  entryDay,
  foldEvent,
  type OpenedBody,
} from "../call-events.rules";
import { closeMomentUtc } from "../entry-prices.server";
import { firstJump, type Jump } from "./jumps.rules";
import { type CallWithPrices, callsWithPrices, type StoredEvent } from "./measured-calls.queries.server";
import {
  entrySharesText,
  findSettlement,
  type MeasuredCall,
  type Settlement,
  type TermsSince,
  type TradedDay,
} from "./settlement.rules";

export type WaitingJump = Jump & { instrumentId: string };

/**
 * The effect of prices on an open call.
 * @property entry the first close, for a call made without a price
 * @property shares shares of the entry day per share of the entry, if the ledger has another number
 * @property waiting the day of a possible split, which staff must confirm or enter first
 */
export type Due = { entry?: Entry; shares?: string; settled?: Settlement; waiting?: WaitingJump };

/** @throws Error if someone changed the call's events. @param today yyyy-mm-dd, in the site's zone */
export function dueByPrices(read: CallWithPrices, today: string): Due {
  const { call, splits, events, instrumentId } = read;
  const madeOn = dayIn(config().siteTz, call.madeAt);
  const jump = firstJump(read, madeOn);
  const days = knownDays(read.days, jump);
  const waiting = jump && { ...jump, instrumentId };
  const entry = call.entryPrice === null ? firstEntry(days, madeOn) : undefined;
  const entryShares = entrySharesNow(read);
  const shares = entryShares === call.entryShares ? undefined : entryShares;
  const entered = { ...call, entryShares, ...(entry && { entryPrice: entry.price, entryAt: entry.at }) };
  const { entryPrice } = entered;
  if (entryPrice === null) return { waiting };
  const settled = findSettlement(toMeasuredCall(entered, entryPrice, events), days, splits, today);
  return settled ? { entry, shares, settled } : { entry, shares, waiting };
}

/** Shares of the call's day per share of its entry, by the current splits. */
export function entrySharesNow({ call, events, splits }: CallWithPrices): string {
  const first = events.find(({ kind }) => kind === "opened");
  const { entry } = first ? (JSON.parse(first.body) as OpenedBody) : { entry: null };
  return entrySharesText(entry ?? {}, dayIn(config().siteTz, call.madeAt), splits);
}

/**
 * The settlement that current prices give a closed call. Undefined if it would be open or on hold.
 * @param today as for `dueByPrices`
 */
export function settlementByPrices(read: CallWithPrices, today: string): Settlement | undefined {
  const { call, events, splits, days } = read;
  const { entryPrice } = call;
  if (entryPrice === null) return undefined;
  const jump = firstJump(read, dayIn(config().siteTz, call.madeAt));
  const counted = toMeasuredCall({ ...call, entryShares: entrySharesNow(read) }, entryPrice, events);
  return findSettlement(counted, knownDays(days, jump), splits, today);
}

/**
 * A closed call with its prices. Undefined if they are in another currency. @param today as for
 * `dueByPrices`
 */
export async function closedCallWithPrices(
  id: string,
  today: string,
  within?: EntityManager,
): Promise<CallWithPrices | undefined> {
  const [read] = await callsWithPrices({ ids: [id], state: "closed", today }, within);
  return read;
}

/** Converts a call for its settlement. @param events all events of the call, in order */
export const toMeasuredCall = (
  call: CallState,
  entryPrice: string,
  events: readonly StoredEvent[],
): MeasuredCall => ({
  direction: call.direction,
  entryPrice,
  madeOn: entryDay(call, config().siteTz),
  shares: Number(call.entryShares),
  history: termHistory(events, Number(call.entryShares)),
});

/**
 * The terms of a call over time, each with its day. Terms set on the call's day are in the shares of its
 * entry, because their author saw that price. This ends when the ledger records other shares.
 */
function termHistory(events: readonly StoredEvent[], entryShares: number): TermsSince[] {
  const { siteTz } = config();
  let call: CallState | undefined;
  let isOfEntry = true;
  const termEvents = events.filter(({ kind }) => kind === "opened" || kind === "changed");
  return termEvents.map(({ callId, seq, at, kind, body }) => {
    const event = { kind, body: JSON.parse(body) } as CallEventBody;
    const setAt = call ? at : undefined;
    call = foldEvent(call, { seq, callId, at: at.toISOString(), ...event });
    const day = dayIn(siteTz, setAt ?? call.madeAt);
    isOfEntry &&= day === dayIn(siteTz, call.madeAt);
    const terms = { day, terms: call, shares: isOfEntry ? entryShares : undefined };
    if (event.kind === "changed" && event.body.shares !== undefined) isOfEntry = false;
    return terms;
  });
}

/** The days up to a jump. The jump's day counts as traded, without a usable price. */
const knownDays = (days: readonly TradedDay[], jump: Jump | undefined): readonly TradedDay[] =>
  jump
    ? days.flatMap((each) => (each.day > jump.day ? [] : { ...each, isUnsure: each.day === jump.day }))
    : days;

/** The first close on or after the call's day. */
function firstEntry(days: readonly TradedDay[], madeOn: string): Entry | undefined {
  const first = days.find(({ day: on, isUnsure }) => on >= madeOn && !isUnsure);
  return first && { price: canonicalPrice(first.close), at: closeMomentUtc(first.day), source: "history" };
}
