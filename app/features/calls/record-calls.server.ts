import { CALL_KINDS } from "db/entities/call";
import { type EntityManager, em } from "db/orm.server";
import { literal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Written } from "~/admin-kit/resource.server";
import { type LedgerWriter, openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { type CallKind, type CallState, changesOf, type Entry, isMistake } from "./call-events.rules";
import { type CallSource, callSources, unrecordedSources } from "./call-sources.queries.server";
import { STATE, stateOf } from "./call-states.server";
import { termsOf } from "./call-terms.rules";
import { entryPrices } from "./entry-prices.server";
import { mayBeDue } from "./settlement/due-calls.queries.server";
import { settleDue } from "./settlement/settle-calls.server";

const FOUND = { ...STATE, instrumentId: uuid.orNull.from`instrument_id` };
const LATEST = statement("record-calls.latest", FOUND)`
  select ${FOUND} from calls where kind = ${literal(CALL_KINDS)("kind")} and record_id = ${uuid("recordId")}
   order by number desc limit 1`;

/** A call, the instrument that it is of by now, and whether its record was not given another period by the change. */
type Called = { call: CallState; instrumentId: string | null; keepsPeriod: boolean };

const calledAs = ({ instrumentId, ...row }: RowOf<typeof FOUND>, keepsPeriod: boolean): Called => ({
  call: stateOf(row),
  instrumentId,
  keepsPeriod,
});

type Opening = { kind: CallKind; source: CallSource; latest?: Called; entry?: Entry; later: boolean };

/** What a record was before a change. `isPublished`: without a call it is older than the ledger then. */
type Before = { isPublished: boolean; endsAt: Date | null };

/**
 * Brings the ledger up to what a record says now, in the transaction of whoever changed it: its call is opened, changed or
 * withdrawn, or nothing of what was said with it is different. Fails with the transaction, and the transaction with it.
 * @param was undefined for a new record, and where nobody knows
 */
export async function recordCall(
  kind: CallKind,
  recordId: string,
  manager: EntityManager,
  was?: Before,
): Promise<void> {
  const ledger = await openLedger(manager);
  const [source] = await callSources(kind, [recordId], manager);
  const row = await LATEST.first({ kind, recordId }, manager);
  const before = row && calledAs(row, keepsPeriod(kind, source, was));
  const found = before && (await settledFirst(ledger, { kind, source, before }, manager));
  if (source && found?.call.state === "open" && isSameCall(found, source))
    change(ledger, kind, source, found);
  else {
    const latest = found && { ...found, call: withdraw(ledger, found.call) };
    const later = was?.isPublished === true && !latest;
    const entries = source && (await entryPrices([source], { now: ledger.now, later }, manager));
    if (source) openNext(ledger, { kind, source, latest, entry: entries?.get(recordId), later });
  }
  await ledger.write();
}

type Turning = { kind: CallKind; source: CallSource | undefined; before: Called };

/**
 * What prices have done to a call stands before it is withdrawn or gets other terms: a stop that was touched is not taken back by
 * who deletes its alert before the hour's run. For whom it is from now on is said first, since a closed call keeps that.
 */
async function settledFirst(ledger: LedgerWriter, { kind, source, before }: Turning, manager: EntityManager) {
  if (
    before.call.state !== "open" ||
    (source && isSameCall(before, source) && !newTerms(kind, source, before))
  )
    return before;
  const today = dayIn(config().siteTz, ledger.now);
  if (!(await mayBeDue(before.call.id, today, manager))) return before;
  const changes = source ? audienceChangeOf(before.call, source) : {};
  const isNew = Object.keys(changes).length > 0;
  const call = isNew ? ledger.add(before.call, { kind: "changed", body: { changes } }) : before.call;
  return { ...before, call: await settleDue(ledger, call, manager) };
}

/**
 * What a resource says of its writes (`afterWrite`): each record, before or after it. One after the other, as the ledger is written.
 * @param isPublished whether a record, as it was before, was a call
 */
export const callsOf =
  <Row extends { id: string; endsAt?: Date | null }>(
    kind: CallKind,
    isPublished: (record: Readonly<Row>) => boolean = () => true,
  ) =>
  async (manager: EntityManager, written: readonly Written<Row>[]): Promise<void> => {
    for (const { before, after } of written) {
      const record = after ?? before;
      const was = before && { isPublished: isPublished(before), endsAt: before.endsAt ?? null };
      if (record) await recordCall(kind, record.id, manager, was);
    }
  };

/** Another instrument or direction is another call: what was said first must not be measured by what is said now. */
const isSameCall = (called: Called, source: CallSource): boolean =>
  isSameInstrument(called, source) && called.call.direction === source.direction;

/** A company that is traded under another symbol now is the same one. */
const isSameInstrument = ({ call, instrumentId }: Called, source: CallSource): boolean =>
  call.symbol === source.symbol || (instrumentId !== null && instrumentId === source.instrumentId);

/** @returns the call as it is then */
function withdraw(ledger: LedgerWriter, latest: CallState): CallState {
  if (latest.state !== "open") return latest;
  const body = { on: dayIn(config().siteTz, ledger.now), mistake: isMistake(latest, ledger.now) };
  return ledger.add(latest, { kind: "withdrawn", body });
}

function change(ledger: LedgerWriter, kind: CallKind, source: CallSource, called: Called): void {
  const { call } = called;
  const changes = { ...newTerms(kind, source, called), ...audienceChangeOf(call, source) };
  if (Object.keys(changes).length > 0) ledger.add(call, { kind: "changed", body: { changes } });
}

/**
 * Whether a record's period is what it was before a change. Its last day is compared by this: the same end is another day in
 * another zone, and a call may be older than the one the site has now.
 */
const keepsPeriod = (kind: CallKind, source: CallSource | undefined, was: Before | undefined): boolean =>
  kind === "pick" || (was !== undefined && source?.endsAt?.getTime() === was.endsAt?.getTime());

/** How the terms that a record says differ from its call's; undefined where they do not. */
function newTerms(kind: CallKind, source: CallSource, { call, keepsPeriod: isKept }: Called) {
  const terms = termsOf(kind, source, madeWith(call));
  return changesOf(call, isKept ? { ...terms, lastDay: call.lastDay } : terms);
}

/** When a call was made, as its terms are told. */
const madeWith = ({ madeAt, entryPrice: price }: CallState) => ({
  on: dayIn(config().siteTz, madeAt),
  price,
});

/** Whoever the record is for from now on, its call is for the same: the two lock as one. */
const audienceChangeOf = ({ audience: from }: CallState, { audience: to }: CallSource) =>
  from === to ? {} : { audience: { from, to } };

/**
 * Opens a call for a record without an open one. A closed call is followed by another only when something else is said, for a
 * period that is not over.
 */
function openNext(ledger: LedgerWriter, { kind, source, latest, entry, later }: Opening): void {
  const madeAt = (later ? source.createdAt : ledger.now).toISOString();
  const madeOn = dayIn(config().siteTz, madeAt);
  const terms = termsOf(kind, source, { on: madeOn, price: entry?.price ?? null });
  if (latest?.call.state === "closed" && !hasNewTerms(latest, kind, source)) return;
  if (!later && terms.lastDay && terms.lastDay < madeOn) return;
  const number = (latest?.call.number ?? 0) + 1;
  const body = {
    ...saidOf(kind, source),
    ...terms,
    number,
    madeAt,
    entry: entry ?? null,
    recordedLater: later,
  };
  ledger.add(undefined, { kind: "opened", body });
}

/** What a record says with its call besides the terms. */
export const saidOf = (kind: CallKind, source: CallSource) => ({
  record: kind,
  recordId: source.recordId,
  name: source.name,
  list: source.list,
  author: source.author,
  audience: source.audience,
  currency: source.currency,
});

/** Whether a record says something else than its closed call did. */
function hasNewTerms(closed: Called, kind: CallKind, source: CallSource): boolean {
  const symbol = isSameInstrument(closed, source) ? closed.call.symbol : source.symbol;
  return newTerms(kind, { ...source, symbol }, closed) !== undefined;
}

/** Opened in one transaction, in a second or so. */
const AT_ONCE = 500;

/**
 * Opens calls of records that are older than the ledger, marked so. Does a part of them. @returns how many
 */
export function openOlderCalls(): Promise<number> {
  return em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    let opened = 0;
    for (const kind of CALL_KINDS) {
      const sources = await unrecordedSources(kind, AT_ONCE, manager);
      const entries = await entryPrices(sources, { now: ledger.now, later: true }, manager);
      for (const source of sources)
        openNext(ledger, { kind, source, entry: entries.get(source.recordId), later: true });
      opened += sources.length;
    }
    await ledger.write();
    return opened;
  });
}
