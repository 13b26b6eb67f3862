import type { EntityManager } from "db/orm.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  type Entry,
  figure,
  foldEvent,
  measuredFrom,
  type OpenedBody,
} from "../call-events.rules";
import { endOfDay } from "../entry-prices.server";
import { firstJump, type Jump } from "./jumps.rules";
import { type CallWithPrices, callsWithPrices, type StoredEvent } from "./measured-calls.queries.server";
import {
  type MeasuredCall,
  type Settlement,
  settlementOf,
  sharesOfEntry,
  type TermsSince,
  type TradedDay,
} from "./settlement.rules";

export type Waiting = Jump & { instrumentId: string };

/**
 * What prices do to an open call.
 * @property entry the first close there is, of a call that was made without a price
 * @property shares how many shares of its day one is that its entry is of, where the ledger does not say so yet
 * @property waiting the day that it waits for, until somebody says whether it is a split
 */
export type Due = { entry?: Entry; shares?: string; settled?: Settlement; waiting?: Waiting };

/** @throws Error for events that somebody has changed. @param today of the site, yyyy-mm-dd */
export function dueOf(read: CallWithPrices, today: string): Due {
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
  const settled = settlementOf(measured(entered, entryPrice, events), days, splits, today);
  return settled ? { entry, shares, settled } : { entry, shares, waiting };
}

/** How many shares of its day one is that a call's entry is of, by the splits that are entered now. */
export function entrySharesNow({ call, events, splits }: CallWithPrices): string {
  const first = events.find(({ kind }) => kind === "opened");
  const { entry } = first ? (JSON.parse(first.body) as OpenedBody) : { entry: null };
  return sharesOfEntry(entry ?? {}, dayIn(config().siteTz, call.madeAt), splits);
}

/** What prices make of a settled call; undefined where it would still be open, or wait. @param today as for `dueOf` */
export function settlementBy(read: CallWithPrices, today: string): Settlement | undefined {
  const { call, events, splits, days } = read;
  const { entryPrice } = call;
  if (entryPrice === null) return undefined;
  const jump = firstJump(read, dayIn(config().siteTz, call.madeAt));
  const counted = measured({ ...call, entryShares: entrySharesNow(read) }, entryPrice, events);
  return settlementOf(counted, knownDays(days, jump), splits, today);
}

/** A closed call with its prices; undefined where these are in another currency. @param today as for `dueOf` */
export async function closedWithPrices(
  id: string,
  today: string,
  within?: EntityManager,
): Promise<CallWithPrices | undefined> {
  const [read] = await callsWithPrices({ ids: [id], state: "closed", today }, within);
  return read;
}

/** A call as its settlement judges it. @param events all of its own, in their order */
export const measured = (
  call: CallState,
  entryPrice: string,
  events: readonly StoredEvent[],
): MeasuredCall => ({
  direction: call.direction,
  entryPrice,
  madeOn: measuredFrom(call, config().siteTz),
  shares: Number(call.entryShares),
  history: termsOver(events, Number(call.entryShares)),
});

/**
 * The terms a call had, each with the day on which it got them. What was said on the day it was made is of the shares that its entry
 * is of, as long as the ledger did not say that these are others: whoever said it saw that price.
 */
function termsOver(events: readonly StoredEvent[], entryShares: number): TermsSince[] {
  const { siteTz } = config();
  let call: CallState | undefined;
  let isOfEntry = true;
  const said = events.filter(({ kind }) => kind === "opened" || kind === "changed");
  return said.map(({ callId, seq, at, kind, body }) => {
    const event = { kind, body: JSON.parse(body) } as CallEventBody;
    const saidAt = call ? at : undefined;
    call = foldEvent(call, { seq, callId, at: at.toISOString(), ...event });
    const day = dayIn(siteTz, saidAt ?? call.madeAt);
    isOfEntry &&= day === dayIn(siteTz, call.madeAt);
    const terms = { day, terms: call, shares: isOfEntry ? entryShares : undefined };
    if (event.kind === "changed" && event.body.shares !== undefined) isOfEntry = false;
    return terms;
  });
}

/** The days until a jump; of its own day it is known that there was trade. */
const knownDays = (days: readonly TradedDay[], jump: Jump | undefined): readonly TradedDay[] =>
  jump
    ? days.flatMap((each) => (each.day > jump.day ? [] : { ...each, isUnsure: each.day === jump.day }))
    : days;

/** The first close from the day on which a call was made. */
function firstEntry(days: readonly TradedDay[], madeOn: string): Entry | undefined {
  const first = days.find(({ day: on, isUnsure }) => on >= madeOn && !isUnsure);
  return first && { price: figure(first.close), at: endOfDay(first.day), source: "history" };
}
