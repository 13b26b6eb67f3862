import type { ImportFindings } from "db/entities/member-import";
import { type EntityManager, em } from "db/orm.server";
import { dateOrder } from "~/admin-kit/figures/read-date";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { dayIn } from "~/ui/dates";
import { keysThatFollow } from "../labels/labels.queries.server";
import { AddressTaken } from "../many-members.server";
import { type ClassifiedRow, classifyRow, type KnownPerson } from "./classify-row.rules.server";
import { mailSlice, undoSlice } from "./follow-up.server";
import { MAX_PLANS } from "./import-columns.rules";
import {
  beginComparing,
  finishState,
  type LeasedImport,
  LeaseLost,
  leaseImport,
  lockLease,
  type OutcomeCounts,
  recordFollowUp,
  recordStep,
  releaseLease,
  requeueImport,
  zeroCounts,
} from "./import-lease.server";
import {
  findRepeatedAddresses,
  nextRows,
  type RowVerdict,
  type SliceRow,
  saveAddresses,
  saveVerdicts,
} from "./import-rows.server";
import { countLeft, nextImported } from "./imported-members.server";
import { knownPeople } from "./known-people.server";
import { previewRow, type ReadingContext, readRow } from "./read-row.rules.server";
import { recordEnd, recordUndone, writeRows } from "./write-members.server";

/** Rows per transaction. */
const SLICE_ROWS = { reading: 1_000, comparing: 1_000, writing: 500 } as const;

/** Members per transaction: each member's data is searched in every table. */
const SLICE_MEMBERS = 50;

/** Milliseconds of one part of an import; the queue gives a job of two minutes to another server as well. */
const PART_MS = 30_000;

/** How often a slice restarts because one of its addresses was registered in the meantime. */
const MAX_TRIES = 5;

/**
 * Does a part of an import and leaves the rest to the next job. Each slice is written in one transaction with
 * the line it reaches, so any server can continue after another one died.
 */
export async function runImport(importId: string, partMs = PART_MS): Promise<void> {
  const until = performance.now() + partMs;
  const leased = await leaseImport(importId);
  if (!leased) return;
  try {
    await continueRun(leased, () => performance.now() < until && !isStopping());
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // The queue retries within seconds and then finds the import released.
    await releaseLease(leased).catch(() => {});
    throw error;
  }
}

async function continueRun(leased: LeasedImport, mayContinue: () => boolean): Promise<void> {
  let at = leased;
  for (;;) {
    const next = await runSlice(at);
    if (!next) return;
    at = next;
    if (mayContinue()) continue;
    await em().transactional((manager) => requeueImport(manager, at));
    return;
  }
}

type State = keyof typeof SLICE_ROWS;

const PASSES: Record<
  State,
  (manager: EntityManager, leased: LeasedImport, rows: readonly SliceRow[]) => Promise<Done>
> = {
  reading: readSlice,
  comparing: compareSlice,
  writing: writeSlice,
};

type Done = { findings: ImportFindings; counts: OutcomeCounts };

/** @returns the import's new state; undefined when it is finished or waits for a decision */
async function runSlice(leased: LeasedImport, tries = 1): Promise<LeasedImport | undefined> {
  if (leased.state === "mailing" || leased.state === "undoing") return followUp(leased);
  const state = leased.state as State;
  try {
    return await em().transactional(async (manager) => {
      const locked = await lockLease(manager, leased);
      const rows = await nextRows(manager, {
        id: leased.id,
        after: leased.position,
        limit: SLICE_ROWS[state],
      });
      const last = rows.at(-1);
      if (!last) return endState(manager, locked);
      const { findings, counts } = await PASSES[state](manager, locked, rows);
      await recordStep(manager, locked, { position: last.line, findings, counts });
      return { ...locked, position: last.line, findings };
    });
  } catch (error) {
    if (!(error instanceof AddressTaken) || tries >= MAX_TRIES) throw error;
    return runSlice(leased, tries + 1);
  }
}

/** The same for the members it wrote. */
const followUp = (leased: LeasedImport): Promise<LeasedImport | undefined> =>
  em().transactional(async (manager) => {
    const locked = await lockLease(manager, leased);
    const slice = await nextImported(manager, {
      id: leased.id,
      after: leased.position,
      limit: SLICE_MEMBERS,
    });
    const last = slice.at(-1);
    if (!last) return endFollowUp(manager, locked);
    if (locked.state === "mailing") await mailSlice(manager, locked, slice);
    const undone = locked.state === "undoing" ? await undoSlice(manager, locked, slice) : 0;
    await recordFollowUp(manager, locked, { position: last.line, undone });
    return { ...locked, position: last.line };
  });

async function endFollowUp(manager: EntityManager, leased: LeasedImport): Promise<undefined> {
  const isUndone = leased.state === "undoing";
  const ended = await finishState(manager, leased, isUndone ? "undone" : "done");
  if (ended && isUndone) {
    const left = await countLeft(manager, leased.id);
    await recordUndone(manager, leased, { undone: ended.undone, left });
  }
}

/** All rows are processed. */
async function endState(manager: EntityManager, leased: LeasedImport): Promise<LeasedImport | undefined> {
  if (leased.state === "reading") {
    await beginComparing(manager, leased);
    return { ...leased, state: "comparing", position: 0 };
  }
  const ended = await finishState(manager, leased, leased.state === "writing" ? "done" : "compared");
  if (ended && leased.state === "writing") await recordEnd(manager, leased, ended);
  return undefined;
}

/** What rows of an import are read by. Days left are counted from the day the file arrived. */
function readingContext({ targets, decisions, findings, createdAt }: LeasedImport): ReadingContext {
  const { siteTz: zone } = config();
  const order = decisions.dateOrder ?? dateOrder(findings);
  return { targets, zone, today: dayIn(zone, createdAt), order };
}

/** Finds the address of each row and the decisions that the comparison needs. */
async function readSlice(
  manager: EntityManager,
  leased: LeasedImport,
  rows: readonly SliceRow[],
): Promise<Done> {
  const context = readingContext(leased);
  const { plans, statuses } = leased.findings;
  const findings = { ...leased.findings, plans: { ...plans }, statuses: { ...statuses } };
  for (const { cells } of rows) addFindings(findings, cells, leased.targets);
  const named = rows.map(({ line, cells }) => ({ line, email: readRow(cells, context).email }));
  await saveAddresses(manager, leased.id, named);
  return { findings, counts: zeroCounts() };
}

function addFindings(
  findings: Required<Omit<ImportFindings, "sample">> & Pick<ImportFindings, "sample">,
  cells: readonly string[],
  targets: readonly string[],
): void {
  const { dates, plan, statusWord, isOpen } = previewRow(cells, targets);
  for (const { evidence, text } of dates) {
    if (!evidence) continue;
    findings[evidence] += 1;
    if (evidence === "eitherFirst") findings.sample ??= text.trim().slice(0, 20);
  }
  if (statusWord !== undefined) countWord(findings.statuses, statusWord);
  if (plan !== undefined) countWord(findings.plans, plan);
  if (isOpen) findings.openEnds += 1;
}

/** Counts a word of the file, even one such as `__proto__`. Beyond a limit, further words are not counted. */
function countWord(counts: Record<string, number>, word: string): void {
  const isKnown = Object.hasOwn(counts, word);
  if (!isKnown && Object.keys(counts).length > MAX_PLANS) return;
  Object.defineProperty(counts, word, {
    value: (isKnown ? (counts[word] ?? 0) : 0) + 1,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

type ClassifiedLine = ClassifiedRow & { line: number; known?: KnownPerson };

/** The present outcome of each row. @param locks whether existing members are locked */
async function classifyRows(
  manager: EntityManager,
  leased: LeasedImport,
  rows: readonly SliceRow[],
  locks: boolean,
): Promise<ClassifiedLine[]> {
  const context = readingContext(leased);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const [first, last] = [leased.position, rows.at(-1)?.line ?? 0];
  const emailAt = leased.targets.indexOf("email");
  const doubles = await findRepeatedAddresses(manager, { id: leased.id, after: first, to: last, emailAt });
  const known = await knownPeople(manager, emails, locks);
  const reads = rows.map(({ cells }) => readRow(cells, context));
  const following = await keysThatFollow(
    reads.flatMap(({ person }) => person?.labels ?? []),
    manager,
  );
  const { decisions } = leased;
  const rules = { decisions, zone: context.zone, now: await databaseNow(), following };
  return rows.map(({ line, email }, nth) => {
    const read = reads[nth] ?? {};
    const person = email === null ? undefined : known.get(email);
    const double = read.problem === undefined ? doubles.get(line) : undefined;
    const verdict: ClassifiedRow = double ?? classifyRow(read, person, rules);
    return { ...verdict, line, known: person };
  });
}

function countOutcomes(verdicts: readonly RowVerdict[]): OutcomeCounts {
  const counts = zeroCounts();
  for (const { outcome } of verdicts) counts[outcome] += 1;
  return counts;
}

async function compareSlice(
  manager: EntityManager,
  leased: LeasedImport,
  rows: readonly SliceRow[],
): Promise<Done> {
  const verdicts = await classifyRows(manager, leased, rows, false);
  await saveVerdicts(manager, leased.id, verdicts);
  return { findings: leased.findings, counts: countOutcomes(verdicts) };
}

async function writeSlice(
  manager: EntityManager,
  leased: LeasedImport,
  rows: readonly SliceRow[],
): Promise<Done> {
  // A row that needs a decision only now needed none when the import started.
  const verdicts = (await classifyRows(manager, leased, rows, true)).map((row) =>
    row.outcome === "undecided" ? { ...row, outcome: "refused" as const } : row,
  );
  await writeRows(manager, leased, verdicts);
  return { findings: leased.findings, counts: countOutcomes(verdicts) };
}
