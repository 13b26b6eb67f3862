import type { ReactNode } from "react";
import { DotsChart, edgeNote } from "~/ui/charts/dots-chart";
import { Exhibit, type FigureTableData } from "~/ui/charts/exhibit";
import { formatCount, formatNumber } from "~/ui/format";
import { type Figures, medianOf } from "./record.rules";
import {
  type Dot,
  dotsFinding,
  dotsSentence,
  noResultsText,
  PARTS,
  type Part,
  signed,
  waitingBesideFigures,
} from "./record-words.rules";
import "./record-page.css";

type TrackRecordChartProps = {
  /** Oldest end first. */
  calls: readonly Dot[];
  part: Part;
  index: string;
  byYear: readonly { name: string; figures: Figures }[];
  /** Settled calls of this part that the viewer may see. The chart shows the newest. */
  readable: number;
  /** Settled calls of this part that the viewer may not see. */
  waiting: number;
  /** Whether those become public later. */
  everPublic: boolean;
};

/** The track record's only exhibit: each settled call as a dot. */
export function TrackRecordChart(props: TrackRecordChartProps) {
  const { calls, part, index, byYear, readable, waiting, everPublic } = props;
  const [first, last] = [calls[0], calls.at(-1)];
  const table = tableOfYears(byYear, index);
  return (
    <Exhibit
      number={1}
      title={dotsFinding(calls, part, readable + waiting)}
      lede="Each dot is one settled call: the day it ended and what it returned."
      source={`${dotsSource({ drawn: calls.length, readable, waiting, everPublic })} ${edgeNote(calls)}`.trimEnd()}
      table={byYear.length > 0 ? table : undefined}
    >
      <nav className="record-parts" aria-label="Show">
        {Object.entries(PARTS).map(([key, { label }]) => (
          <a
            key={key}
            href={key === "all" ? "/track-record" : `/track-record?kind=${key}`}
            aria-current={key === part ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {calls.length > 0 && <Keyline />}
      <DotsChart
        calls={calls.map(({ name, endedOn, result }) => ({ name: name ?? "", day: endedOn, result }))}
        from={first?.endedOn ?? ""}
        to={last?.endedOn ?? ""}
        median={medianOf(calls.map(({ result }) => result))}
        sentence={dotsSentence(calls, readable)}
        empty={noResultsText(part, readable + waiting)}
        table={table}
      />
    </Exhibit>
  );
}

type Counts = { drawn: number; readable: number; waiting: number; everPublic: boolean };

/**
 * Explains the results and the calls that are not drawn. @param waiting settled calls that the viewer may
 * not see
 */
export const dotsSource = ({ drawn, readable, waiting, everPublic }: Counts): string =>
  [
    "Results before costs and tax, from the price when made to the price when settled.",
    drawn < readable &&
      `The newest ${formatCount(drawn)} of ${formatCount(readable)} are shown; the file contains all of them.`,
    waiting > 0 && waitingBesideFigures(waiting, everPublic),
  ]
    .filter(Boolean)
    .join(" ");

const Keyline = () => (
  <p className="keyline">
    <Key label="Gained" width={8}>
      <circle className="k-win" cx="4" cy="4" r="4" />
    </Key>
    <Key label="Lost" width={8}>
      <circle className="k-loss" cx="4" cy="4" r="3" />
    </Key>
    <Key label="Median" width={26}>
      <line className="k-median" x2="26" y1="4" y2="4" />
    </Key>
  </p>
);

const Key = ({ label, width, children }: { label: string; width: number; children: ReactNode }) => (
  <span>
    <svg width={width} height="8" aria-hidden="true">
      {children}
    </svg>
    {label}
  </span>
);

/** The figures of each year, as the chart's table. */
export const tableOfYears = (years: TrackRecordChartProps["byYear"], index: string): FigureTableData => ({
  columns: [
    { label: "Year" },
    { label: "Settled", numeric: true },
    { label: "Right", numeric: true },
    { label: "Median", numeric: true },
    { label: "Mean", numeric: true },
    { label: "Best", numeric: true },
    { label: "Worst", numeric: true },
    { label: `Points against ${index}`, numeric: true },
    { label: "Days held", numeric: true },
    { label: "Drawdown, points", numeric: true },
  ],
  rows: years.map(({ name, figures }) => [
    name,
    String(figures.settled),
    `${formatNumber(figures.winRate, 0)}%`,
    signed(figures.median, "%"),
    signed(figures.mean, "%"),
    signed(figures.best, "%"),
    signed(figures.worst, "%"),
    signed(figures.aboveIndex),
    formatNumber(figures.daysHeld, 0),
    formatNumber(figures.drawdown, 1),
  ]),
});
