import { companyHref } from "~/features/markets/company.rules";
import { Exhibit } from "~/ui/charts/exhibit";
import { LockedChart } from "~/ui/charts/locked-chart";
import { yearSentence, yearTable } from "~/ui/charts/sentences";
import { closesInWords, gapNotes } from "~/ui/charts/series";
import { YearChart } from "~/ui/charts/year-chart";
import { type BriefPicture, zoneFinding, zoneNotice } from "./brief-picture.rules";

type BriefExhibitProps = { name: string; publishedOn: string; picture: BriefPicture; number?: number };

/** A year of the price with our buy zone, and the day on which we named it (`publishedOn`, yyyy-mm-dd). */
export function BriefExhibit({ name, publishedOn, picture, number = 1 }: BriefExhibitProps) {
  const { from, to, points, zone, stale, unit } = picture;
  const table = yearTable(points, unit);
  return (
    <Exhibit number={number} title={zoneFinding(picture)} source={chartSource(picture)} table={table}>
      <YearChart
        name={name}
        unit={unit}
        points={points}
        from={from}
        to={to}
        zone={zone}
        flags={[{ number: 1, kind: "brief", day: publishedOn }]}
        stale={stale}
        sentence={yearSentence({ name, unit }, points, zoneNotice(picture))}
        table={table}
      />
    </Exhibit>
  );
}

function chartSource({ points, zone, running }: BriefPicture): string {
  const band = zone
    ? " The band is this brief\u2019s buy zone; the flag marks the day it was published."
    : "";
  return [`${closesInWords(points, { running })} Adjusted for splits.${band}`, gapNotes(points)]
    .filter(Boolean)
    .join(" ");
}

type LockedBriefExhibitProps = { name: string; companySymbol: string; from: string; to: string };

/** The chart behind the paywall: its axis, and a link to the company's page, where the price is free. */
export const LockedBriefExhibit = ({ name, companySymbol, from, to }: LockedBriefExhibitProps) => (
  <Exhibit
    number={1}
    title="One year, with our buy zone"
    source={
      <>
        The chart and the buy zone are for members. This page contains neither. The price chart is free to
        view on <a href={companyHref(companySymbol)}>{`${name}\u2019s page`}</a>.
      </>
    }
  >
    <LockedChart
      tall
      from={from}
      to={to}
      sentence="A one-year chart with the buy zone, for members. It is not shown here."
    />
  </Exhibit>
);
