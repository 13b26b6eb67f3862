import { Badge, type BadgeTone } from "~/ui/badge";
import { cx } from "~/ui/class-names";
import { Cell, HeaderCell, Table } from "~/ui/table";
import type { DrawnRow } from "./draw.server";
import type { PasteReply } from "./paste-screen.server";
import type { Outcome } from "./paste-source.server";

const BADGES: Record<Outcome, { tone: BadgeTone; word: string }> = {
  added: { tone: "free", word: "Added" },
  changed: { tone: "plain", word: "Changed" },
  same: { tone: "plain", word: "Unchanged" },
  refused: { tone: "bad", word: "Refused" },
};

/** What was pasted against what is there: in each cell the new over the old, or why it is refused. */
export function ComparisonTable({ comparison }: { comparison: NonNullable<PasteReply["comparison"]> }) {
  const { columns, rows } = comparison;
  if (rows.length === 0) return <p className="meta">No row is of this kind.</p>;
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

function ComparedRow({ row: { line, outcome, cells, why }, columns }: { row: DrawnRow; columns: string[] }) {
  const { tone, word } = BADGES[outcome];
  return (
    <tr className={outcome}>
      <th scope="row">
        <Badge tone={tone}>{word}</Badge>
        <span className="sub">{`Line ${line}`}</span>
        {why.map((sentence) => (
          <span key={sentence} className="why">
            {sentence}
          </span>
        ))}
      </th>
      {cells.map((cell, nth) => (
        <Cell
          key={columns[nth]}
          className={cx(cell.outcome !== "same" && outcome !== "same" && `is-${cell.outcome}`)}
        >
          {withMinus(cell.text)}
          {cell.was !== undefined && (
            <s>
              <span className="sr">instead of </span>
              {withMinus(cell.was) || "empty"}
            </s>
          )}
          {cell.why && <span className="why">{cell.why}</span>}
        </Cell>
      ))}
    </tr>
  );
}

/** A figure with its true minus. */
const withMinus = (text: string) => (/^-\d/.test(text) ? text.replace("-", "−") : text);
