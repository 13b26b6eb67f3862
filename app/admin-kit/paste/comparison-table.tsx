import { Badge, type BadgeTone } from "~/ui/badge";
import { cx } from "~/ui/class-names";
import { Cell, HeaderCell, Table } from "~/ui/table";
import { SAVE_ANYWAY } from "../confirmation";
import type { DrawnCell, DrawnRow } from "./draw.server";
import type { PasteReply } from "./paste-screen.server";
import type { Outcome } from "./paste-source.server";
import { TICK } from "./ticks";

const BADGES: Record<Outcome, { tone: BadgeTone; word: string }> = {
  added: { tone: "free", word: "Added" },
  changed: { tone: "plain", word: "Changed" },
  same: { tone: "plain", word: "Unchanged" },
  refused: { tone: "bad", word: "Refused" },
};

/**
 * Pasted rows compared with saved records: each cell shows the new value over the old one, with errors and
 * warnings.
 */
export function ComparisonTable({ comparison }: { comparison: NonNullable<PasteReply["comparison"]> }) {
  const { columns, rows } = comparison;
  if (rows.length === 0) return <p className="meta">No rows in this group.</p>;
  return (
    <Table label="Comparison" dense className="diff">
      <thead>
        <tr>
          <HeaderCell>Row</HeaderCell>
          {columns.map((label) => (
            <HeaderCell key={label}>{label}</HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ComparedRow key={row.line} row={row} columns={columns} />
        ))}
      </tbody>
    </Table>
  );
}

function ComparedRow({ row, columns }: { row: DrawnRow; columns: string[] }) {
  const { line, outcome, cells, why, notes, warnings, tick } = row;
  const { tone, word } = BADGES[outcome];
  return (
    <tr className={cx(outcome, tick && "asks")}>
      <th scope="row">
        <Badge tone={tone}>{word}</Badge> {tick && <Badge tone="warn">Please check</Badge>}
        <span className="sub">{`Line ${line}`}</span>
        <Sentences of={why} className="why" />
        <Sentences of={warnings} className="warning" />
        <Sentences of={notes} className="note-line" />
        {tick && (
          <label className="check">
            <input type="checkbox" name={TICK} value={tick.value} defaultChecked={tick.ticked} />
            <span>
              {SAVE_ANYWAY}
              <span className="sr">{`: line ${line}`}</span>
            </span>
          </label>
        )}
      </th>
      {cells.map((cell, nth) => (
        <Cell key={columns[nth]} className={cellClass(cell, outcome)}>
          {withMinus(cell.text)}
          {cell.was !== undefined && (
            <s>
              <span className="sr">instead of </span>
              {withMinus(cell.was) || "empty"}
            </s>
          )}
          {cell.why && <span className="why">{cell.why}</span>}
          {cell.note && <span className="note-line">{cell.note}</span>}
        </Cell>
      ))}
    </tr>
  );
}

function cellClass(cell: DrawnCell, row: Outcome): string | undefined {
  if (row === "same") return undefined;
  if (cell.hasWarning) return "is-warned";
  return cell.outcome === "same" ? undefined : `is-${cell.outcome}`;
}

const Sentences = ({ of, className }: { of: readonly string[]; className: string }) =>
  of.map((sentence) => (
    <span key={sentence} className={className}>
      {sentence}
    </span>
  ));

/** A figure with a typographic minus. */
const withMinus = (text: string) => (/^-\d/.test(text) ? text.replace("-", "−") : text);
