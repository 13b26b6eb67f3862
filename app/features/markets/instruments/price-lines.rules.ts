/** A day's price as a file or an answer has it: exact decimals, yyyy-mm-dd. */
export type ImportedPrice = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
};

/** What a file of prices is, or every line that speaks against it; of a wrong one nothing is taken. */
export type PriceFile = { prices: ImportedPrice[]; currency?: string; problems: string[] };

/** What it is held against. @property today the last day that can have a price, yyyy-mm-dd */
export type PriceFileContext = { today: string; symbol: string; currency: string | null };

export const MAX_PRICES = 5000;

/** What is read of a line; "" where it says nothing. */
export type PriceColumn = "day" | "close" | "high" | "low" | "volume" | "currency";

export type PriceLine = { number: number; cells: Record<PriceColumn, string> };

const FIGURE = /^\d{1,12}(\.\d{1,8})?$/;

/** Before it no price is meant; a year of two digits is a slip. */
const FIRST_DAY = "1900-01-01";

/** @param lines in the order in which they stand. @param one what a line is called: "Line 3: close …" */
export function readPriceLines(
  lines: readonly PriceLine[],
  context: PriceFileContext,
  one = "Line",
): PriceFile {
  const seen = new Map<string, number>();
  const [currency] = lines.flatMap(({ cells }) => cells.currency.toUpperCase() || []);
  const known = { ...context, currency: context.currency ?? currency ?? null };
  const problems = lines.flatMap((line) => {
    const problem = lineProblem(line, known, seen, one);
    return problem ? [`${one} ${line.number}: ${problem}`] : [];
  });
  return { prices: lines.map(({ cells }) => priceOf(cells)), currency, problems };
}

/** The first thing that speaks against a line. */
function lineProblem(
  { number, cells }: PriceLine,
  context: PriceFileContext,
  seen: Map<string, number>,
  one: string,
): string | undefined {
  const found =
    dayProblem(cells.day, context, seen, one) ?? figureProblem(cells) ?? currencyProblem(cells, context);
  if (!seen.has(cells.day)) seen.set(cells.day, number);
  return found;
}

function dayProblem(
  day: string,
  { today }: PriceFileContext,
  seen: Map<string, number>,
  one: string,
): string | undefined {
  if (!isDay(day)) return `${quoted(day)} is not a day such as 2026-07-16`;
  if (day > today) return `${day} is in the future`;
  const first = seen.get(day);
  return first === undefined ? undefined : `${day} is there twice, first on ${one.toLowerCase()} ${first}`;
}

/** What stands in a cell, of which a wrong file may have a megabyte. */
const quoted = (cell: string): string => `“${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}”`;

/** 31 November is none. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  day >= FIRST_DAY &&
  (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false);

function figureProblem({ close, high, low, volume }: PriceLine["cells"]): string | undefined {
  const price = "is not a price above 0 with at most 8 decimals";
  if (!isPrice(close)) return `close ${quoted(close)} ${price}`;
  if (high && !isPrice(high)) return `high ${quoted(high)} ${price}`;
  if (low && !isPrice(low)) return `low ${quoted(low)} ${price}`;
  if (volume && !FIGURE.test(volume)) return `volume ${quoted(volume)} is not a number of 0 or more`;
  if (high && low && Number(high) < Number(low)) return `high ${high} is below low ${low}`;
  if (high && Number(close) > Number(high)) return `close ${close} is above high ${high}`;
  if (low && Number(close) < Number(low)) return `close ${close} is below low ${low}`;
  return undefined;
}

const isPrice = (figure: string): boolean => FIGURE.test(figure) && Number(figure) > 0;

function currencyProblem({ currency }: PriceLine["cells"], { symbol, currency: known }: PriceFileContext) {
  if (currency === "") return undefined;
  if (!/^[a-z]{3}$/i.test(currency)) return `currency ${quoted(currency)} is not three letters`;
  if (known && currency.toUpperCase() !== known)
    return `currency is ${currency.toUpperCase()}, ${symbol} is priced in ${known}`;
  return undefined;
}

const priceOf = ({ day, close, high, low, volume }: PriceLine["cells"]): ImportedPrice => ({
  day,
  close,
  high: high || null,
  low: low || null,
  volume: volume || null,
});
