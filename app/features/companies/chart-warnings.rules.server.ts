import { monthsBefore, PERIODS } from "~/features/markets/company.rules";
import { closesOf } from "~/features/markets/instruments/closes.queries.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { companiesBySymbols, type Reading } from "./company-by-symbol.queries.server";
import { chartsAskedFor, isKnownPeriod, type KnownChart, MOST_CHARTS } from "./text-charts.rules";

const PERIOD_NAMES = Object.keys(PERIODS).join(", ");

/**
 * What a form asks about a text whose charts are not all drawn: readers see nothing in their place.
 * @param field of the text
 * @param readingOf what all of its readers may know of companies
 */
export const chartWarnings =
  (field: string, readingOf: (values: Readonly<Record<string, unknown>>) => Reading) =>
  async (
    values: Readonly<Record<string, unknown>>,
    before?: { createdAt: Date },
  ): Promise<Record<string, string>> => {
    const { [field]: text } = values;
    const reader = { reading: readingOf(values), writtenAt: before?.createdAt };
    const warnings = typeof text === "string" ? await undrawnCharts(text, reader) : [];
    return warnings.length === 0 ? {} : { [field]: warnings.join(" ") };
  };

/** Of a text that is for the audience of its record. */
export const readingOfAudience = ({ audience }: Readonly<Record<string, unknown>>): Reading =>
  audience === "private" ? "calls" : "members";

/** @property writtenAt when the record was made; undefined for a new one */
type Reader = { reading: Reading; writtenAt?: Date };

async function undrawnCharts(text: string, reader: Reader): Promise<string[]> {
  const asked = chartsAskedFor(toBlocks(text));
  const known = asked.filter(isKnownPeriod);
  const unknown = asked.filter((chart) => !isKnownPeriod(chart));
  return [
    ...unknown.map(
      ({ symbol, period }) => `“chart ${symbol} ${period}” is not drawn: a period is one of ${PERIOD_NAMES}.`,
    ),
    ...(await withoutPrices(known, reader)),
    ...(known.length > MOST_CHARTS ? [`Of ${known.length} charts the first ${MOST_CHARTS} are drawn.`] : []),
  ];
}

async function withoutPrices(
  charts: readonly KnownChart[],
  { reading, writtenAt }: Reader,
): Promise<string[]> {
  if (charts.length === 0) return [];
  const symbols = [...new Set(charts.map(({ symbol }) => symbol))];
  const [companies, byNow] = await Promise.all([
    companiesBySymbols(symbols, reading, writtenAt),
    companiesBySymbols(symbols, reading),
  ]);
  const to = dayIn(config().siteTz, new Date());
  const range = { from: monthsBefore(to, PERIODS["2y"].months), to };
  const closes = await closesOf(
    [...companies.values()].map(({ id }) => id),
    range,
  );
  const lacking = symbols.filter((symbol) => !closes.has(companies.get(symbol)?.id ?? ""));
  const others = symbols.flatMap((symbol) => {
    const [then, now] = [companies.get(symbol), byNow.get(symbol)];
    return then && now && then.id !== now.id
      ? [`${symbol} is ${now.name}’s symbol now; in this text it means ${then.name}, whose it was then.`]
      : [];
  });
  return [
    ...lacking.map((symbol) => `No chart is drawn of ${symbol}: no prices of it are known.`),
    ...others,
  ];
}
