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
  const first = seen.get(cells.day);
  if (first === undefined) seen.set(cells.day, number);
  const problem = priceProblem(cells, context);
  if (problem?.column === "day" || first === undefined) return problem?.problem;
  return `${cells.day} is there twice, first on ${one.toLowerCase()} ${first}`;
}

/** What speaks against a cell. */
type CellProblem = { column: PriceColumn; problem: string };

/** The first thing that speaks against a day's price, whatever other lines say. */
export function priceProblem(cells: PriceLine["cells"], context: PriceFileContext): CellProblem | undefined {
  const of = (column: PriceColumn, problem: string | undefined) => problem && { column, problem };
  return (
    of("day", dayProblem(cells.day, context)) ||
    figureProblem(cells) ||
    of("currency", currencyProblem(cells, context)) ||
    undefined
  );
}

function dayProblem(day: string, { today }: PriceFileContext): string | undefined {
  if (!isDay(day)) return `${quoted(day)} is not a day such as 2026-07-16`;
  return day > today ? `${day} is in the future` : undefined;
}

/** What stands in a cell, of which a wrong file may have a megabyte; signs that no page may have are shown as such. */
function quoted(cell: string): string {
  const shown = (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell).toWellFormed();
  return `“${shown.replace(/\p{Cc}/gu, "\uFFFD")}”`;
}

/** 31 November is none. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  day >= FIRST_DAY &&
  (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false);

function figureProblem({ close, high, low, volume }: PriceLine["cells"]): CellProblem | undefined {
  const of = (column: PriceColumn, problem: string) => ({ column, problem });
  const price = "is not a price above 0 with at most 8 decimals";
  if (!isPrice(close)) return of("close", `close ${quoted(close)} ${price}`);
  if (high && !isPrice(high)) return of("high", `high ${quoted(high)} ${price}`);
  if (low && !isPrice(low)) return of("low", `low ${quoted(low)} ${price}`);
  if (volume && !FIGURE.test(volume))
    return of("volume", `volume ${quoted(volume)} is not a number of 0 or more`);
  if (high && low && Number(high) < Number(low)) return of("high", `high ${high} is below low ${low}`);
  if (high && Number(close) > Number(high)) return of("close", `close ${close} is above high ${high}`);
  if (low && Number(close) < Number(low)) return of("close", `close ${close} is below low ${low}`);
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
