import { LinkButton } from "~/ui/button";
import { dayInWords } from "~/ui/charts/calendar";
import { formatCount, formatMoney } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState, LoadError, Note } from "~/ui/message";
import { type StatTile, StatTiles } from "~/ui/stat-tiles";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { LocksSection } from "./locks-section";
import type { NumbersView } from "./numbers.rules";
import { countBefore, DEFINITIONS, moneyBefore } from "./numbers-texts.rules";
import { PayersSection } from "./payers-section";
import { type NumbersRange, numbersCsvPath, numbersPath, RANGES, rangeLabel } from "./ranges.rules";
import { PlansSection, RevenueSection } from "./revenue-section";

type NumbersPageProps = {
  range: NumbersRange;
  /** Undefined where it could not be read. */
  view?: NumbersView;
};

/** The owner's figures: who pays and what came in. */
export function NumbersPage({ range, view }: NumbersPageProps) {
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Payments", to: "/admin/payments" }, { label: "Numbers" }]}
        title="Numbers"
        meta={view ? <KnownUntil view={view} /> : "Who pays and what came in."}
        action={<LinkButton to={numbersCsvPath(range)}>Download CSV</LinkButton>}
      />
      <div className="mb-6">
        <Tabs
          label="Range"
          items={RANGES.map((each) => ({
            label: rangeLabel(each),
            to: numbersPath(each),
            current: each === range,
          }))}
        />
      </div>
      {view ? <Figures view={view} /> : <LoadError title="Failed to fetch payments" />}
      {view && isRangeKnown(view) && (
        <LocksSection locks={view.locks} range={range} running={!view.isBehind} />
      )}
      <Section title="What is counted">
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

/** Days of UTC, so the moment is told in it, too. */
function KnownUntil({ view: { countedUntil, isBehind } }: { view: NumbersView }) {
  if (countedUntil === null) return <>Days of UTC. Nothing is added up yet.</>;
  return (
    <>
      Days of UTC, added up until <Time at={countedUntil} style="datetime" />
      {isBehind ? "." : ". What came since is read as it is."}
    </>
  );
}

/** Of days behind the last one that was added up not even zero is known. */
const isRangeKnown = ({ payerBins }: NumbersView) => payerBins.length > 0;

function Figures({ view }: { view: NumbersView }) {
  const { isBehind, countedUntil, anyPayment } = view;
  if (!anyPayment)
    return (
      <>
        <EmptyState title="No payments yet.">
          The figures of who pays and what comes in begin with the first one.
        </EmptyState>
        {view.freeReaders ? (
          <div className="mt-6">
            <StatTiles label="Totals" tiles={[freeReadersTile(view.freeReaders)]} />
          </div>
        ) : null}
      </>
    );
  if (countedUntil === null)
    return (
      <Note tone="warn" title="The figures are being added up.">
        That is done within the hour. Please look again then.
      </Note>
    );
  return (
    <>
      {isBehind && (
        <div className="mb-6">
          <Note tone="warn" title={`The figures end on ${dayInWords(view.lastDay)}.`}>
            The days after it are being added up.
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

function tilesOf({ range, sums, sumsBefore, ...view }: NumbersView): StatTile[] {
  return [
    {
      label: view.isBehind ? "Payers then" : "Payers now",
      figure: formatCount(view.payersNow),
      note: range === "all" ? undefined : `${formatCount(view.payersAtBeginning)} when the range began`,
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
  note: "Gifts, trials, referral days, opened by staff",
});
