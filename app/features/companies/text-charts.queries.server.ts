import type { Viewer } from "~/auth/viewer.server";
import { monthsBefore, PERIODS, withCurrent } from "~/features/markets/company.rules";
import { loadCloses } from "~/features/markets/instruments/closes.queries.server";
import { staleLabel } from "~/features/markets/quotes.rules";
import { runningDay } from "~/features/markets/running-day.rules";
import { config } from "~/platform/config.server";
import type { Close } from "~/ui/charts/series";
import { dayIn } from "~/ui/dates";
import type { PriceUnit } from "~/ui/price-format";
import type { TextBlock } from "~/ui/text-blocks";
import { asClose, currentPricesFor } from "./company.queries.server";
import { companiesBySymbols, readingOf } from "./company-by-symbol.queries.server";
import { chartKey, chartsToDraw, type KnownChart } from "./text-charts.rules";

/** The data of a chart within a text; its last close is the current price. */
export type TextChart = KnownChart & {
  name: string;
  /** The symbol of the company's page; the text may contain a former one. */
  companySymbol: string;
  unit: PriceUnit;
  from: string;
  to: string;
  points: Close[];
  /** The first day whose prices may still move, yyyy-mm-dd. */
  running: string;
  stale: boolean;
};

/** The charts of a text by `chartKey`. */
export type TextCharts = Readonly<Record<string, TextChart>>;

/**
 * Loads the data of all charts of a text together. A company without prices, or one that the reader may not
 * know of, has no chart. A locked text has no charts.
 * @param writtenAt when the record was created: its symbols mean their owners at that time
 */
export async function textCharts(
  blocks: readonly TextBlock[],
  viewer: Viewer,
  now: Date,
  writtenAt: Date,
): Promise<TextCharts> {
  const requested = chartsToDraw(blocks);
  if (requested.length === 0) return {};
  const reading = readingOf(viewer);
  const companies = await companiesBySymbols(
    [...new Set(requested.map(({ symbol }) => symbol))],
    reading,
    writtenAt,
  );
  const ids = [...new Set([...companies.values()].map(({ id }) => id))];
  if (ids.length === 0) return {};
  const to = dayIn(config().siteTz, now);
  const running = runningDay(now, config().siteTz);
  const from = requested.map(({ period }) => monthsBefore(to, PERIODS[period].months)).toSorted()[0] ?? to;
  const [closes, current] = await Promise.all([
    loadCloses(ids, { from, to }),
    currentPricesFor(ids, reading),
  ]);
  const drawn = requested.flatMap((chart) => {
    const company = companies.get(chart.symbol);
    if (!company) return [];
    const price = current.get(company.id);
    const known = withCurrent(closes.get(company.id) ?? [], price && asClose(price));
    const begin = monthsBefore(to, PERIODS[chart.period].months);
    const points = known.filter(({ day }) => day >= begin);
    const stale = price !== undefined && !price.ofDay && staleLabel(price.asOf, now) !== undefined;
    const { name, symbol: companySymbol } = company;
    const drawing = { ...chart, name, companySymbol, unit: company, from: begin, to, points, running, stale };
    return points.length === 0 ? [] : [[chartKey(chart), drawing] as const];
  });
  return Object.fromEntries(drawn);
}
