import { Change } from "~/ui/change";
import { type Fact, Facts } from "~/ui/facts";
import { formatNumber } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import type { CloseReason } from "./call-events.rules";
import { REASON_LABELS } from "./calls.rules";
import type { Figures } from "./record.rules";

/** Per cent with one decimal, and its sign. */
const Percent = ({ value }: { value: number | undefined }) => <Change value={value} decimals={1} />;

/** The figures of all closed calls. */
export function RecordFigures({ figures }: { figures: Figures }) {
  const { settled, right, winRate, mean, median, best, worst, compared, aboveIndex, daysHeld, drawdown } =
    figures;
  const facts: Fact[] = [
    { label: "Settled", value: String(settled) },
    {
      label: "Right",
      value: winRate === undefined ? "–" : `${formatNumber(winRate, 0)}%, ${right} above zero`,
    },
    { label: "Mean result", value: <Percent value={mean} /> },
    { label: "Median result", value: <Percent value={median} /> },
    { label: `Above the index, ${compared} compared`, value: <Percent value={aboveIndex} /> },
    { label: "Days held", value: daysHeld === undefined ? "–" : formatNumber(daysHeld, 0) },
    { label: "Best", value: <Percent value={best} /> },
    { label: "Worst", value: <Percent value={worst} /> },
    { label: "Drawdown", value: drawdown === undefined ? "–" : `${formatNumber(drawdown, 1)} points` },
  ];
  return <Facts items={facts} />;
}

type GroupTableProps = { label: string; groups: readonly { name: string; figures: Figures }[] };

/** The same by kind, list or year: a rate never stands without its count. */
export function GroupTable({ label, groups }: GroupTableProps) {
  if (groups.length === 0) return null;
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeaderCell>{label}</HeaderCell>
          <HeaderCell numeric>Settled</HeaderCell>
          <HeaderCell numeric>Right</HeaderCell>
          <HeaderCell numeric>Median</HeaderCell>
          <HeaderCell numeric>Above index</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, figures }) => (
          <tr key={name}>
            <RowHeader>{name}</RowHeader>
            <Cell numeric>{figures.settled}</Cell>
            <Cell numeric>{formatNumber(figures.winRate, 0)}%</Cell>
            <Cell numeric>
              <Percent value={figures.median} />
            </Cell>
            <Cell numeric>
              <Percent value={figures.aboveIndex} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type Listed = {
  id: string;
  direction: string;
  name: string | null;
  symbol: string | null;
  endedOn: string;
  reason: CloseReason | null;
  result: number;
  index: number | null;
};

/** Closed calls, each leading to its page. */
export function CallTable({ label, calls }: { label: string; calls: readonly Listed[] }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeaderCell>Call</HeaderCell>
          <HeaderCell>Settled</HeaderCell>
          <HeaderCell numeric>Result</HeaderCell>
          <HeaderCell numeric>Index</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {calls.map(({ id, direction, name, symbol, endedOn, reason, result, index }) => (
          <tr key={id}>
            <RowHeader sub={`${direction.toUpperCase()} ${symbol ?? ""}`}>
              <a href={`/track-record/${id}`}>{name}</a>
            </RowHeader>
            <Cell>{[endedOn, reason && REASON_LABELS[reason]].filter(Boolean).join(", ")}</Cell>
            <Cell numeric>
              <Percent value={result} />
            </Cell>
            <Cell numeric>
              <Percent value={index ?? undefined} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
