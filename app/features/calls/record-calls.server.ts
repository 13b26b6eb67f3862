import { CALL_KINDS } from "db/entities/call";
import { type EntityManager, em } from "db/orm.server";
import { literal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Written } from "~/admin-kit/resource.server";
import { type CallKind, type CallState, changesOf, type Entry, isMistake } from "./call-events.rules";
import { type CallSource, callSources, unrecordedSources } from "./call-sources.queries.server";
import { STATE, stateOf } from "./call-states.server";
import { termsOf } from "./call-terms.rules";
import { entryPrices } from "./entry-prices.server";
import { type LedgerWriter, openLedger } from "./ledger.server";

const LATEST = statement("record-calls.latest", STATE)`
  select ${STATE} from calls where kind = ${literal(CALL_KINDS)("kind")} and record_id = ${uuid("recordId")}
   order by number desc limit 1`;

type Opening = { kind: CallKind; source: CallSource; latest?: CallState; entry?: Entry; later: boolean };

/**
 * Brings the ledger up to what a record says now, in the transaction of whoever changed it: its call is opened, changed or
 * withdrawn, or nothing of what was said with it is different. Fails with the transaction, and the transaction with it.
 * @param wasPublished before that change: without a call it is older than the ledger then
 */
export async function recordCall(
  kind: CallKind,
  recordId: string,
  manager: EntityManager,
  wasPublished = false,
): Promise<void> {
  const ledger = await openLedger(manager);
  const [source] = await callSources(kind, [recordId], manager);
  const row = await LATEST.first({ kind, recordId }, manager);
  const found = row && stateOf(row);
  if (source && found?.state === "open" && isSameCall(found, source)) change(ledger, kind, source, found);
  else {
    const latest = withdraw(ledger, found);
    const later = wasPublished && !latest;
    const entries = source && (await entryPrices([source], { later }, manager));
    if (source) openNext(ledger, { kind, source, latest, entry: entries?.get(recordId), later });
  }
  await ledger.write();
}

/**
 * What a resource says of its writes (`afterWrite`): the record, before or after it.
 * @param isPublished whether a record, as it was before, was a call
 */
export const callsOf =
  <Row extends { id: string }>(
    kind: CallKind,
    isPublished: (record: Readonly<Row>) => boolean = () => true,
  ) =>
  async (manager: EntityManager, { before, after }: Written<Row>): Promise<void> => {
    const record = after ?? before;
    if (record) await recordCall(kind, record.id, manager, before !== undefined && isPublished(before));
  };

/** Another instrument or direction is another call: what was said first must not be measured by what is said now. */
const isSameCall = (call: CallState, { symbol, direction }: CallSource): boolean =>
  call.symbol === symbol && call.direction === direction;

/** @returns the call as it is then */
function withdraw(ledger: LedgerWriter, latest: CallState | undefined): CallState | undefined {
  if (latest?.state !== "open") return latest;
  const body = { on: ledger.now.toISOString().slice(0, 10), mistake: isMistake(latest, ledger.now) };
  return ledger.add(latest, { kind: "withdrawn", body });
}

function change(ledger: LedgerWriter, kind: CallKind, source: CallSource, call: CallState): void {
  const terms = termsOf(kind, source, { at: call.madeAt, price: call.entryPrice });
  const changes = changesOf(call, terms);
  if (changes) ledger.add(call, { kind: "changed", body: { changes } });
}

/**
 * Opens a call for a record without an open one. A closed call is followed by another only when something else is said, for a
 * period that is not over.
 */
function openNext(ledger: LedgerWriter, { kind, source, latest, entry, later }: Opening): void {
  const madeAt = (later ? source.createdAt : ledger.now).toISOString();
  const terms = termsOf(kind, source, { at: madeAt, price: entry?.price ?? null });
  if (latest?.state === "closed" && !saysMore(latest, kind, source)) return;
  if (!later && terms.lastDay && terms.lastDay < madeAt.slice(0, 10)) return;
  const number = (latest?.number ?? 0) + 1;
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
function saysMore(closed: CallState, kind: CallKind, source: CallSource): boolean {
  const { madeAt: at, entryPrice: price } = closed;
  return changesOf(closed, termsOf(kind, source, { at, price })) !== undefined;
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
      const entries = await entryPrices(sources, { later: true }, manager);
      for (const source of sources)
        openNext(ledger, { kind, source, entry: entries.get(source.recordId), later: true });
      opened += sources.length;
    }
    await ledger.write();
    return opened;
  });
}
