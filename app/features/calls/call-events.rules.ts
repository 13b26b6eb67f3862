import { dayIn } from "~/ui/dates";

export type CallKind = "alert" | "pick" | "brief";
type CallEventKind = "opened" | "changed" | "closed" | "withdrawn" | "corrected" | "reopened";
/**
 * The published terms of a call. Every change is an event. Prices are exact decimals; current prices are not
 * included.
 */
export type CallTerms = {
  symbol: string;
  direction: "buy" | "sell";
  target: string | null;
  stop: string | null;
  /** yyyy-mm-dd: the last day on which a price can settle the call. */
  lastDay: string | null;
  zoneLow: string | null;
  zoneHigh: string | null;
};

/**
 * The price at which the call was made. `source` names where the price came from.
 * @property day the day of the price, if it is earlier than the call's day
 * @property shares shares of the call's day per share of `day`, by the splits known then. The price already
 * includes them.
 */
export type Entry = { price: string; at: string; source: EntrySource; day?: string; shares?: string };
export type EntrySource = "quote" | "history" | "pick" | "alert" | "record";

export type OpenedBody = CallTerms & {
  record: CallKind;
  recordId: string;
  number: number;
  name: string;
  list: string | null;
  author: string | null;
  audience: "members" | "private";
  currency: string | null;
  /** ISO 8601, in UTC. */
  madeAt: string;
  entry: Entry | null;
  /** True if the record is older than the ledger. */
  recordedLater: boolean;
};

type Change = { from: string | null; to: string | null };
/** The fields of an open call that may change: its terms and its audience. */
export type ChangeableResource = CallTerms & Pick<OpenedBody, "audience">;
export type ChangedBody = {
  changes: { [Name in keyof ChangeableResource]?: Change };
  /** The first known price of a call that was made without one. */
  entry?: Entry;
  /** Set when a split is entered later: shares of the call's day per share of its entry and levels. */
  shares?: string;
};

export type CloseReason = "target" | "stop" | "period" | "by hand" | "delisted";
/** `ratio`: shares of the closing day per share of the entry, after splits. */
export type ClosedBody = {
  on: string;
  price: string;
  ratio: string;
  reason: CloseReason;
  note: string | null;
};

/**
 * The new result and the reason. `at`: the time of the correction, ISO 8601 in UTC. `shares`: as in
 * `ChangedBody`.
 */
export type CorrectedBody = Omit<ClosedBody, "note"> & { at: string; note: string; shares?: string };

/**
 * Removes a result; the call is open again. `undone` is the removed result, `at` the time of the reopening.
 * `mistake` is true within minutes of the closing; then readers need no reason.
 */
export type ReopenedBody = {
  at: string;
  mistake: boolean;
  note: string | null;
  undone: Omit<ClosedBody, "note">;
};

/** `mistake` is true within minutes of publication; the call then never counted. */
export type WithdrawnBody = { on: string; mistake: boolean };

export type CallEventBody =
  | { kind: "opened"; body: OpenedBody }
  | { kind: "changed"; body: ChangedBody }
  | { kind: "closed"; body: ClosedBody }
  | { kind: "withdrawn"; body: WithdrawnBody }
  | { kind: "corrected"; body: CorrectedBody }
  | { kind: "reopened"; body: ReopenedBody };

/** A call after all its events. Times are ISO 8601 in UTC, as in the events. */
export type CallState = CallTerms &
  Omit<OpenedBody, keyof CallTerms | "record" | "entry"> & {
    id: string;
    kind: CallKind;
    entryPrice: string | null;
    entryAt: string | null;
    /** Shares of the entry day per share of the entry and the levels. */
    entryShares: string;
    state: "open" | "closed" | "withdrawn";
    endedOn: string | null;
    /** yyyy-mm-dd: the day from which the public delay counts. Corrections do not change it. */
    waitsFrom: string | null;
    closePrice: string | null;
    closeRatio: string | null;
    closeReason: CloseReason | null;
    closeNote: string | null;
    correctedAt: string | null;
    /** The last reopening whose reason readers see. */
    reopenedAt: string | null;
    mistake: boolean;
    lastSeq: number;
  };

/** An event without its hash chain fields. `at`: ISO 8601 in UTC. */
export type CallEventFact = { seq: number; callId: string; at: string } & CallEventBody;

/**
 * The state in which each event is allowed: a call closes once, and only a result is corrected or reopened.
 */
const AFTER: Record<CallEventKind, CallState["state"] | "nothing"> = {
  opened: "nothing",
  changed: "open",
  closed: "open",
  withdrawn: "open",
  corrected: "closed",
  reopened: "closed",
};

/**
 * Applies one event to a call.
 * @param before undefined for the first event
 * @throws Error if the event is not allowed in this state
 */
export function foldEvent(before: CallState | undefined, event: CallEventFact): CallState {
  if ((before?.state ?? "nothing") !== AFTER[event.kind])
    throw new Error(`"${event.kind}" cannot follow on a call that is ${before?.state ?? "not there"}`);
  const { seq: lastSeq } = event;
  if (event.kind === "opened") return { ...openedState(event.callId, event.body), lastSeq };
  const call = before as CallState;
  return { ...call, ...stateChanges(call, event), lastSeq };
}

function openedState(id: string, { record, entry, ...details }: OpenedBody): Omit<CallState, "lastSeq"> {
  return {
    ...details,
    id,
    kind: record,
    entryPrice: entry?.price ?? null,
    entryAt: entry?.at ?? null,
    entryShares: "1",
    state: "open",
    endedOn: null,
    waitsFrom: null,
    closePrice: null,
    closeRatio: null,
    closeReason: null,
    closeNote: null,
    correctedAt: null,
    reopenedAt: null,
    mistake: false,
  };
}

/** The fields that an event changes. A withdrawal keeps terms and entry. */
function stateChanges(
  call: CallState,
  event: Exclude<CallEventFact, { kind: "opened" }>,
): Partial<CallState> {
  if (event.kind === "withdrawn") {
    const { on, mistake } = event.body;
    return { state: "withdrawn", endedOn: on, waitsFrom: on, mistake };
  }
  if (event.kind === "closed")
    return { ...closedState(event.body), waitsFrom: waitsFrom(call, event.body, event.at) };
  if (event.kind === "corrected")
    return { ...closedState(event.body), correctedAt: event.body.at, ...sharesState(event.body) };
  if (event.kind === "reopened") return openState(event.body);
  const { changes, entry } = event.body;
  const terms = Object.entries(changes).map(([term, { to }]) => [term, to]);
  return {
    ...(Object.fromEntries(terms) as Partial<ChangeableResource>),
    ...(entry ? { entryPrice: entry.price, entryAt: entry.at } : {}),
    ...sharesState(event.body),
  };
}

const sharesState = ({ shares }: { shares?: string }) =>
  shares === undefined ? {} : { entryShares: shares };

/**
 * The day (UTC) from which a result waits to become public: when the ledger learned of it. An earlier
 * closing day cannot shorten the delay. A price result of a call older than the ledger waits from its own
 * day: nobody chose it.
 */
function waitsFrom({ recordedLater }: CallState, { on, note }: ClosedBody, at: string): string {
  const knownOn = at.slice(0, 10);
  return (recordedLater && note === null) || on > knownOn ? on : knownOn;
}

const closedState = ({ on, price, ratio, reason, note }: ClosedBody): Partial<CallState> => ({
  state: "closed",
  endedOn: on,
  closePrice: price,
  closeRatio: ratio,
  closeReason: reason,
  closeNote: note,
});

/** The fields of a call whose result is removed. */
const openState = ({ at, mistake }: ReopenedBody): Partial<CallState> => ({
  state: "open",
  endedOn: null,
  waitsFrom: null,
  closePrice: null,
  closeRatio: null,
  closeReason: null,
  closeNote: null,
  correctedAt: null,
  ...(mistake ? {} : { reopenedAt: at }),
});

const TERMS = ["symbol", "direction", "target", "stop", "lastDay", "zoneLow", "zoneHigh"] as const;

/** Returns undefined if no term differs. */
export function diffTerms(before: CallTerms, after: CallTerms): ChangedBody["changes"] | undefined {
  const differing = TERMS.filter((term) => before[term] !== after[term]);
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((term) => [term, { from: before[term], to: after[term] }]));
}

/** The canonical form of a price, for comparison: 150.00 becomes 150. */
export const canonicalPrice = (price: string): string =>
  price.includes(".") ? price.replace(/\.?0+$/, "") : price;

/**
 * A withdrawal or closing within this time counts as a mistake.
 */
export const MISTAKE_MS = 10 * 60_000;

export const isMistake = ({ madeAt, recordedLater }: CallState, now: Date): boolean =>
  !recordedLater && now.getTime() - Date.parse(madeAt) <= MISTAKE_MS;

/**
 * Whether a closing can still be undone without a reason. @param closedAt undefined if the result was
 * corrected
 */
export const isSlip = (closedAt: Date | undefined, now: Date): boolean =>
  closedAt !== undefined && now.getTime() - closedAt.getTime() <= MISTAKE_MS;

/**
 * The entry day (yyyy-mm-dd, in a time zone): the call's day, or the day of a later first price. Splits
 * count from this day. `enteredOn` is the same in SQL.
 */
export function entryDay({ madeAt, entryAt }: Pick<CallState, "madeAt" | "entryAt">, zone: string): string {
  const madeOn = dayIn(zone, madeAt);
  if (entryAt === null || entryAt <= madeAt) return madeOn;
  // A close counts from the UTC day end in every zone.
  const pricedOn = entryAt.slice(0, 10);
  return pricedOn > madeOn ? pricedOn : madeOn;
}
