import { companyHref, findingInWords, priceWord } from "~/features/markets/company.rules";
import type { ChartOf } from "~/ui/article-text";
import { Exhibit } from "~/ui/charts/exhibit";
import { yearSentence, yearTable } from "~/ui/charts/sentences";
import { closesInWords, gapNotes } from "~/ui/charts/series";
import { YearChart } from "~/ui/charts/year-chart";
import { isYield } from "~/ui/price-format";
import type { TextChart, TextCharts } from "./text-charts.queries.server";
import { chartKey } from "./text-charts.rules";

/**
 * Renders the charts of a text in their places; a chart without data is left out.
 * @param exhibits how many exhibits the page has above the text
 */
export const chartRenderer =
  (charts: TextCharts, exhibits = 0): ChartOf =>
  (symbol, period, { level, before }) => {
    const chart = charts[chartKey({ symbol, period })];
    return chart ? <ChartInText chart={chart} level={level} number={exhibits + before + 1} /> : null;
  };

function ChartInText({ chart, ...place }: { chart: TextChart; level: number; number: number }) {
  const { companySymbol, name, unit, points, from, to, running, stale } = chart;
  const table = yearTable(points, unit);
  const until =
    points.length > 0
      ? `${closesInWords(points, { of: priceWord(unit), running })} Adjusted for splits.`
      : "";
  return (
    <Exhibit
      {...place}
      title={findingInWords(name, points, chart) ?? `What ${name} ${isYield(unit) ? "yields" : "costs"}`}
      source={
        <>
          {[until, gapNotes(points)].filter(Boolean).join(" ")}{" "}
          <a href={companyHref(companySymbol)}>{`${name}\u2019s page`}</a>
        </>
      }
      table={table}
    >
      <YearChart
        name={name}
        unit={unit}
        points={points}
        from={from}
        to={to}
        stale={stale}
        sentence={yearSentence({ name, unit }, points)}
        table={table}
      />
    </Exhibit>
  );
}
