import { closesOf } from "~/features/markets/instruments/closes.queries.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { monthsBefore, PERIODS } from "./company.rules";
import { companiesBySymbols, type Reading } from "./company-by-symbol.queries.server";
import { chartsAskedFor, isKnownPeriod, type KnownChart, MOST_CHARTS } from "./text-charts.rules";

const PERIOD_NAMES = Object.keys(PERIODS).join(", ");

/**
 * What a form asks about a text whose charts are not all drawn: readers see nothing in their place.
 * @param field of the text
 * @param readingOf what all of its readers may know of companies
 */
export const chartDoubts =
  (field: string, readingOf: (values: Readonly<Record<string, unknown>>) => Reading) =>
  async (values: Readonly<Record<string, unknown>>): Promise<Record<string, string>> => {
    const { [field]: text } = values;
    const doubts = typeof text === "string" ? await undrawnCharts(text, readingOf(values)) : [];
    return doubts.length === 0 ? {} : { [field]: doubts.join(" ") };
  };

/** Of a text that is for the audience of its record. */
export const readingOfAudience = ({ audience }: Readonly<Record<string, unknown>>): Reading =>
  audience === "private" ? "calls" : "members";

async function undrawnCharts(text: string, reading: Reading): Promise<string[]> {
  const asked = chartsAskedFor(toBlocks(text));
  const known = asked.filter(isKnownPeriod);
  const unknown = asked.filter((chart) => !isKnownPeriod(chart));
  return [
    ...unknown.map(
      ({ symbol, period }) => `“chart ${symbol} ${period}” is not drawn: a period is one of ${PERIOD_NAMES}.`,
    ),
    ...(await withoutPrices(known, reading)),
    ...(known.length > MOST_CHARTS ? [`Of ${known.length} charts the first ${MOST_CHARTS} are drawn.`] : []),
  ];
}

async function withoutPrices(charts: readonly KnownChart[], reading: Reading): Promise<string[]> {
  if (charts.length === 0) return [];
  const symbols = [...new Set(charts.map(({ symbol }) => symbol))];
  const companies = await companiesBySymbols(symbols, reading);
  const to = dayIn(config().siteTz, new Date());
  const range = { from: monthsBefore(to, PERIODS["2y"].months), to };
  const closes = await closesOf(
    [...companies.values()].map(({ id }) => id),
    range,
  );
  const lacking = symbols.filter((symbol) => !closes.has(companies.get(symbol)?.id ?? ""));
  return lacking.map((symbol) => `No chart is drawn of ${symbol}: no prices of it are known.`);
}
