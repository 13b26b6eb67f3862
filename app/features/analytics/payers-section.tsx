import { Bars } from "~/ui/charts/bars";
import { Exhibit } from "~/ui/charts/exhibit";
import { formatCount, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import type { AnalyticsView } from "./analytics.rules";
import type { BinKind } from "./ranges.rules";

const ON_EACH: Record<BinKind, string> = {
  day: "on each day",
  week: "on the last day of each week",
  month: "on the last day of each month",
};

/** The period of a bar, as a column header. */
export const BIN_WORDS: Record<BinKind, string> = { day: "Day", week: "Week", month: "Month" };

/** Payers by period, and how many came and left. */
export function PayersSection({
  view: { payerBins, binKind, payersNow, isBehind },
}: {
  view: AnalyticsView;
}) {
  const table = {
    columns: [
      { label: BIN_WORDS[binKind] },
      ...["Payers", "New", "Returned", "Renewals", "Ended"].map((label) => ({ label, numeric: true })),
    ],
    rows: payerBins.map(({ label, payers, firstPayments, returned, renewed, ended }) => [
      label,
      ...[payers, firstPayments, returned, renewed, ended].map(formatCount),
    ]),
  };
  const most = payerBins.reduce((best, bin) => Math.max(best, bin.payers), 0);
  return (
    <Section title="Payers">
      <Exhibit
        title={`${pluralize(payersNow, "member")} ${payersNow === 1 ? "has" : "have"} paid access ${isBehind ? "on the last day" : "now"}`}
        level={3}
        source={`Members with paid access ${ON_EACH[binKind]}.`}
        table={table}
      >
        <Bars
          days={payerBins.map(({ day, length, payers }) => ({ day, length, value: payers }))}
          running={!isBehind}
          sentence={`Members with paid access ${ON_EACH[binKind]}: ${formatCount(payersNow)} at the end, at most ${formatCount(most)}.`}
          table={table}
        />
      </Exhibit>
    </Section>
  );
}
