export type CallKind = "alert" | "pick" | "brief";
type CallEventKind = "opened" | "changed" | "closed" | "withdrawn";
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

/** The price that stood when the call was made. `source`: which of the site's prices that was. */
export type Entry = { price: string; at: string; source: EntrySource };
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
export type ChangedBody = {
  changes: { [Term in keyof CallTerms]?: Change };
  /** The first price that became known after a call that was made without one. */
  entry?: Entry;
};

export type CloseReason = "target" | "stop" | "period" | "by hand" | "delisted";
/** `ratio`: how many of that day's shares one share of the call's day had become by splits. */
export type ClosedBody = {
  on: string;
  price: string;
  ratio: string;
  reason: CloseReason;
  note: string | null;
};

/** `mistake`: within minutes of its publication, so it was never a call. */
export type WithdrawnBody = { on: string; mistake: boolean };

export type CallEventBody =
  | { kind: "opened"; body: OpenedBody }
  | { kind: "changed"; body: ChangedBody }
  | { kind: "closed"; body: ClosedBody }
  | { kind: "withdrawn"; body: WithdrawnBody };

/** A call as its events tell it. Moments are ISO 8601 texts in UTC, as they stand in events. */
export type CallState = CallTerms & {
  id: string;
  kind: CallKind;
  recordId: string;
  number: number;
  name: string;
  list: string | null;
  author: string | null;
  audience: "members" | "private";
  recordedLater: boolean;
  madeAt: string;
  entryPrice: string | null;
  entryAt: string | null;
  currency: string | null;
  state: "open" | "closed" | "withdrawn";
  endedOn: string | null;
  closePrice: string | null;
  closeRatio: string | null;
  closeReason: CloseReason | null;
  closeNote: string | null;
  mistake: boolean;
  lastSeq: number;
};

/** An event without what chains it. */
export type CallEventFact = { seq: number; callId: string } & CallEventBody;

/** Events of this kind follow, and close nothing that is closed. */
const AFTER: Record<CallEventKind, CallState["state"] | "nothing"> = {
  opened: "nothing",
  changed: "open",
  closed: "open",
  withdrawn: "open",
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
  return { ...(before as CallState), ...afterwards(event), lastSeq };
}

function openedState(id: string, { record, entry, ...said }: OpenedBody): Omit<CallState, "lastSeq"> {
  return {
    ...said,
    id,
    kind: record,
    entryPrice: entry?.price ?? null,
    entryAt: entry?.at ?? null,
    state: "open",
    endedOn: null,
    closePrice: null,
    closeRatio: null,
    closeReason: null,
    closeNote: null,
    mistake: false,
  };
}

/** What an event makes another; a withdrawal leaves terms and entry as they were. */
function afterwards(event: Exclude<CallEventFact, { kind: "opened" }>): Partial<CallState> {
  if (event.kind === "withdrawn")
    return { state: "withdrawn", endedOn: event.body.on, mistake: event.body.mistake };
  if (event.kind === "closed") {
    const { on, price, ratio, reason, note } = event.body;
    const closed = { closePrice: price, closeRatio: ratio, closeReason: reason, closeNote: note };
    return { state: "closed", endedOn: on, ...closed };
  }
  const { changes, entry } = event.body;
  const terms = Object.entries(changes).map(([term, { to }]) => [term, to]);
  return {
    ...(Object.fromEntries(terms) as Partial<CallTerms>),
    ...(entry ? { entryPrice: entry.price, entryAt: entry.at } : {}),
  };
}

const TERMS = ["symbol", "direction", "target", "stop", "lastDay", "zoneLow", "zoneHigh"] as const;

/** How terms differ; undefined where they do not. */
export function changesOf(before: CallTerms, after: CallTerms): ChangedBody["changes"] | undefined {
  const differing = TERMS.filter((term) => before[term] !== after[term]);
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((term) => [term, { from: before[term], to: after[term] }]));
}

/** A price in the one form that terms are compared in: 150.00 is 150. */
export const figure = (price: string): string => (price.includes(".") ? price.replace(/\.?0+$/, "") : price);

/** A call that is taken back so soon was never one; decisions.md, "deletes of published calls". */
const MISTAKE_MS = 10 * 60_000;

export const isMistake = ({ madeAt, recordedLater }: CallState, now: Date): boolean =>
  !recordedLater && now.getTime() - Date.parse(madeAt) <= MISTAKE_MS;
