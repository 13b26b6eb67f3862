import type { PasteTarget } from "./columns";
import type { ComparedCell, ComparedRow, Outcome, Pasted } from "./paste-source.server";

/** Rows that are drawn at a time: nobody looks through thousands on one page. */
const DRAWN_ROWS = 200;

const OUTCOMES: readonly Outcome[] = ["changed", "added", "same", "refused"];

export type DrawnRow = {
  line: number;
  outcome: Outcome;
  /** One for each drawn column. */
  cells: ComparedCell[];
  why: string[];
};

/** A comparison as plain data. @param view which rows: an outcome, or nothing for all, and after a colon how many come before */
export function drawComparison(
  targets: readonly PasteTarget[],
  { table, matched, sign }: Pasted,
  rows: readonly ComparedRow[],
  view: string,
) {
  const [asked, before] = view.split(":");
  const show = OUTCOMES.find((outcome) => outcome === asked);
  const from = Math.max(0, Math.trunc(Number(before)) || 0);
  const listed = show ? rows.filter(({ outcome }) => outcome === show) : rows;
  const drawn = matched.flatMap((name) => targets.find((target) => name === target.name) ?? []);
  const tally = OUTCOMES.map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
    current: outcome === show,
  }));
  return {
    header: table.header,
    decimals: sign,
    /** What each pasted column is of, and what it could be of. */
    matching: table.names.map((name, nth) => ({ name, target: matched[nth] ?? "" })),
    targets: targets.map(({ name, label }) => ({ value: name, label })),
    columns: drawn.map(({ label }) => label),
    tally,
    show: show ?? "",
    from,
    listed: listed.length,
    next: from + DRAWN_ROWS < listed.length ? from + DRAWN_ROWS : undefined,
    previous: from > 0 ? Math.max(0, from - DRAWN_ROWS) : undefined,
    rows: listed.slice(from, from + DRAWN_ROWS).map(
      ({ line, outcome, cells, why }): DrawnRow => ({
        line,
        outcome,
        cells: drawn.map(({ name }) => cells[name] ?? { text: "", outcome: "same" }),
        why: [...why],
      }),
    ),
    all: rows.length,
  };
}
