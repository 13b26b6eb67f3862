import type { ImportFindings } from "db/entities/member-import";
import { type EntityManager, em } from "db/orm.server";
import { dateOrder } from "~/admin-kit/figures/read-date";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { dayIn } from "~/ui/dates";
import { AddressTaken } from "../many-members.server";
import { type ClassifiedRow, classifyRow, type KnownPerson } from "./classify-row.rules.server";
import { mailSlice, undoSlice } from "./follow-up.server";
import { MAX_PLANS } from "./import-files.rules";
import {
  doublesIn,
  judgeRows,
  nameRows,
  nextRows,
  type RowVerdict,
  type SliceRow,
} from "./import-rows.server";
import {
  beginComparing,
  emptyTally,
  finishTurn,
  giveBack,
  holdTurn,
  recordFollowUp,
  recordStep,
  releaseTurn,
  type Tally,
  type Turn,
  TurnLost,
  takeTurn,
} from "./import-turns.server";
import { countLeft, nextImported } from "./imported-members.server";
import { knownPeople } from "./known-people.server";
import { type ReadingContext, readRow, shownByRow } from "./read-row.rules.server";
import { recordEnd, recordUndone, writeRows } from "./write-members.server";

/** Rows of one transaction. */
const SLICE_ROWS = { reading: 1_000, comparing: 1_000, writing: 500 } as const;

/** Members of one transaction: what is kept about each one is looked for in every table. */
const SLICE_MEMBERS = 50;

/** One part of an import; a job that takes two minutes is given to another server as well. Milliseconds. */
const PART_MS = 30_000;

/** How often a slice begins anew where one of its addresses was registered meanwhile. */
const MAX_TRIES = 5;

/**
 * Does a part of an import and leaves the rest to the next job. Each slice is written whole, with the line it reaches, or not at all; so
 * whoever goes on after a server that died does what it would have done.
 */
export async function runImport(importId: string, partMs = PART_MS): Promise<void> {
  const until = performance.now() + partMs;
  const turn = await takeTurn(importId);
  if (!turn) return;
  try {
    await goOn(turn, () => performance.now() < until && !isStopping());
  } catch (error) {
    if (error instanceof TurnLost) return;
    // The queue tries again within seconds, and finds nobody at it.
    await releaseTurn(turn).catch(() => {});
    throw error;
  }
}

async function goOn(turn: Turn, mayStay: () => boolean): Promise<void> {
  let at = turn;
  for (;;) {
    const next = await doSlice(at);
    if (!next) return;
    at = next;
    if (mayStay()) continue;
    await em().transactional((manager) => giveBack(manager, at));
    return;
  }
}

type State = keyof typeof SLICE_ROWS;

const PASSES: Record<
  State,
  (manager: EntityManager, turn: Turn, rows: readonly SliceRow[]) => Promise<Done>
> = {
  reading: readSlice,
  comparing: compareSlice,
  writing: writeSlice,
};

type Done = { findings: ImportFindings; tally: Tally };

/** @returns where the import stands then; nothing where it is done with, for now or for good */
async function doSlice(turn: Turn, tries = 1): Promise<Turn | undefined> {
  if (turn.state === "mailing" || turn.state === "undoing") return followUp(turn);
  const state = turn.state as State;
  try {
    return await em().transactional(async (manager) => {
      const held = await holdTurn(manager, turn);
      const rows = await nextRows(manager, { id: turn.id, after: turn.position, limit: SLICE_ROWS[state] });
      const last = rows.at(-1);
      if (!last) return endState(manager, held);
      const { findings, tally } = await PASSES[state](manager, held, rows);
      await recordStep(manager, held, { position: last.line, findings, tally });
      return { ...held, position: last.line, findings };
    });
  } catch (error) {
    if (!(error instanceof AddressTaken) || tries >= MAX_TRIES) throw error;
    return doSlice(turn, tries + 1);
  }
}

/** The same about the members whom it wrote. */
const followUp = (turn: Turn): Promise<Turn | undefined> =>
  em().transactional(async (manager) => {
    const held = await holdTurn(manager, turn);
    const slice = await nextImported(manager, { id: turn.id, after: turn.position, limit: SLICE_MEMBERS });
    const last = slice.at(-1);
    if (!last) return endFollowUp(manager, held);
    if (held.state === "mailing") await mailSlice(manager, held, slice);
    const undone = held.state === "undoing" ? await undoSlice(manager, held, slice) : 0;
    await recordFollowUp(manager, held, { position: last.line, undone });
    return { ...held, position: last.line };
  });

async function endFollowUp(manager: EntityManager, turn: Turn): Promise<undefined> {
  const isUndone = turn.state === "undoing";
  const ended = await finishTurn(manager, turn, isUndone ? "undone" : "done");
  if (ended && isUndone) {
    const left = await countLeft(manager, turn.id);
    await recordUndone(manager, turn, { undone: ended.undone, left });
  }
}

/** All rows were gone through. */
async function endState(manager: EntityManager, turn: Turn): Promise<Turn | undefined> {
  if (turn.state === "reading") {
    await beginComparing(manager, turn);
    return { ...turn, state: "comparing", position: 0 };
  }
  const ended = await finishTurn(manager, turn, turn.state === "writing" ? "done" : "compared");
  if (ended && turn.state === "writing") await recordEnd(manager, turn, ended);
  return undefined;
}

/** What rows of an import are read by. Days left are counted from the day on which the file came. */
function contextOf({ targets, decisions, findings, createdAt }: Turn): ReadingContext {
  const { siteTz: zone } = config();
  const order = decisions.dateOrder ?? dateOrder(findings);
  return { targets, zone, today: dayIn(zone, createdAt), order };
}

/** Finds out whose rows are, and what has to be asked before they can be compared. */
async function readSlice(manager: EntityManager, turn: Turn, rows: readonly SliceRow[]): Promise<Done> {
  const context = contextOf(turn);
  const { plans, statuses } = turn.findings;
  const findings = { ...turn.findings, plans: { ...plans }, statuses: { ...statuses } };
  for (const { cells } of rows) note(findings, cells, turn.targets);
  const named = rows.map(({ line, cells }) => ({ line, email: readRow(cells, context).email }));
  await nameRows(manager, turn.id, named);
  return { findings, tally: emptyTally() };
}

function note(
  findings: Required<Omit<ImportFindings, "sample">> & Pick<ImportFindings, "sample">,
  cells: readonly string[],
  targets: readonly string[],
): void {
  const { dates, plan, statusWord, isOpen } = shownByRow(cells, targets);
  for (const { said, text } of dates) {
    if (!said) continue;
    findings[said] += 1;
    if (said === "eitherFirst") findings.sample ??= text.trim().slice(0, 20);
  }
  if (statusWord !== undefined) countWord(findings.statuses, statusWord);
  if (plan !== undefined) countWord(findings.plans, plan);
  if (isOpen) findings.openEnds += 1;
}

/** Counts a word of the file, whatever it is called, also as an object's own parts are. Beyond so many no more are told apart. */
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

type Judged = ClassifiedRow & { line: number; known?: KnownPerson };

/** What becomes of each row, as things are now. @param locks whether members who are known are locked */
async function judged(
  manager: EntityManager,
  turn: Turn,
  rows: readonly SliceRow[],
  locks: boolean,
): Promise<Judged[]> {
  const context = contextOf(turn);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const [first, last] = [turn.position, rows.at(-1)?.line ?? 0];
  const emailAt = turn.targets.indexOf("email");
  const doubles = await doublesIn(manager, { id: turn.id, after: first, to: last, emailAt });
  const known = await knownPeople(manager, emails, locks);
  const judging = { decisions: turn.decisions, zone: context.zone, now: await databaseNow() };
  return rows.map(({ line, email, cells }) => {
    const read = readRow(cells, context);
    const person = email === null ? undefined : known.get(email);
    const double = read.problem === undefined ? doubles.get(line) : undefined;
    const verdict: ClassifiedRow = double ?? classifyRow(read, person, judging);
    return { ...verdict, line, known: person };
  });
}

function counterFor(verdicts: readonly RowVerdict[]): Tally {
  const tally = emptyTally();
  for (const { outcome } of verdicts) tally[outcome] += 1;
  return tally;
}

async function compareSlice(manager: EntityManager, turn: Turn, rows: readonly SliceRow[]): Promise<Done> {
  const verdicts = await judged(manager, turn, rows, false);
  await judgeRows(manager, turn.id, verdicts);
  return { findings: turn.findings, tally: counterFor(verdicts) };
}

async function writeSlice(manager: EntityManager, turn: Turn, rows: readonly SliceRow[]): Promise<Done> {
  // What waits for a decision by now waited for none when the import was begun.
  const verdicts = (await judged(manager, turn, rows, true)).map((row) =>
    row.outcome === "undecided" ? { ...row, outcome: "refused" as const } : row,
  );
  await writeRows(manager, turn, verdicts);
  return { findings: turn.findings, tally: counterFor(verdicts) };
}
