import { dayInWords } from "~/ui/charts/calendar";
import { CallChart } from "~/ui/charts/call-chart";
import { CallFigures } from "~/ui/charts/call-terms";
import { Exhibit } from "~/ui/charts/exhibit";
import { LockedChart } from "~/ui/charts/locked-chart";
import { gapNotes } from "~/ui/charts/series";
import { formatNumber, pluralize } from "~/ui/format";
import { currencyText } from "~/ui/price-format";
import type { CallPicture } from "./call-picture.rules";
import { callFigures, callFinding, callSentence, callTable } from "./call-words.rules";

type CallExhibitProps = {
  picture: CallPicture;
  /** Whether the last price is from today. */
  isCurrent: boolean;
  /** The last price is out of date and drawn in grey. */
  stale?: boolean;
};

/** The chart of a call with its stop and target, above its figures. A closed call shows its result. */
export function CallExhibit({ picture, isCurrent, stale }: CallExhibitProps) {
  const table = callTable(picture);
  return (
    <Exhibit
      number={1}
      title={callFinding(picture, isCurrent)}
      source={exhibitSource(picture, stale)}
      table={table}
    >
      <CallChart
        name={picture.name}
        call={picture}
        stale={stale}
        sentence={callSentence(picture)}
        table={table}
      />
      <CallFigures terms={callFigures(picture, isCurrent)} />
    </Exhibit>
  );
}

function exhibitSource({ currency, shares, made, points, closed }: CallPicture, stale = false): string {
  const unit = currency ? `, in ${currencyText(currency)}` : "";
  const end = closed ? "" : ", and the last price at the half-disc";
  const grey = stale ? "After the call it is grey too, because its last price is out of date." : "";
  const split =
    shares === 1
      ? ""
      : `Prices are per share as of ${dayInWords(made.day)}; one of those shares equals ${shareCount(shares)} today.`;
  return [`Daily close${unit}${end}. Before the call the line is grey.`, grey, split, gapNotes(points)]
    .filter(Boolean)
    .join(" ");
}

const shareCount = (shares: number) =>
  Number.isInteger(shares) ? pluralize(shares, "share") : `${formatNumber(shares)} shares`;

type LockedCallExhibitProps = { from: string; to: string };

/** The exhibit behind the paywall: only two public dates, no prices. */
export const PaywallCallExhibit = ({ from, to }: LockedCallExhibitProps) => (
  <Exhibit
    number={1}
    title="The call, its stop and its target"
    source="The company, its chart and the levels are for members. This page contains none of them."
  >
    <LockedChart
      from={from}
      to={to}
      sentence="The chart of a call with its target and stop, for members. It is not shown here."
    />
  </Exhibit>
);
