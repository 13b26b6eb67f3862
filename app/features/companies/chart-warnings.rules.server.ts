import { monthsBefore, PERIODS } from "~/features/markets/company.rules";
import { loadCloses } from "~/features/markets/instruments/closes.queries.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { companiesBySymbols, type Reading } from "./company-by-symbol.queries.server";
import { isKnownPeriod, type KnownChart, MOST_CHARTS, requestedCharts } from "./text-charts.rules";

const PERIOD_NAMES = Object.keys(PERIODS).join(", ");

/**
 * Warns about charts of a text that readers will not see.
 * @param field of the text
 * @param readingOf what all readers of the text may know of companies
 */
export const chartWarnings =
  (field: string, readingOf: (values: Readonly<Record<string, unknown>>) => Reading) =>
  async (
    values: Readonly<Record<string, unknown>>,
    before?: { createdAt: Date },
  ): Promise<Record<string, string>> => {
    const { [field]: text } = values;
    const reader = { reading: readingOf(values), writtenAt: before?.createdAt };
    const warnings = typeof text === "string" ? await undrawnChartWarnings(text, reader) : [];
    return warnings.length === 0 ? {} : { [field]: warnings.join(" ") };
  };

/** The reading that all members of a record's audience have. */
export const readingForAudience = ({ audience }: Readonly<Record<string, unknown>>): Reading =>
  audience === "private" ? "calls" : "members";

/** @property writtenAt when the record was made; undefined for a new one */
type Reader = { reading: Reading; writtenAt?: Date };

async function undrawnChartWarnings(text: string, reader: Reader): Promise<string[]> {
  const requested = requestedCharts(toBlocks(text));
  const known = requested.filter(isKnownPeriod);
  const unknown = requested.filter((chart) => !isKnownPeriod(chart));
  return [
    ...unknown.map(
      ({ symbol, period }) =>
        `“chart ${symbol} ${period}” is not shown: the period must be one of ${PERIOD_NAMES}.`,
    ),
    ...(await missingPriceWarnings(known, reader)),
    ...(known.length > MOST_CHARTS
      ? [`Only the first ${MOST_CHARTS} of ${known.length} charts are shown.`]
      : []),
  ];
}

async function missingPriceWarnings(
  charts: readonly KnownChart[],
  { reading, writtenAt }: Reader,
): Promise<string[]> {
  if (charts.length === 0) return [];
  const symbols = [...new Set(charts.map(({ symbol }) => symbol))];
  const [companies, currentOwners] = await Promise.all([
    companiesBySymbols(symbols, reading, writtenAt),
    companiesBySymbols(symbols, reading),
  ]);
  const to = dayIn(config().siteTz, new Date());
  const range = { from: monthsBefore(to, PERIODS["2y"].months), to };
  const closes = await loadCloses(
    [...companies.values()].map(({ id }) => id),
    range,
  );
  const lacking = symbols.filter((symbol) => !closes.has(companies.get(symbol)?.id ?? ""));
  const others = symbols.flatMap((symbol) => {
    const [then, now] = [companies.get(symbol), currentOwners.get(symbol)];
    return then && now && then.id !== now.id
      ? [
          `${symbol} is now ${now.name}’s symbol; in this text it means ${then.name}, which used it when the text was written.`,
        ]
      : [];
  });
  return [
    ...lacking.map((symbol) => `No chart is shown for ${symbol}: there are no prices for it.`),
    ...others,
  ];
}
