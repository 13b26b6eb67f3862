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
 * What the rules say of histories, told once more: by the sentences of the track record's pages, of the manual and of the decision
 * records, in whole numbers, and with nothing of the product's. It is told of the same deeds in the same order.
 */

/** `isOfEntry`: said on the call's day, before anybody knew that its entry is of other shares than that day's. */
type Level = { price: number | null; saidOn: string; isOfEntry: boolean };
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
  /** How many shares of the call's day one is that its entry is of, and whether that was said. */
  shares: Ratio;
  isSharesSaid: boolean;
  state: "open" | "closed" | "withdrawn";
  endedOn: string | null;
  /** The day from which the days until it is public are counted. */
  waitsFrom: string | null;
  result: { price: number; ratio: Ratio; reason: string; note: string | null } | null;
  isCorrected: boolean;
  isMistake: boolean;
  /** The terms with the day on which each was said, for each day on which something was. */
  history: { since: string; terms: Terms; target: Level; stop: Level; periodSaidOn: string }[];
};

/** A price at which a call is made. `worked`: of a day before the call's, the splits that were worked in. */
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
const endOf = (day: number) => midnightOf(day + 1) - 1;

export class ExpectedLedger {
  readonly records = new Map<number, ExpectedRecord>();
  private readonly told = new Map<Market, Set<ExpectedRecord>>();
  private readonly gone = new Set<number>();
  private hasBegun = false;

  /** Something that somebody did. */
  follow(action: Action): void {
    const { story, at } = action;
    if (action.does === "publish") this.publish(story, at);
    const record = this.records.get(story.nth);
    if (!record || this.gone.has(story.nth)) return;
    if (action.does === "edit") this.edit(record, action.changes, at);
    if (action.does === "delete") this.remove(record, at);
    if (action.does === "close") this.closeByHand(record, action.result, at);
    if (action.does === "correct") this.correct(record, action.result, at);
  }

  /** The ledger is told of what there is already. */
  begin(at: number): void {
    this.hasBegun = true;
    for (const record of this.records.values()) this.open(record, at, true);
  }

  /** The hour's look at all open calls. */
  settleAll(at: number): void {
    for (const { calls } of this.records.values()) {
      const call = calls.at(-1);
      if (call) settle(call, at);
    }
  }

  private publish(story: Story, at: number): void {
    const record = { story, written: story.written, createdAt: at, pricedAt: at, calls: [] };
    this.records.set(story.nth, record);
    this.tellPriceOf(record);
    if (this.hasBegun) this.open(record, at, false);
  }

  private edit(record: ExpectedRecord, changes: Partial<Written>, at: number): void {
    const before = record.written;
    record.written = { ...before, ...changes };
    this.tellPriceOf(record);
    const call = record.calls.at(-1);
    const keepsPeriod = record.story.kind === "pick" || before.period === record.written.period;
    if (call?.state === "open") this.changeOpen(record, call, { at, keepsPeriod });
    else this.openAnew(record, { at, keepsPeriod });
  }

  private changeOpen(record: ExpectedRecord, call: ExpectedCall, { at, keepsPeriod }: Edited): void {
    const isSame = isSameCall(call, record.written);
    if (!isSame || differs(call.terms, termsOf(record, call, keepsPeriod))) {
      call.audience = record.written.audience;
      settle(call, at);
    }
    if (call.state === "open" && isSame) {
      say(call, termsOf(record, call, keepsPeriod), at);
      call.audience = record.written.audience;
      return;
    }
    if (call.state === "open") withdraw(call, at);
    this.openAnew(record, { at, keepsPeriod });
  }

  /** What ended is called again when something else is said, for a time that is not over. */
  private openAnew(record: ExpectedRecord, { at, keepsPeriod }: Edited): void {
    const last = record.calls.at(-1);
    if (last?.state === "closed" && isSameCall(last, record.written)) {
      if (!differs(last.terms, termsOf(record, last, keepsPeriod))) return;
    }
    this.open(record, at, false);
  }

  private open(record: ExpectedRecord, at: number, recordedLater: boolean): void {
    const { story, written } = record;
    const madeAt = recordedLater ? record.createdAt : at;
    const currency = written.currency ?? written.market.currency;
    const entry = recordedLater ? this.entryThen(record, at) : this.entryNow(record, at);
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
      ...{ isCorrected: false, isMistake: false, history: [], shares: [1, 1], isSharesSaid: false },
      terms: {
        market: written.market,
        direction: written.direction,
        target: null,
        stop: null,
        lastDay: null,
      },
    };
    const terms = termsOf(record, call, false);
    if (!recordedLater && terms.lastDay !== null && terms.lastDay < dateOf(madeAt)) return;
    say(call, terms, madeAt);
    record.calls.push(call);
  }

  private remove(record: ExpectedRecord, at: number): void {
    this.gone.add(record.story.nth);
    this.told.get(record.written.market)?.delete(record);
    const call = record.calls.at(-1);
    if (call?.state !== "open") return;
    settle(call, at);
    if (call.state === "open") withdraw(call, at);
  }

  private closeByHand(record: ExpectedRecord, { on, price, note }: Result, at: number): void {
    const call = record.calls.at(-1);
    if (call?.state !== "open" || call.kind === "brief") return;
    const tried = structuredCall(call);
    settle(tried, at);
    if (tried.state === "open" && !canEnd(tried, { on, price }, at)) return;
    Object.assign(call, tried);
    if (call.state !== "open") return;
    end(call, { date: dateOfDay(on), price, reason: "by hand", note }, at);
  }

  private correct(record: ExpectedRecord, { on, price, note }: Result, at: number): void {
    const call = record.calls.at(-1);
    if (call?.state !== "closed" || !canEnd(call, { on, price }, at)) return;
    const corrected = { ...call };
    if (call.currency === call.terms.market.currency) sayShares(corrected, at);
    end(corrected, { date: dateOfDay(on), price, reason: "by hand", note }, at);
    if (isSameResult(call, corrected)) return;
    Object.assign(call, corrected, { isCorrected: true });
  }

  private tellPriceOf(record: ExpectedRecord): void {
    for (const some of this.told.values()) some.delete(record);
    const { market } = record.written;
    this.told.set(market, (this.told.get(market) ?? new Set()).add(record));
  }

  /** The price that stands for the instrument, else the record's own; of a week at most, in shares of the day and in the call's currency. */
  private entryNow(record: ExpectedRecord, at: number) {
    const { market, currency } = record.written;
    const wanted = currency ?? market.currency;
    const known = this.currentPrice(market, at);
    const isGood = known && at - known.at <= WEEK_MS && known.currency === wanted;
    const own = ownPrice(record, at);
    const found = isGood ? known : own && at - own.at <= WEEK_MS ? own : undefined;
    return found ? priced(market, found, at) : null;
  }

  /** Of an older record: the last close of the week before, else its own price. */
  private entryThen(record: ExpectedRecord, at: number) {
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
    const found = close && wanted === market.currency ? { at: endOf(close.day), price: close.close } : own;
    return found ? priced(market, found, createdAt, at) : null;
  }

  /** Its quote's, where it has one, else the newest of its history and of what is said of it for all members. */
  private currentPrice(market: Market, at: number) {
    const quote = market.quotes.findLast((each) => each.at <= at);
    if (quote) return { ...quote, currency: market.currency };
    const said = [...(this.told.get(market) ?? [])].flatMap((record) => {
      const own = record.written.audience === "members" ? ownPrice(record, at) : undefined;
      return own ? { ...own, currency: record.written.currency ?? market.currency } : [];
    });
    const today = provisionalPrice(market, at);
    const last = today ?? market.prices.findLast(({ knownFrom }) => midnightOf(knownFrom) <= at);
    const history = last && {
      price: last.close,
      at: Math.min(at, endOf(last.day)),
      currency: market.currency,
    };
    const all = history ? [...said, history] : said;
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

/** A price in shares of the day of a moment, as far as splits are known. */
function priced(market: Market, { price, at }: Priced, moment: number, knownAt = moment): Priced {
  const worked = ratioBetween(knownSplits(market, knownAt), dateOf(at), dateOf(moment));
  return { at, price: divided(price, worked), ...(dateOf(at) < dateOf(moment) && { worked }) };
}

/** Splits that were entered since between an entry and its call make its shares others than they were taken for. */
function sayShares(call: ExpectedCall, at: number): void {
  const { entry, madeAt, terms } = call;
  if (!entry?.worked) return;
  const known = ratioBetween(knownSplits(terms.market, at), dateOf(entry.at), dateOf(madeAt));
  const shares = times(known, [entry.worked[1], entry.worked[0]]);
  if (String(shares) === String(call.shares)) return;
  call.shares = shares;
  call.isSharesSaid = true;
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

/** What a record says as terms of a call: a pick is to be bought until the end of its year, and has no stop. */
function termsOf(
  { story, written, createdAt }: ExpectedRecord,
  call: ExpectedCall,
  keepsPeriod: boolean,
): Terms {
  const { market, direction } = written;
  const said = { market, direction, target: null, stop: null, lastDay: null };
  if (story.kind === "brief") return said;
  if (story.kind === "alert") {
    const lastDay = keepsPeriod ? call.terms.lastDay : endOfPeriod(written.period, createdAt);
    return { ...said, target: written.target, stop: written.stop, lastDay };
  }
  const isAbove = written.target !== null && (call.entry === null || written.target > call.entry.price);
  return {
    ...said,
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

function say(call: ExpectedCall, terms: Terms, at: number): void {
  const since = dateOf(at);
  const before = call.history.at(-1);
  const level = (name: "target" | "stop"): Level =>
    before && before.terms[name] === terms[name]
      ? before[name]
      : { price: terms[name], saidOn: since, isOfEntry: since === dateOf(call.madeAt) && !call.isSharesSaid };
  const isPeriod = before?.terms.lastDay === terms.lastDay;
  const periodSaidOn = before && isPeriod ? before.periodSaidOn : since;
  if (before && !differs(before.terms, terms)) return;
  call.history.push({ since, terms, target: level("target"), stop: level("stop"), periodSaidOn });
  call.terms = terms;
}

function withdraw(call: ExpectedCall, at: number): void {
  call.state = "withdrawn";
  call.endedOn = dateOf(at);
  call.waitsFrom = call.endedOn;
  call.isMistake = !call.recordedLater && at - call.madeAt <= MISTAKE_MS;
}

/** The day from which a call is measured. */
export function measuredFrom({ madeAt, entry }: ExpectedCall): string {
  const days = [dateOf(madeAt), ...(entry && entry.at > madeAt ? [dateOf(entry.at)] : [])];
  return days.toSorted().at(-1) ?? "";
}

type Ending = { date: string; price: number; reason: string; note: string | null };

function end(call: ExpectedCall, { date, price, reason, note }: Ending, at: number): void {
  const since = ratioBetween(knownSplits(call.terms.market, at), measuredFrom(call), date);
  const ratio = times(call.shares, since);
  call.waitsFrom ??= knownFrom(call, { date, note }, at);
  Object.assign(call, { state: "closed", endedOn: date, result: { price, ratio, reason, note } });
}

/** A correction is known later, and keeps nothing back; nobody chose what prices made of a call that is older than the ledger. */
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

const structuredCall = (call: ExpectedCall): ExpectedCall => ({ ...call, history: [...call.history] });

/** A hand may say what was traded since the call was made; where nothing was, or in another currency, anything. */
function canEnd(call: ExpectedCall, { on, price }: { on: number; price: number }, at: number): boolean {
  const { market } = call.terms;
  const since = measuredFrom(call);
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

/** Closes a call by the prices that are known of the days that are over. */
function settle(call: ExpectedCall, at: number): void {
  const { market } = call.terms;
  if (call.state !== "open" || call.kind === "brief" || call.currency !== market.currency) return;
  sayShares(call, at);
  const known = market.prices.filter(
    (price) =>
      midnightOf(price.knownFrom) <= at && midnightOf(price.day) >= midnightDayOf(call.madeAt) - 8 * DAY_MS,
  );
  const unsure = unsureFrom(call, known, at);
  const sure = known.filter(({ date }) => unsure === undefined || date < unsure);
  const madeOn = dateOf(call.madeAt);
  const first = sure.find(({ date }) => date >= madeOn && date < dateOf(at));
  if (!call.entry && first) call.entry = { price: first.close, at: endOf(first.day) };
  if (!call.entry) return;
  const since = measuredFrom(call);
  let before: Price | undefined;
  for (const price of sure) {
    if (price.date >= dateOf(at)) return;
    if (price.date > since) {
      const ending = endingOn(call, price, { before, at });
      if (ending) {
        end(call, ending, at);
        return;
      }
    }
    if (price.date >= since) before = price;
  }
  // Of the day that nobody is sure of it is known that there was trade.
  const lastDay = unsure !== undefined && unsure < dateOf(at) ? lastDayOn(call, unsure) : undefined;
  if (unsure !== undefined && lastDay && unsure > lastDay && before) end(call, periodOver(before), at);
}

/** The first day whose price shows a split that nobody has entered. */
function unsureFrom(call: ExpectedCall, known: readonly Price[], at: number): string | undefined {
  const missing = call.terms.market.splits.find(({ enteredFrom }) => midnightOf(enteredFrom) > at);
  const nth = missing ? known.findIndex(({ date }) => date >= missing.date) : -1;
  const shown = known[nth];
  return nth > 0 && shown && shown.date >= dateOf(call.madeAt) ? shown.date : undefined;
}

const standingOn = ({ history }: ExpectedCall, date: string) =>
  history.findLast(({ since }, nth) => nth === 0 || since < date);

/** A period that is shortened ends no earlier than that was said. */
function lastDayOn(call: ExpectedCall, date: string): string | null {
  const standing = standingOn(call, date);
  const lastDay = standing?.terms.lastDay ?? null;
  if (!standing || lastDay === null) return null;
  return lastDay > standing.periodSaidOn ? lastDay : standing.periodSaidOn;
}

const periodOver = ({ date, close }: Price): Ending => ({ date, price: close, reason: "period", note: null });

type Judged = { before: Price | undefined; at: number };

/** How a day ends a call, by the terms it began with. The stop counts where both are touched. */
function endingOn(call: ExpectedCall, price: Price, { before, at }: Judged): Ending | undefined {
  const standing = standingOn(call, price.date);
  if (!standing || !call.entry) return undefined;
  const lastDay = lastDayOn(call, price.date);
  if (lastDay !== null && price.date > lastDay) return periodOver(before ?? price);
  const { market, direction } = call.terms;
  const splits = knownSplits(market, at);
  const inShares = (level: number, saidOn: string, isOfEntry: boolean) =>
    new Share(level, times(isOfEntry ? call.shares : [1, 1], ratioBetween(splits, saidOn, price.date)));
  const entry = inShares(call.entry.price, measuredFrom(call), true);
  const levelOf = ({ price: level, saidOn, isOfEntry }: Level) =>
    level === null ? undefined : inShares(level, saidOn, isOfEntry);
  const [target, stop] = [levelOf(standing.target), levelOf(standing.stop)];
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

/** A price of some day's shares in those of a later one, exactly. */
class Share {
  constructor(
    private readonly price: number,
    private readonly ratio: Ratio = [1, 1],
  ) {}

  isAbove({ price, ratio: [shares, before] }: Share): boolean {
    return this.price * this.ratio[1] * shares > price * before * this.ratio[0];
  }

  /** As prices are written, with eight decimals. */
  units(): number {
    return divided(this.price, this.ratio);
  }
}
