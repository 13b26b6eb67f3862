import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { formatTime } from "~/ui/dates";
import { DayBars } from "~/ui/day-bars";
import { Facts } from "~/ui/facts";
import { DASH, formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { type StatTile, StatTiles } from "~/ui/stat-tiles";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { AdBox } from "./ad-box";
import {
  busiestDay,
  countsCsvPath,
  countsPath,
  type DayCounts,
  rateText,
  SPANS,
  type Span,
  sumCounts,
} from "./ad-counts.rules";
import type { AdProps } from "./ads.queries.server";

type CountedAd = {
  id: string;
  name: string;
  category: AdProps["shape"];
  position: number;
  status: "published" | "draft";
  createdAt: Date;
  picture?: AdProps["picture"];
};

type CountsPageProps = { ad: CountedAd; span: Span; days: DayCounts[]; zone: string };

/** Views and clicks of one ad: its facts, the totals of a span, a preview and the single days. */
export function CountsPage({ ad, span, days, zone }: CountsPageProps) {
  const total = sumCounts(days);
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Ads", to: "/admin/ads" }, { label: "Views and clicks" }]}
        title="Views and clicks"
        meta={ad.name}
        action={<LinkButton to={`/admin/ads/${ad.id}/edit`}>Edit ad</LinkButton>}
      />
      <AdPreview ad={ad} zone={zone} />
      <div className="mt-6 mb-6">
        <Tabs
          label="Days counted"
          items={SPANS.map((each) => ({
            label: `${each} days`,
            to: countsPath(ad.id, each),
            current: each === span,
          }))}
        />
      </div>
      <StatTiles label="Totals" tiles={statTiles(days)} />
      {total.views + total.clicks === 0 ? (
        <div className="mt-6">
          <EmptyState title={`No views in the last ${span} days.`}>
            {ad.status === "draft" ? "Only published ads are shown and counted." : undefined}
          </EmptyState>
        </div>
      ) : (
        <DayChart ad={ad} span={span} days={days} />
      )}
    </>
  );
}

/** The ad as readers see it, without counting. The facts fit next to a square. */
function AdPreview({ ad, zone }: { ad: CountedAd; zone: string }) {
  const { name, category, position, status, createdAt, picture } = ad;
  const square = category === "square";
  return (
    <div className="ad-facts">
      <AdBox shape={category} to={name} alt={name} picture={picture} eager />
      <Facts
        row={!square}
        items={[
          {
            label: "Status",
            value:
              status === "draft" ? <Badge tone="draft">Draft</Badge> : <Badge tone="good">Published</Badge>,
          },
          { label: "Category", value: square ? "Square" : "Rectangle" },
          { label: "Position", value: position },
          { label: "Created", value: <Time at={createdAt} style="short-date" zone={zone} /> },
        ]}
      />
    </div>
  );
}

function statTiles(days: readonly DayCounts[]): StatTile[] {
  const total = sumCounts(days);
  const busiest = busiestDay(days);
  const average = (sum: number) => `${formatCount(sum / Math.max(1, days.length))} a day`;
  return [
    { label: "Views", figure: formatCount(total.views), note: average(total.views) },
    { label: "Clicks", figure: formatCount(total.clicks), note: average(total.clicks) },
    { label: "Click rate", figure: rateText(total), note: "Clicks per 100 views" },
    {
      label: "Busiest day",
      figure: busiest ? formatCount(busiest.views) : DASH,
      note: busiest && `views on ${dayInWords(busiest.day)}`,
    },
  ];
}

const dayInWords = (day: string) => formatTime(`${day}T00:00:00Z`, "short-weekday");

function DayChart({ ad, span, days }: Omit<CountsPageProps, "zone">) {
  const ascending = days.toReversed();
  return (
    <>
      <Section title="Day by day" aside="The last day is incomplete.">
        <div className="grid gap-6">
          <DayBars
            label="Views per day"
            bars={ascending.map(({ day, views }) => ({ day, value: views }))}
            unfinished
          />
          <DayBars
            label="Clicks per day"
            bars={ascending.map(({ day, clicks }) => ({ day, value: clicks }))}
            unfinished
          />
        </div>
      </Section>
      <div className="mt-6">
        <DayTable days={days} />
      </div>
      <p className="meta mt-4">
        <a href={countsCsvPath(ad.id, span)}>Download as CSV</a>
      </p>
    </>
  );
}

function DayTable({ days }: { days: readonly DayCounts[] }) {
  return (
    <Table label="Views and clicks per day">
      <thead>
        <tr>
          <HeaderCell>Day</HeaderCell>
          <HeaderCell numeric>Views</HeaderCell>
          <HeaderCell numeric>Clicks</HeaderCell>
          <HeaderCell numeric>Click rate</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {days.map((counts) => (
          <tr key={counts.day}>
            <RowHeader>
              <time dateTime={counts.day}>{dayInWords(counts.day)}</time>
            </RowHeader>
            <Cell numeric>{formatCount(counts.views)}</Cell>
            <Cell numeric>{formatCount(counts.clicks)}</Cell>
            <Cell numeric>{rateText(counts)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
