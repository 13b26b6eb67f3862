import { DAY_MS, dateOf, dateOfDay, midnightOf } from "./days";
import {
  divided,
  type Market,
  type MarketSplit,
  type Price,
  provisionalPrice,
  type Ratio,
  ratioBetween,
} from "./market";
import type { Action, RecordKind, Result, Story, Written } from "./stories";

/*
 * An independent implementation of the call rules in whole numbers, from the track record's pages, the
 * manual and the decision records. It shares no code with the product and gets the same actions in the same
 * order.
 */

/** `isOfEntry`: set on the call's day, before the ledger recorded another share basis of the entry. */
type Level = { price: number | null; setOn: string; isOfEntry: boolean };
type Terms = {
  market: Market;
  direction: "buy" | "sell";
  target: number | null;
  stop: number | null;
  lastDay: string | null;
};

export type ExpectedCall = {
  kind: RecordKind;
  list: string | null;
  number: number;
  madeAt: number;
  recordedLater: boolean;
  currency: string | null;
  audience: "members" | "private";
  terms: Terms;
  entry: Priced | null;
  /** Shares of the call's day per share of its entry, and whether the ledger has recorded them. */
  shares: Ratio;
  isBasisRecorded: boolean;
  state: "open" | "closed" | "withdrawn";
  endedOn: string | null;
  /** The day from which the public delay counts. */
  waitsFrom: string | null;
  result: { price: number; ratio: Ratio; reason: string; note: string | null } | null;
  isCorrected: boolean;
  isMistake: boolean;
  /** The terms of each day on which they changed, with the day of each level. */
  history: { since: string; terms: Terms; target: Level; stop: Level; periodSetOn: string }[];
};

/** An entry price. `worked`: the splits that are included in a price from an earlier day. */
type Priced = { price: number; at: number; worked?: Ratio };

type ExpectedRecord = {
  story: Story;
  written: Written;
  createdAt: number;
  pricedAt: number;
  calls: ExpectedCall[];
};

const WEEK_MS = 7 * DAY_MS;
const MISTAKE_MS = 10 * 60_000;
const closeMomentUtc = (day: number) => midnightOf(day + 1) - 1;

export class ExpectedLedger {
  readonly records = new Map<number, ExpectedRecord>();
  private readonly priceSources = new Map<Market, Set<ExpectedRecord>>();
  private readonly deleted = new Set<number>();
  private hasBegun = false;

  /** Applies one action. */
  follow(action: Action): void {
    const { story, at } = action;
    if (action.does === "publish") this.publish(story, at);
    const record = this.records.get(story.nth);
    if (!record || this.deleted.has(story.nth)) return;
    if (action.does === "edit") this.edit(record, action.changes, at);
    if (action.does === "delete") this.remove(record, at);
    if (action.does === "close") this.closeByHand(record, action.result, at);
    if (action.does === "correct") this.correct(record, action.result, at);
  }

  /** Opens calls for existing records. */
  begin(at: number): void {
    this.hasBegun = true;
    for (const record of this.records.values()) this.open(record, at, true);
  }

  /** Runs the hourly settlement. */
  settleAll(at: number): void {
    for (const { calls } of this.records.values()) {
      const call = calls.at(-1);
      if (call) settle(call, at);
    }
  }

  private publish(story: Story, at: number): void {
    const record = { story, written: story.written, createdAt: at, pricedAt: at, calls: [] };
    this.records.set(story.nth, record);
    this.addPriceSource(record);
    if (this.hasBegun) this.open(record, at, false);
  }

  private edit(record: ExpectedRecord, changes: Partial<Written>, at: number): void {
    const before = record.written;
    record.written = { ...before, ...changes };
    this.addPriceSource(record);
    const call = record.calls.at(-1);
    const keepsPeriod = record.story.kind === "pick" || before.period === record.written.period;
    if (call?.state === "open") this.changeOpen(record, call, { at, keepsPeriod });
    else this.openAgain(record, { at, keepsPeriod });
  }

  private changeOpen(record: ExpectedRecord, call: ExpectedCall, { at, keepsPeriod }: Edited): void {
    const isSame = isSameCall(call, record.written);
    if (!isSame || differs(call.terms, callTerms(record, call, keepsPeriod))) {
      call.audience = record.written.audience;
      settle(call, at);
    }
    if (call.state === "open" && isSame) {
      setTerms(call, callTerms(record, call, keepsPeriod), at);
      call.audience = record.written.audience;
      return;
    }
    if (call.state === "open") withdraw(call, at);
    this.openAgain(record, { at, keepsPeriod });
  }

  /** Opens another call after an ended one, if the terms changed and their period is not over. */
  private openAgain(record: ExpectedRecord, { at, keepsPeriod }: Edited): void {
    const last = record.calls.at(-1);
    if (last?.state === "closed" && isSameCall(last, record.written)) {
      if (!differs(last.terms, callTerms(record, last, keepsPeriod))) return;
    }
    this.open(record, at, false);
  }

  private open(record: ExpectedRecord, at: number, recordedLater: boolean): void {
    const { story, written } = record;
    const madeAt = recordedLater ? record.createdAt : at;
    const currency = written.currency ?? written.market.currency;
    const entry = recordedLater ? this.pastEntry(record, at) : this.currentEntry(record, at);
    const call: ExpectedCall = {
      ...{
        kind: story.kind,
        list: story.list,
        number: record.calls.length + 1,
        madeAt,
        recordedLater,
        currency,
      },
      ...{ audience: written.audience, entry, state: "open", endedOn: null, waitsFrom: null, result: null },
      ...{ isCorrected: false, isMistake: false, history: [], shares: [1, 1], isBasisRecorded: false },
      terms: {
        market: written.market,
        direction: written.direction,
        target: null,
        stop: null,
        lastDay: null,
      },
    };
    const terms = callTerms(record, call, false);
    if (!recordedLater && terms.lastDay !== null && terms.lastDay < dateOf(madeAt)) return;
    setTerms(call, terms, madeAt);
    record.calls.push(call);
  }

  private remove(record: ExpectedRecord, at: number): void {
    this.deleted.add(record.story.nth);
    this.priceSources.get(record.written.market)?.delete(record);
    const call = record.calls.at(-1);
    if (call?.state !== "open") return;
    settle(call, at);
    if (call.state === "open") withdraw(call, at);
  }

  private closeByHand(record: ExpectedRecord, { on, price, note }: Result, at: number): void {
    const call = record.calls.at(-1);
    if (call?.state !== "open" || call.kind === "brief") return;
    const tried = copyCall(call);
    settle(tried, at);
    if (tried.state === "open" && !isPossibleResult(tried, { on, price }, at)) return;
    Object.assign(call, tried);
    if (call.state !== "open") return;
    end(call, { date: dateOfDay(on), price, reason: "by hand", note }, at);
  }

  private correct(record: ExpectedRecord, { on, price, note }: Result, at: number): void {
    const call = record.calls.at(-1);
    if (call?.state !== "closed" || !isPossibleResult(call, { on, price }, at)) return;
    const corrected = { ...call };
    if (call.currency === call.terms.market.currency) recordShares(corrected, at);
    end(corrected, { date: dateOfDay(on), price, reason: "by hand", note }, at);
    if (isSameResult(call, corrected)) return;
    Object.assign(call, corrected, { isCorrected: true });
  }

  private addPriceSource(record: ExpectedRecord): void {
    for (const some of this.priceSources.values()) some.delete(record);
    const { market } = record.written;
    this.priceSources.set(market, (this.priceSources.get(market) ?? new Set()).add(record));
  }

  /**
   * The instrument's current price, or the record's own; at most a week old, in shares of the day and the
   * call's currency.
   */
  private currentEntry(record: ExpectedRecord, at: number) {
    const { market, currency } = record.written;
    const wanted = currency ?? market.currency;
    const known = this.currentPrice(market, at);
    const isGood = known && at - known.at <= WEEK_MS && known.currency === wanted;
    const own = ownPrice(record, at);
    const found = isGood ? known : own && at - own.at <= WEEK_MS ? own : undefined;
    return found ? priced(market, found, at) : null;
  }

  /** For an older record: the last close of the week before, or its own price. */
  private pastEntry(record: ExpectedRecord, at: number) {
    const { written, createdAt } = record;
    const { market } = written;
    const wanted = written.currency ?? market.currency;
    const close = market.prices.findLast(
      ({ day, date, knownFrom }) =>
        midnightOf(knownFrom) <= at &&
        date < dateOf(createdAt) &&
        midnightOf(day) >= midnightDayOf(createdAt) - WEEK_MS,
    );
    const own = ownPrice(record, at);
    const found =
      close && wanted === market.currency ? { at: closeMomentUtc(close.day), price: close.close } : own;
    return found ? priced(market, found, createdAt, at) : null;
  }

  /** The quote, or the newest of the history and the prices of records for all members. */
  private currentPrice(market: Market, at: number) {
    const quote = market.quotes.findLast((each) => each.at <= at);
    if (quote) return { ...quote, currency: market.currency };
    const recordPrices = [...(this.priceSources.get(market) ?? [])].flatMap((record) => {
      const own = record.written.audience === "members" ? ownPrice(record, at) : undefined;
      return own ? { ...own, currency: record.written.currency ?? market.currency } : [];
    });
    const today = provisionalPrice(market, at);
    const last = today ?? market.prices.findLast(({ knownFrom }) => midnightOf(knownFrom) <= at);
    const history = last && {
      price: last.close,
      at: Math.min(at, closeMomentUtc(last.day)),
      currency: market.currency,
    };
    const all = history ? [...recordPrices, history] : recordPrices;
    return all.toSorted((one, other) => other.at - one.at)[0];
  }
}

type Edited = { at: number; keepsPeriod: boolean };

const midnightDayOf = (moment: number) => Date.parse(dateOf(moment));

function ownPrice({ written: { price }, pricedAt }: ExpectedRecord, at: number) {
  return price === null || pricedAt > at ? undefined : { price, at: pricedAt };
}

const knownSplits = ({ splits }: Market, at: number): MarketSplit[] =>
  splits.filter(({ enteredFrom }) => midnightOf(enteredFrom) <= at);

/** Converts a price to shares of a moment's day, by the known splits. */
function priced(market: Market, { price, at }: Priced, moment: number, knownAt = moment): Priced {
  const worked = ratioBetween(knownSplits(market, knownAt), dateOf(at), dateOf(moment));
  return { at, price: divided(price, worked), ...(dateOf(at) < dateOf(moment) && { worked }) };
}

/** Updates the share basis of an entry after splits were entered between its day and the call. */
function recordShares(call: ExpectedCall, at: number): void {
  const { entry, madeAt, terms } = call;
  if (!entry?.worked) return;
  const known = ratioBetween(knownSplits(terms.market, at), dateOf(entry.at), dateOf(madeAt));
  const shares = times(known, [entry.worked[1], entry.worked[0]]);
  if (String(shares) === String(call.shares)) return;
  call.shares = shares;
  call.isBasisRecorded = true;
}

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

function times([shares, before]: Ratio, [more, less]: Ratio): Ratio {
  const [up, down] = [shares * more, before * less];
  const both = divisor(up, down);
  return [up / both, down / both];
}

const isSameCall = ({ terms }: ExpectedCall, { market, direction }: Written): boolean =>
  terms.market === market && terms.direction === direction;

const differs = (one: Terms, other: Terms): boolean =>
  one.market !== other.market ||
  one.direction !== other.direction ||
  one.target !== other.target ||
  one.stop !== other.stop ||
  one.lastDay !== other.lastDay;

/** The terms of a record's call. A pick runs until the end of its year and has no stop. */
function callTerms(
  { story, written, createdAt }: ExpectedRecord,
  call: ExpectedCall,
  keepsPeriod: boolean,
): Terms {
  const { market, direction } = written;
  const base = { market, direction, target: null, stop: null, lastDay: null };
  if (story.kind === "brief") return base;
  if (story.kind === "alert") {
    const lastDay = keepsPeriod ? call.terms.lastDay : endOfPeriod(written.period, createdAt);
    return { ...base, target: written.target, stop: written.stop, lastDay };
  }
  const isAbove = written.target !== null && (call.entry === null || written.target > call.entry.price);
  return {
    ...base,
    target: isAbove ? written.target : null,
    lastDay: `${dateOf(call.madeAt).slice(0, 4)}-12-31`,
  };
}

function endOfPeriod(period: string, since: number): string | null {
  const [, count = "", unit] = /^(\d) (week|month|year)/.exec(period) ?? [];
  if (unit === undefined) return null;
  if (unit === "week") return dateOf(since + Number(count) * WEEK_MS);
  const made = new Date(since);
  const months = made.getUTCMonth() + Number(count) * (unit === "year" ? 12 : 1);
  const last = new Date(Date.UTC(made.getUTCFullYear(), months + 1, 0));
  last.setUTCDate(Math.min(made.getUTCDate(), last.getUTCDate()));
  return dateOf(last.getTime());
}

function setTerms(call: ExpectedCall, terms: Terms, at: number): void {
  const since = dateOf(at);
  const before = call.history.at(-1);
  const level = (name: "target" | "stop"): Level =>
    before && before.terms[name] === terms[name]
      ? before[name]
      : {
          price: terms[name],
          setOn: since,
          isOfEntry: since === dateOf(call.madeAt) && !call.isBasisRecorded,
        };
  const isPeriod = before?.terms.lastDay === terms.lastDay;
  const periodSetOn = before && isPeriod ? before.periodSetOn : since;
  if (before && !differs(before.terms, terms)) return;
  call.history.push({ since, terms, target: level("target"), stop: level("stop"), periodSetOn });
  call.terms = terms;
}

function withdraw(call: ExpectedCall, at: number): void {
  call.state = "withdrawn";
  call.endedOn = dateOf(at);
  call.waitsFrom = call.endedOn;
  call.isMistake = !call.recordedLater && at - call.madeAt <= MISTAKE_MS;
}

/** The entry day of a call. */
export function entryDay({ madeAt, entry }: ExpectedCall): string {
  const days = [dateOf(madeAt), ...(entry && entry.at > madeAt ? [dateOf(entry.at)] : [])];
  return days.toSorted().at(-1) ?? "";
}

type Ending = { date: string; price: number; reason: string; note: string | null };

function end(call: ExpectedCall, { date, price, reason, note }: Ending, at: number): void {
  const since = ratioBetween(knownSplits(call.terms.market, at), entryDay(call), date);
  const ratio = times(call.shares, since);
  call.waitsFrom ??= knownFrom(call, { date, note }, at);
  Object.assign(call, { state: "closed", endedOn: date, result: { price, ratio, reason, note } });
}

/**
 * The day from which a result waits. Price results of calls older than the ledger wait from their own day.
 */
function knownFrom(
  { recordedLater }: ExpectedCall,
  { date, note }: Pick<Ending, "date" | "note">,
  at: number,
) {
  const known = dateOf(at);
  return (recordedLater && note === null) || date > known ? date : known;
}

function isSameResult(one: ExpectedCall, other: ExpectedCall): boolean {
  return (
    one.endedOn === other.endedOn &&
    one.result?.price === other.result?.price &&
    one.result?.reason === other.result?.reason &&
    String(one.result?.ratio) === String(other.result?.ratio)
  );
}

const copyCall = (call: ExpectedCall): ExpectedCall => ({ ...call, history: [...call.history] });

/**
 * Whether staff may enter this result: any price traded since the call, or any at all without comparable
 * prices.
 */
function isPossibleResult(
  call: ExpectedCall,
  { on, price }: { on: number; price: number },
  at: number,
): boolean {
  const { market } = call.terms;
  const since = entryDay(call);
  const date = dateOfDay(on);
  if (date < since || date > dateOf(at)) return false;
  const today = provisionalPrice(market, at);
  const known = market.prices.filter(
    (each) => midnightOf(each.knownFrom) <= at && each.date >= since && each.date <= dateOf(at),
  );
  if ((known.length === 0 && !today) || call.currency !== market.currency) return true;
  const traded = known.find((each) => each.date === date);
  return (
    traded !== undefined && price >= (traded.low ?? traded.close) && price <= (traded.high ?? traded.close)
  );
}

/** Closes a call by the known prices of completed days. */
function settle(call: ExpectedCall, at: number): void {
  const { market } = call.terms;
  if (call.state !== "open" || call.kind === "brief" || call.currency !== market.currency) return;
  recordShares(call, at);
  const known = market.prices.filter(
    (price) =>
      midnightOf(price.knownFrom) <= at && midnightOf(price.day) >= midnightDayOf(call.madeAt) - 8 * DAY_MS,
  );
  const unsure = unsureFrom(call, known, at);
  const sure = known.filter(({ date }) => unsure === undefined || date < unsure);
  const madeOn = dateOf(call.madeAt);
  const first = sure.find(({ date }) => date >= madeOn && date < dateOf(at));
  if (!call.entry && first) call.entry = { price: first.close, at: closeMomentUtc(first.day) };
  if (!call.entry) return;
  const since = entryDay(call);
  let before: Price | undefined;
  for (const price of sure) {
    if (price.date >= dateOf(at)) return;
    if (price.date > since) {
      const ending = endingOfDay(call, price, { before, at });
      if (ending) {
        end(call, ending, at);
        return;
      }
    }
    if (price.date >= since) before = price;
  }
  // The unsure day only shows that there was trade.
  const lastDay = unsure !== undefined && unsure < dateOf(at) ? lastDayOn(call, unsure) : undefined;
  if (unsure !== undefined && lastDay && unsure > lastDay && before) end(call, periodOver(before), at);
}

/** The first day whose price shows a split that is not entered. */
function unsureFrom(call: ExpectedCall, known: readonly Price[], at: number): string | undefined {
  const missing = call.terms.market.splits.find(({ enteredFrom }) => midnightOf(enteredFrom) > at);
  const nth = missing ? known.findIndex(({ date }) => date >= missing.date) : -1;
  const jump = known[nth];
  return nth > 0 && jump && jump.date >= dateOf(call.madeAt) ? jump.date : undefined;
}

const termsInForce = ({ history }: ExpectedCall, date: string) =>
  history.findLast(({ since }, nth) => nth === 0 || since < date);

/** A shortened period ends no earlier than the day of the change. */
function lastDayOn(call: ExpectedCall, date: string): string | null {
  const inForce = termsInForce(call, date);
  const lastDay = inForce?.terms.lastDay ?? null;
  if (!inForce || lastDay === null) return null;
  return lastDay > inForce.periodSetOn ? lastDay : inForce.periodSetOn;
}

const periodOver = ({ date, close }: Price): Ending => ({ date, price: close, reason: "period", note: null });

type DayInput = { before: Price | undefined; at: number };

/** How a day ends a call by the terms from its start. If both levels are touched, the stop counts. */
function endingOfDay(call: ExpectedCall, price: Price, { before, at }: DayInput): Ending | undefined {
  const inForce = termsInForce(call, price.date);
  if (!inForce || !call.entry) return undefined;
  const lastDay = lastDayOn(call, price.date);
  if (lastDay !== null && price.date > lastDay) return periodOver(before ?? price);
  const { market, direction } = call.terms;
  const splits = knownSplits(market, at);
  const inShares = (level: number, setOn: string, isOfEntry: boolean) =>
    new Share(level, times(isOfEntry ? call.shares : [1, 1], ratioBetween(splits, setOn, price.date)));
  const entry = inShares(call.entry.price, entryDay(call), true);
  const levelOf = ({ price: level, setOn, isOfEntry }: Level) =>
    level === null ? undefined : inShares(level, setOn, isOfEntry);
  const [target, stop] = [levelOf(inForce.target), levelOf(inForce.stop)];
  const [high, low] = [new Share(price.high ?? price.close), new Share(price.low ?? price.close)];
  const [best, worst] = direction === "buy" ? [high, low] : [low, high];
  const isBetter = (one: Share, other: Share) =>
    direction === "buy" ? one.isAbove(other) : other.isAbove(one);
  const ended = (reason: string, units: number): Ending => ({
    date: price.date,
    price: units,
    reason,
    note: null,
  });
  if (stop && (!target || isBetter(target, stop)) && !isBetter(worst, stop))
    return ended("stop", isBetter(stop, best) ? price.close : stop.units());
  if (target && isBetter(target, entry) && !isBetter(target, best)) return ended("target", target.units());
  return price.date === lastDay ? periodOver(price) : undefined;
}

/** A price converted exactly to later shares. */
class Share {
  constructor(
    private readonly price: number,
    private readonly ratio: Ratio = [1, 1],
  ) {}

  isAbove({ price, ratio: [shares, before] }: Share): boolean {
    return this.price * this.ratio[1] * shares > price * before * this.ratio[0];
  }

  /** With eight decimals, as prices are stored. */
  units(): number {
    return divided(this.price, this.ratio);
  }
}
