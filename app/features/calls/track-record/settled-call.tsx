import { CallChart } from "~/ui/charts/call-chart";
import { CallFigures } from "~/ui/charts/call-terms";
import { Exhibit } from "~/ui/charts/exhibit";
import { gapNotes } from "~/ui/charts/series";
import { pluralize } from "~/ui/format";
import type { SettledChart } from "../call-chart.rules";
import "./record-page.css";

/** The outcome in one line: a disc marks a gain, a ring a loss. */
export function Verdict({ text, won, note }: { text: string; won: boolean; note: string }) {
  return (
    <div className="verdict">
      <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true">
        {won ? <circle className="v-win" r="13" /> : <circle className="v-loss" r="10" />}
      </svg>
      <strong>{text}</strong>
      <span className="meta">{note}</span>
    </div>
  );
}

/** The line of a call that was withdrawn before its settlement. */
export const Withdrawal = ({ days }: { days: number }) => (
  <div className="verdict">
    <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true">
      <path className="v-none" d="M-9 0H9" />
    </svg>
    <strong>{`Withdrawn after ${pluralize(days, "day")}`}</strong>
    <span className="meta">
      It has no result and is not counted in any figure. It stays in the track record, so no call disappears
      unnoticed.
    </span>
  </div>
);

type SettledExhibitProps = { chart: SettledChart; name: string; index: string; currency: string | null };

/** The price from the entry day to the end. */
export function SettledExhibit({ chart, name, index, currency }: SettledExhibitProps) {
  const { call, terms, title, sentence, table } = chart;
  const compared = (call.benchmark?.points.length ?? 0) > 0;
  const source = [
    `Daily close${currency ? `, in ${currency}` : ""}, per share as of the day the call was made.`,
    compared ? `The dotted line is the ${index}, from the same start.` : "",
    gapNotes(call.points),
  ];
  return (
    <Exhibit number={1} title={title} source={source.filter(Boolean).join(" ")} table={table}>
      <CallChart name={name} call={call} sentence={sentence} table={table} />
      <CallFigures terms={terms} />
    </Exhibit>
  );
}
