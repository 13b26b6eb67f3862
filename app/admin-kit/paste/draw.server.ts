import type { PasteTarget } from "./columns";
import {
  type ComparedCell,
  type ComparedRow,
  isRight,
  isWaiting,
  type Outcome,
  type Pasted,
  rowMark,
} from "./paste-source.server";
import { type Ticks, writeTick } from "./ticks";

/** Rows per page of a comparison. */
export const ROWS_PER_PAGE = 200;

/** A filter of a comparison: an outcome, or rows with warnings. */
type View = Outcome | "asking";

const VIEWS: readonly View[] = ["asking", "changed", "added", "same", "refused"];

const isIn = (view: View, row: ComparedRow): boolean =>
  view === "asking" ? rowMark(row) !== undefined : row.outcome === view;

/** @property hasWarning whether a warning is about this cell @property note on a derived value */
export type DrawnCell = ComparedCell & { hasWarning: boolean; note?: string };

export type DrawnRow = {
  line: number;
  outcome: Outcome;
  /** One per shown column. */
  cells: DrawnCell[];
  why: string[];
  /** Notes on derived values without a column. */
  notes: string[];
  /** Warnings next to the row's checkbox, because the cell may be out of sight. */
  warnings: string[];
  /** The checkbox of a row with warnings. */
  tick?: { value: string; ticked: boolean };
};

type Shown = {
  /** The filter ("" for all), and after a colon the number of rows before. */
  view: string;
  ticks: Ticks;
};

/** A comparison as plain data. */
export function drawComparison(
  targets: readonly PasteTarget[],
  { table, matched, sign }: Pasted,
  rows: readonly ComparedRow[],
  { view, ticks }: Shown,
) {
  const [wanted, before] = view.split(":");
  const show = VIEWS.find((each) => each === wanted);
  const from = Math.max(0, Math.trunc(Number(before)) || 0);
  const listed = show ? rows.filter((row) => isIn(show, row)) : rows;
  const page = listed.slice(from, from + ROWS_PER_PAGE);
  const drawn = matched.flatMap((name) => targets.find((target) => name === target.name) ?? []);
  const counts = VIEWS.map((each) => ({
    view: each,
    count: rows.filter((row) => isIn(each, row)).length,
    current: each === show,
  })).filter((each) => each.view !== "asking" || each.count > 0);
  return {
    header: table.header,
    decimals: sign,
    /** The target of each pasted column. */
    matching: table.names.map((name, nth) => ({ name, target: matched[nth] ?? "" })),
    targets: targets.map(({ name, label }) => ({ value: name, label })),
    columns: drawn.map(({ label }) => label),
    counts,
    show: show ?? "",
    from,
    listed: listed.length,
    next: from + ROWS_PER_PAGE < listed.length ? from + ROWS_PER_PAGE : undefined,
    previous: from > 0 ? Math.max(0, from - ROWS_PER_PAGE) : undefined,
    rows: page.map((row) => drawRow(row, drawn, ticks)),
    all: rows.length,
    /** Valid rows without warnings. */
    clear: rows.filter((row) => isRight(row) && rowMark(row) === undefined).length,
    ticked: tickedElsewhere(rows, page, ticks),
  };
}

/** Ticks of rows on other pages, which the form carries along. */
const tickedElsewhere = (rows: readonly ComparedRow[], page: readonly ComparedRow[], ticks: Ticks): string =>
  rows
    .filter((row) => rowMark(row) !== undefined && !isWaiting(row, ticks) && !page.includes(row))
    .map((row) => writeTick(row.line, rowMark(row) ?? ""))
    .join(" ");

function drawRow(row: ComparedRow, drawn: readonly PasteTarget[], ticks: Ticks): DrawnRow {
  const { line, outcome, cells, why, notes = {}, warnings = {} } = row;
  const mark = rowMark(row);
  return {
    line,
    outcome,
    cells: drawn.map(({ name }) => ({
      ...(cells[name] ?? { text: "", outcome: "same" }),
      hasWarning: name in warnings,
      note: notes[name],
    })),
    why: [...why],
    notes: Object.entries(notes).flatMap(([name, note]) =>
      drawn.some((target) => target.name === name) ? [] : [note],
    ),
    warnings: Object.values(warnings),
    tick: mark === undefined ? undefined : { value: writeTick(line, mark), ticked: !isWaiting(row, ticks) },
  };
}
