import { LinkButton } from "~/ui/button";
import { dayInWords } from "~/ui/charts/calendar";
import { formatCount, formatMoney } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState, LoadError, Note } from "~/ui/message";
import { type StatTile, StatTiles } from "~/ui/stat-tiles";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import type { AnalyticsView } from "./analytics.rules";
import { countBefore, DEFINITIONS, moneyBefore } from "./definitions.rules";
import { PayersSection } from "./payers-section";
import { PaywallsSection } from "./paywalls-section";
import { analyticsCsvPath, analyticsPath, type DateRange, RANGES, rangeLabel } from "./ranges.rules";
import { PlansSection, RevenueSection } from "./revenue-section";

type AnalyticsPageProps = {
  range: DateRange;
  /** Undefined if it could not be loaded. */
  view?: AnalyticsView;
};

/** The owner's figures: paying members and revenue. */
export function AnalyticsPage({ range, view }: AnalyticsPageProps) {
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Payments", to: "/admin/payments" }, { label: "Numbers" }]}
        title="Numbers"
        meta={view ? <KnownUntil view={view} /> : "Paying members and revenue."}
        action={<LinkButton to={analyticsCsvPath(range)}>Download CSV</LinkButton>}
      />
      <div className="mb-6">
        <Tabs
          label="Range"
          items={RANGES.map((each) => ({
            label: rangeLabel(each),
            to: analyticsPath(each),
            current: each === range,
          }))}
        />
      </div>
      {view ? <Figures view={view} /> : <LoadError title="Failed to fetch payments" />}
      {view && isRangeKnown(view) && (
        <PaywallsSection locks={view.locks} range={range} running={!view.isBehind} />
      )}
      <Section title="Definitions">
        <dl className="grid gap-3 text-sm">
          {DEFINITIONS.map(({ term, meaning }) => (
            <div key={term}>
              <dt>
                <strong>{term}</strong>
              </dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

/** The moment is shown in UTC, as the days are UTC days. */
function KnownUntil({ view: { countedUntil, isBehind } }: { view: AnalyticsView }) {
  if (countedUntil === null) return <>UTC days. No figures yet.</>;
  return (
    <>
      UTC days, complete until <Time at={countedUntil} style="datetime" />
      {isBehind ? "." : ". Later payments are included as they arrive."}
    </>
  );
}

/** For days after the last aggregated one, not even zero is known. */
const isRangeKnown = ({ payerBins }: AnalyticsView) => payerBins.length > 0;

function Figures({ view }: { view: AnalyticsView }) {
  const { isBehind, countedUntil, anyPayment } = view;
  if (!anyPayment)
    return (
      <>
        <EmptyState title="No payments yet.">Figures appear after the first payment.</EmptyState>
        {view.freeReaders ? (
          <div className="mt-6">
            <StatTiles label="Totals" tiles={[freeReadersTile(view.freeReaders)]} />
          </div>
        ) : null}
      </>
    );
  if (countedUntil === null)
    return (
      <Note tone="warn" title="The figures are being prepared.">
        This takes up to an hour. Please come back then.
      </Note>
    );
  return (
    <>
      {isBehind && (
        <div className="mb-6">
          <Note tone="warn" title={`The figures end on ${dayInWords(view.lastDay)}.`}>
            Later days are being prepared.
          </Note>
        </div>
      )}
      {isRangeKnown(view) && (
        <>
          <StatTiles label="Totals" tiles={tilesOf(view)} />
          <PayersSection view={view} />
          <RevenueSection view={view} />
          <PlansSection view={view} />
        </>
      )}
    </>
  );
}

function tilesOf({ range, sums, sumsBefore, ...view }: AnalyticsView): StatTile[] {
  return [
    {
      label: view.isBehind ? "Payers on the last day" : "Current payers",
      figure: formatCount(view.payersNow),
      note: range === "all" ? undefined : `${formatCount(view.payersAtBeginning)} at the start of the range`,
    },
    {
      label: "New",
      figure: formatCount(sums.firstPayments),
      note: countBefore(range, sumsBefore?.firstPayments),
    },
    {
      label: "Returned",
      figure: formatCount(sums.returned),
      note: countBefore(range, sumsBefore?.returned),
    },
    { label: "Ended", figure: formatCount(sums.ended), note: countBefore(range, sumsBefore?.ended) },
    { label: "Renewals", figure: formatCount(sums.renewed), note: countBefore(range, sumsBefore?.renewed) },
    ...(view.freeReaders === null ? [] : [freeReadersTile(view.freeReaders)]),
    ...view.currencies.map((figures) => ({
      label: `Revenue, ${figures.currency}`,
      wide: true,
      figure: formatMoney(figures.net, figures.currency),
      note: moneyBefore(range, figures),
    })),
  ];
}

const freeReadersTile = (readers: number): StatTile => ({
  label: "Free readers",
  figure: formatCount(readers),
  note: "Gifts, trials, referral days, memberships from staff",
});
