import { CALL_KINDS } from "db/entities/call";
import { type EntityManager, em } from "db/orm.server";
import { array, literal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Written } from "~/admin-kit/resource.server";
import { type LedgerWriter, openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { type CallKind, type CallState, diffTerms, type Entry, isMistake } from "./call-events.rules";
import { type CallSource, callSources, unrecordedSources } from "./call-sources.queries.server";
import { callTerms } from "./call-terms.rules";
import { entryPrices } from "./entry-prices.server";
import { callsMaybeDue } from "./settlement/due-calls.queries.server";
import { settleDue } from "./settlement/settle-calls.server";
import { STATE, toCallState } from "./to-call-state.server";

const FOUND = { ...STATE, recordId: uuid.from`record_id`, instrumentId: uuid.orNull.from`instrument_id` };
const LATEST = statement("record-calls.latest", FOUND)`
  select distinct on (record_id) ${FOUND} from calls
   where kind = ${literal(CALL_KINDS)("kind")} and record_id = any(${array(uuid)("ids")}) order by record_id, number desc`;

/** A call, its current instrument, and whether the edit kept the record's period. */
type RecordedCall = { call: CallState; instrumentId: string | null; keepsPeriod: boolean };

const toRecordedCall = (
  { instrumentId, ...row }: RowOf<typeof FOUND>,
  keepsPeriod: boolean,
): RecordedCall => ({
  call: toCallState(row),
  instrumentId,
  keepsPeriod,
});

type Opening = { kind: CallKind; source: CallSource; latest?: RecordedCall; entry?: Entry; later: boolean };

/**
 * The record before a change. `isPublished` without a call means that the record is older than the ledger.
 */
type Before = { isPublished: boolean; endsAt: Date | null };

/** A record that was written. @property was undefined for a new record, or if unknown */
type WrittenRecord = { id: string; was?: Before };

/**
 * Updates the ledger after changes of records, in the same transaction: opens, changes or withdraws the call of each, or
 * does nothing if no term changed. If one fails, all roll back. The ledger is locked until the transaction ends, so
 * thousands are read and written by a few statements.
 * @param records each one once
 */
async function recordCalls(
  kind: CallKind,
  records: readonly WrittenRecord[],
  manager: EntityManager,
): Promise<void> {
  if (records.length === 0) return;
  const ledger = await openLedger(manager);
  const ids = records.map(({ id }) => id);
  const sources = new Map((await callSources(kind, ids, manager)).map((one) => [one.recordId, one]));
  const latest = new Map((await LATEST.all({ kind, ids }, manager)).map((one) => [one.recordId, one]));
  const today = dayIn(config().siteTz, ledger.now);
  const due = await callsMaybeDue(
    [...latest.values()].map((one) => one.id),
    today,
    manager,
  );
  const openings: Opening[] = [];
  for (const { id, was } of records) {
    const source = sources.get(id);
    const row = latest.get(id);
    const before = row && toRecordedCall(row, keepsPeriod(kind, source, was));
    const found = before && (await settleBeforeChange(ledger, { kind, source, before, due }, manager));
    if (source && found?.call.state === "open" && isSameCall(found, source))
      changeCall(ledger, kind, source, found);
    else {
      const ended = found && { ...found, call: withdrawCall(ledger, found.call) };
      if (source) openings.push({ kind, source, latest: ended, later: was?.isPublished === true && !ended });
    }
  }
  for (const later of [false, true]) {
    const opened = openings.filter((opening) => opening.later === later);
    if (opened.length === 0) continue;
    const entries = await entryPrices(
      opened.map(({ source }) => source),
      { now: ledger.now, later },
      manager,
    );
    for (const opening of opened)
      openCall(ledger, { ...opening, entry: entries.get(opening.source.recordId) });
  }
  await ledger.write();
}

/** The same for one record. */
export const recordCall = (
  kind: CallKind,
  recordId: string,
  manager: EntityManager,
  was?: Before,
): Promise<void> => recordCalls(kind, [{ id: recordId, was }], manager);

/** @property due the calls that prices may affect */
type CallChange = {
  kind: CallKind;
  source: CallSource | undefined;
  before: RecordedCall;
  due: ReadonlySet<string>;
};

/**
 * Settles a call by past prices before it is withdrawn or changed. Deleting an alert before the hourly run
 * cannot undo a touched stop. An audience change comes first, because a closed call keeps its audience.
 */
async function settleBeforeChange(
  ledger: LedgerWriter,
  { kind, source, before, due }: CallChange,
  manager: EntityManager,
) {
  if (
    before.call.state !== "open" ||
    (source && isSameCall(before, source) && !changedTerms(kind, source, before))
  )
    return before;
  if (!due.has(before.call.id)) return before;
  const changes = source ? audienceChange(before.call, source) : {};
  const isNew = Object.keys(changes).length > 0;
  const call = isNew ? ledger.add(before.call, { kind: "changed", body: { changes } }) : before.call;
  return { ...before, call: await settleDue(ledger, call, manager) };
}

/**
 * An `afterWrite` handler for records that make calls.
 * @param isPublished whether the earlier version of a record made a call
 */
export const recordCallsAfterWrite =
  <Row extends { id: string; endsAt?: Date | null }>(
    kind: CallKind,
    isPublished: (record: Readonly<Row>) => boolean = () => true,
  ) =>
  async (manager: EntityManager, written: readonly Written<Row>[]): Promise<void> => {
    const records = written.flatMap(({ before, after }) => {
      const record = after ?? before;
      const was = before && { isPublished: isPublished(before), endsAt: before.endsAt ?? null };
      return record ? [{ id: record.id, was }] : [];
    });
    await recordCalls(kind, records, manager);
  };

/** A new instrument or direction makes a new call: the first call's prices do not apply to it. */
const isSameCall = (recorded: RecordedCall, source: CallSource): boolean =>
  isSameInstrument(recorded, source) && recorded.call.direction === source.direction;

/** A company that trades under a new symbol stays the same company. */
const isSameInstrument = ({ call, instrumentId }: RecordedCall, source: CallSource): boolean =>
  call.symbol === source.symbol || (instrumentId !== null && instrumentId === source.instrumentId);

/** @returns the call after the withdrawal */
function withdrawCall(ledger: LedgerWriter, latest: CallState): CallState {
  if (latest.state !== "open") return latest;
  const body = { on: dayIn(config().siteTz, ledger.now), mistake: isMistake(latest, ledger.now) };
  return ledger.add(latest, { kind: "withdrawn", body });
}

function changeCall(ledger: LedgerWriter, kind: CallKind, source: CallSource, recorded: RecordedCall): void {
  const { call } = recorded;
  const changes = { ...changedTerms(kind, source, recorded), ...audienceChange(call, source) };
  if (Object.keys(changes).length > 0) ledger.add(call, { kind: "changed", body: { changes } });
}

/**
 * Whether an edit kept the record's period. Compares the time of the end, not the day: the same end is
 * another day in another zone, and the site's zone may have changed.
 */
const keepsPeriod = (kind: CallKind, source: CallSource | undefined, was: Before | undefined): boolean =>
  kind === "pick" || (was !== undefined && source?.endsAt?.getTime() === was.endsAt?.getTime());

/** Returns undefined if the record's terms equal its call's. */
function changedTerms(kind: CallKind, source: CallSource, { call, keepsPeriod: isKept }: RecordedCall) {
  const terms = callTerms(kind, source, dayAndPrice(call));
  return diffTerms(call, isKept ? { ...terms, lastDay: call.lastDay } : terms);
}

/** The call's day and price, for `callTerms`. */
const dayAndPrice = ({ madeAt, entryPrice: price }: CallState) => ({
  on: dayIn(config().siteTz, madeAt),
  price,
});

/** A call always has its record's audience, so both have the same paywall. */
const audienceChange = ({ audience: from }: CallState, { audience: to }: CallSource) =>
  from === to ? {} : { audience: { from, to } };

/**
 * Opens a call for a record without an open one. After a closed call, a new one opens only with new terms
 * for a period that is not over.
 */
function openCall(ledger: LedgerWriter, { kind, source, latest, entry, later }: Opening): void {
  const madeAt = (later ? source.createdAt : ledger.now).toISOString();
  const madeOn = dayIn(config().siteTz, madeAt);
  const terms = callTerms(kind, source, { on: madeOn, price: entry?.price ?? null });
  if (latest?.call.state === "closed" && !hasNewTerms(latest, kind, source)) return;
  if (!later && terms.lastDay && terms.lastDay < madeOn) return;
  const number = (latest?.call.number ?? 0) + 1;
  const body = {
    ...callDetails(kind, source),
    ...terms,
    number,
    madeAt,
    entry: entry ?? null,
    recordedLater: later,
  };
  ledger.add(undefined, { kind: "opened", body });
}

/** The details of a call besides its terms. */
export const callDetails = (kind: CallKind, source: CallSource) => ({
  record: kind,
  recordId: source.recordId,
  name: source.name,
  list: source.list,
  author: source.author,
  audience: source.audience,
  currency: source.currency,
});

/** Whether a record's terms differ from its closed call's. */
function hasNewTerms(closed: RecordedCall, kind: CallKind, source: CallSource): boolean {
  const symbol = isSameInstrument(closed, source) ? closed.call.symbol : source.symbol;
  return changedTerms(kind, { ...source, symbol }, closed) !== undefined;
}

/** Calls opened in one transaction, which takes about a second. */
const BATCH_SIZE = 500;

/**
 * Opens one batch of calls for records older than the ledger, marked as recorded later. @returns the number
 * of calls
 */
export function openOlderCalls(): Promise<number> {
  return em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    let opened = 0;
    for (const kind of CALL_KINDS) {
      const sources = await unrecordedSources(kind, BATCH_SIZE, manager);
      const entries = await entryPrices(sources, { now: ledger.now, later: true }, manager);
      for (const source of sources)
        openCall(ledger, { kind, source, entry: entries.get(source.recordId), later: true });
      opened += sources.length;
    }
    await ledger.write();
    return opened;
  });
}
