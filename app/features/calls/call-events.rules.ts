import { dayIn } from "~/ui/dates";

export type CallKind = "alert" | "pick" | "brief";
type CallEventKind = "opened" | "changed" | "closed" | "withdrawn" | "corrected" | "reopened";
/**
 * What is said with a call and cannot be taken back unseen; prices are exact decimals. Running prices are no part of it.
 */
export type CallTerms = {
  symbol: string;
  direction: "buy" | "sell";
  target: string | null;
  stop: string | null;
  /** yyyy-mm-dd: the last day on which a price can settle it. */
  lastDay: string | null;
  zoneLow: string | null;
  zoneHigh: string | null;
};

/**
 * The price that stood when the call was made. `source`: which of the site's prices that was.
 * @property day the one that it is a price of, where that is one before the call's
 * @property shares how many shares of the call's day one of that day was then by the splits that were entered; they are worked in
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
  /** The record is older than the ledger. */
  recordedLater: boolean;
};

type Change = { from: string | null; to: string | null };
/** What may change of an open call: its terms, and whom it is for. */
export type Changeable = CallTerms & Pick<OpenedBody, "audience">;
export type ChangedBody = {
  changes: { [Name in keyof Changeable]?: Change };
  /** The first price that became known after a call that was made without one. */
  entry?: Entry;
  /** How many shares of the call's day one is that its entry, and what was said with it, are of: a split was entered afterwards. */
  shares?: string;
};

export type CloseReason = "target" | "stop" | "period" | "by hand" | "delisted";
/** `ratio`: how many of that day's shares one that the call's entry is of had become by splits. */
export type ClosedBody = {
  on: string;
  price: string;
  ratio: string;
  reason: CloseReason;
  note: string | null;
};

/** The result that counts from now on, and why. `at`: when that was said, ISO 8601 in UTC. `shares`: as of a change. */
export type CorrectedBody = Omit<ClosedBody, "note"> & { at: string; note: string; shares?: string };

/**
 * A result is taken back, and the call goes on. `undone`: the result that counted until then. `at`: as of a correction. `mistake`:
 * within minutes of the closing, so that readers need no reason.
 */
export type ReopenedBody = {
  at: string;
  mistake: boolean;
  note: string | null;
  undone: Omit<ClosedBody, "note">;
};

/** `mistake`: within minutes of its publication, so it was never a call. */
export type WithdrawnBody = { on: string; mistake: boolean };

export type CallEventBody =
  | { kind: "opened"; body: OpenedBody }
  | { kind: "changed"; body: ChangedBody }
  | { kind: "closed"; body: ClosedBody }
  | { kind: "withdrawn"; body: WithdrawnBody }
  | { kind: "corrected"; body: CorrectedBody }
  | { kind: "reopened"; body: ReopenedBody };

/** A call as its events tell it. Moments are ISO 8601 texts in UTC, as they stand in events. */
export type CallState = CallTerms &
  Omit<OpenedBody, keyof CallTerms | "record" | "entry"> & {
    id: string;
    kind: CallKind;
    entryPrice: string | null;
    entryAt: string | null;
    /** How many shares of the day from which it is measured one is that its entry, and what was said with it, are of. */
    entryShares: string;
    state: "open" | "closed" | "withdrawn";
    endedOn: string | null;
    /** yyyy-mm-dd: the day that the days until it is public are counted from; no correction makes it another. */
    waitsFrom: string | null;
    closePrice: string | null;
    closeRatio: string | null;
    closeReason: CloseReason | null;
    closeNote: string | null;
    correctedAt: string | null;
    /** When it was reopened last for a reason that readers see. */
    reopenedAt: string | null;
    mistake: boolean;
    lastSeq: number;
  };

/** An event without what chains it. `at`: ISO 8601 in UTC. */
export type CallEventFact = { seq: number; callId: string; at: string } & CallEventBody;

/** Events of this kind follow: nothing is closed twice, and only a result is corrected or taken back. */
const AFTER: Record<CallEventKind, CallState["state"] | "nothing"> = {
  opened: "nothing",
  changed: "open",
  closed: "open",
  withdrawn: "open",
  corrected: "closed",
  reopened: "closed",
};

/**
 * What a call is after one more event.
 * @param before undefined before the first
 * @throws Error for an event that cannot follow
 */
export function foldEvent(before: CallState | undefined, event: CallEventFact): CallState {
  if ((before?.state ?? "nothing") !== AFTER[event.kind])
    throw new Error(`"${event.kind}" cannot follow on a call that is ${before?.state ?? "not there"}`);
  const { seq: lastSeq } = event;
  if (event.kind === "opened") return { ...openedState(event.callId, event.body), lastSeq };
  const call = before as CallState;
  return { ...call, ...afterwards(call, event), lastSeq };
}

function openedState(id: string, { record, entry, ...said }: OpenedBody): Omit<CallState, "lastSeq"> {
  return {
    ...said,
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

/** What an event makes another; a withdrawal leaves terms and entry as they were. */
function afterwards(call: CallState, event: Exclude<CallEventFact, { kind: "opened" }>): Partial<CallState> {
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
    ...(Object.fromEntries(terms) as Partial<Changeable>),
    ...(entry ? { entryPrice: entry.price, entryAt: entry.at } : {}),
    ...sharesState(event.body),
  };
}

const sharesState = ({ shares }: { shares?: string }) =>
  shares === undefined ? {} : { entryShares: shares };

/**
 * From when on a result waits to be public: the day (UTC) on which the ledger first knew it, so that no day that is said makes a call
 * public at once. What prices made of a call that is older than the ledger nobody has chosen: that waits from the day it ended.
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

/** What a call is again once its result is taken back. */
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

/** How terms differ; undefined where they do not. */
export function changesOf(before: CallTerms, after: CallTerms): ChangedBody["changes"] | undefined {
  const differing = TERMS.filter((term) => before[term] !== after[term]);
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((term) => [term, { from: before[term], to: after[term] }]));
}

/** A price in the one form that terms are compared in: 150.00 is 150. */
export const figure = (price: string): string => (price.includes(".") ? price.replace(/\.?0+$/, "") : price);

/** A call that is taken back so soon was never one, and neither was a closing; decisions.md, "deletes of published calls". */
export const MISTAKE_MS = 10 * 60_000;

export const isMistake = ({ madeAt, recordedLater }: CallState, now: Date): boolean =>
  !recordedLater && now.getTime() - Date.parse(madeAt) <= MISTAKE_MS;

/** Whether a closing can still be taken back as a slip. @param closedAt undefined for a result that was corrected since */
export const isSlip = (closedAt: Date | undefined, now: Date): boolean =>
  closedAt !== undefined && now.getTime() - closedAt.getTime() <= MISTAKE_MS;

/**
 * The day (yyyy-mm-dd, in a time zone) from which a call is measured: on which it was made, or on which an entry became known that
 * was not there before. Splits count from it on. `enteredOn` is the same in SQL.
 */
export function measuredFrom(
  { madeAt, entryAt }: Pick<CallState, "madeAt" | "entryAt">,
  zone: string,
): string {
  const madeOn = dayIn(zone, madeAt);
  if (entryAt === null || entryAt <= madeAt) return madeOn;
  // The end of a day in UTC is that day's close, whatever the zone.
  const pricedOn = entryAt.slice(0, 10);
  return pricedOn > madeOn ? pricedOn : madeOn;
}
