import { THOUSANDS } from "~/admin-kit/figures/notations";
import { readCurrency } from "~/admin-kit/figures/read-currency";
import {
  type DateOrder,
  findDateOrder,
  readTradingDay,
  tradingDayProblem,
} from "~/admin-kit/figures/read-date";
import {
  type FoundSign,
  findDecimalSign,
  isPlaceholder,
  MAX_DECIMALS,
  type NumberProblem,
  readNumber,
  withoutTrailingZeros,
} from "~/admin-kit/figures/read-number";

/** A day's price from a file or a response: exact decimals, yyyy-mm-dd. */
export type ImportedPrice = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
};

/**
 * The result of reading a file of prices.
 * @property whose the symbol that its lines name
 * @property problems every line with an error, which rejects the whole file
 * @property leftOut lines without a price, and in a response the wrong ones: a sentence each, with the line's
 * number
 */
export type PriceFile = {
  prices: ImportedPrice[];
  currency?: string;
  whose?: string;
  problems: string[];
  leftOut: string[];
};

/** How many lines a message quotes. */
const NAMED_LINES = 3;

/** Quotes the first lines and counts the rest. */
export function quoteLines(lines: readonly string[]): string {
  const named = lines.slice(0, NAMED_LINES).join("; ");
  return lines.length > NAMED_LINES ? `${named} (and ${lines.length - NAMED_LINES} more)` : named;
}

/** The requested days, first and last, yyyy-mm-dd. */
export type RequestedDays = { from: string; to: string };

/**
 * What the lines are checked against.
 * @property today the last day that can have a price, yyyy-mm-dd
 * @property asked the requested days, if this is a response. Other days are ignored, and a wrong line is left
 * out alone.
 */
export type PriceFileContext = {
  today: string;
  symbol: string;
  currency: string | null;
  asked?: RequestedDays;
};

export const MAX_PRICES = 5000;

/** The columns of a line; "" for an empty cell. */
export type PriceColumn = "day" | "close" | "high" | "low" | "volume" | "currency";

export type PriceCells = Record<PriceColumn, string>;

/**
 * @property cells as they were sent
 * @property whose the symbol in the line, if any
 * @property problem an error of the line itself, whatever its cells contain
 */
export type PriceLine = { number: number; cells: PriceCells; whose?: string; problem?: string };

const FIGURES = ["close", "high", "low", "volume"] as const;
type Figure = (typeof FIGURES)[number];

export const isFigureColumn = (column: string): column is Figure =>
  (FIGURES as readonly string[]).includes(column);

/** Earlier days are errors: a year of two digits was typed. */
const FIRST_DAY = "1900-01-01";

/** The notation of a file's figures and days, if the file shows it. */
type Style = { sign: FoundSign; order: DateOrder | undefined };

/** A line after reading: days as yyyy-mm-dd, figures as exact decimals. Unreadable cells stay as sent. */
type ReadLine = PriceLine & { wrong: Partial<Record<Figure, NumberProblem>> };

/**
 * The result of checking a line.
 * @property words the message about it
 */
type Verdict =
  | { kind: "price"; cells: PriceCells; words?: string }
  | { kind: "no price" | "wrong"; words: string }
  | { kind: "repeated"; words?: undefined };

/**
 * @param lines in their order
 * @param one the word for a line in messages: "Line 3: close …"
 */
export function readPriceLines(
  lines: readonly PriceLine[],
  context: PriceFileContext,
  one = "Line",
): PriceFile {
  const style = findStyle(lines);
  const requestedLines = lines
    .map((line) => withDay(line, style))
    .filter(({ cells }) => isRequested(cells, context));
  if (requestedLines.length > MAX_PRICES) return rejectFile(`There are more than ${MAX_PRICES} prices`);
  const [first, other] = findSymbolConflict(requestedLines);
  if (other)
    return rejectFile(
      `${one} ${other.number}: there are prices of ${quoteCell(first?.whose ?? "")} and of ${quoteCell(other.whose ?? "")}`,
    );
  const read = requestedLines.map((line) => readLine(line, style));
  const [currency] = read.flatMap(({ cells }) => readCurrency(cells.currency) ?? []);
  const known = { ...context, currency: context.currency ?? currency ?? null };
  const doubles = linesByRepeatedDay(read);
  const file: PriceFile = { prices: [], currency, whose: first?.whose, problems: [], leftOut: [] };
  for (const line of read) {
    const verdict = checkLine(line, known, doubles.get(line.cells.day) ?? [], one);
    if (verdict.kind === "price") file.prices.push(toImportedPrice(verdict.cells));
    const messages = verdict.kind === "wrong" && !context.asked ? file.problems : file.leftOut;
    if (verdict.words) messages.push(`${one} ${line.number}: ${verdict.words}`);
  }
  return file;
}

/** A file that is rejected as a whole. */
export const rejectFile = (problem: string): PriceFile => ({
  prices: [],
  problems: [problem],
  leftOut: [],
});

/**
 * The first line with a symbol, and the first with another one: two instruments' prices would become one
 * history.
 */
function findSymbolConflict(lines: readonly PriceLine[]): [first?: PriceLine, other?: PriceLine] {
  const named = lines.filter(({ whose, cells }) => whose && cells.day !== "");
  return [named[0], named.find(({ whose }) => whose !== named[0]?.whose)];
}

/** Finds the decimal sign from the figures, and the order of day and month from the days. */
function findStyle(lines: readonly PriceLine[]): Style {
  const written = (names: readonly Figure[]) =>
    findDecimalSign(lines.flatMap(({ cells }) => names.map((name) => cells[name])));
  const sign = written(FIGURES);
  // A volume of 118,420 is a count and does not decide how to read a price of 4.280.
  return {
    sign: sign === "either" ? written(["close", "high", "low"]) : sign,
    order: findDateOrder(lines.map(({ cells }) => cells.day)),
  };
}

const withDay = ({ cells, ...line }: PriceLine, { order }: Style): PriceLine => ({
  ...line,
  cells: { ...cells, day: readTradingDay(cells.day, order) ?? cells.day },
});

function readLine({ cells, ...line }: PriceLine, { sign }: Style): ReadLine {
  const read = { ...cells };
  const wrong: ReadLine["wrong"] = {};
  for (const name of FIGURES) {
    const { text, problem } = readPriceFigure(name, cells[name], sign);
    read[name] = text;
    if (problem) wrong[name] = problem;
  }
  return { ...line, cells: withoutUnknown(read), wrong };
}

const isZero = (figure: string): boolean => /^0(\.0*)?$/.test(figure);

/** Some programs write 0 for an unknown high and low; if the close is 0 too, there was no trade. */
function withoutUnknown(cells: PriceCells): PriceCells {
  const { close, high, low } = cells;
  if (!isZero(high) || !isZero(low)) return cells;
  return { ...cells, high: "", low: "", close: isZero(close) ? "" : close };
}

/**
 * @param sign of the file's figures. A volume is a count: its comma separates thousands, unless the other
 * figures exclude that
 * @returns an exact decimal, "" for an empty cell, the text itself if it cannot be read
 */
export function readPriceFigure(
  name: Figure,
  typed: string,
  sign: FoundSign,
): { text: string; problem?: NumberProblem } {
  const text = typed.trim();
  if (isPlaceholder(text)) return { text: "" };
  const style =
    name === "volume"
      ? ({ sign: sign === "comma" ? "comma" : "point", units: THOUSANDS } as const)
      : { sign };
  const { plain, problem } = readNumber(text, style);
  return problem ? { text, problem } : { text: plain };
}

/** Days outside the request are ignored; a line without a readable day is not. */
const isRequested = ({ day }: PriceCells, { asked }: PriceFileContext): boolean =>
  !asked || !isDay(day) || (day >= asked.from && day <= asked.to);

/** The lines by day, for days with more than one line. */
function linesByRepeatedDay(lines: readonly ReadLine[]): Map<string, ReadLine[]> {
  const byDay = new Map<string, ReadLine[]>();
  for (const line of lines) byDay.set(line.cells.day, [...(byDay.get(line.cells.day) ?? []), line]);
  return new Map([...byDay].filter(([, all]) => all.length > 1));
}

function checkLine(
  line: ReadLine,
  context: PriceFileContext,
  sameDay: readonly ReadLine[],
  one: string,
): Verdict {
  const { day } = line.cells;
  const wrongDay = dayProblem(day, context);
  if (wrongDay) return { kind: "wrong", words: wrongDay };
  if (line.problem) return { kind: "wrong", words: line.problem };
  const priced = sameDay.filter(({ cells }) => !hasNoPrice(cells));
  // Some files put a dividend on a separate line.
  const where = priced.length > 0 ? " on this line" : "";
  if (hasNoPrice(line.cells)) return { kind: "no price", words: `${day} has no price${where}` };
  const double = checkRepeatedDay(line, context, priced, one);
  if (double) return double;
  return context.asked ? checkResponseLine(line, context) : checkFileLine(line, context);
}

const hasNoPrice = ({ close, high, low }: PriceCells) => close === "" && high === "" && low === "";

/** If a day has two prices, the right one is unknown. A response may repeat the same price. */
function checkRepeatedDay(
  line: ReadLine,
  { asked }: PriceFileContext,
  sameDay: readonly ReadLine[],
  one: string,
): Verdict | undefined {
  const [first] = sameDay;
  if (!first || sameDay.length < 2) return undefined;
  const { day } = line.cells;
  if (!asked && line !== first)
    return { kind: "wrong", words: `${day} appears twice, first on ${one.toLowerCase()} ${first.number}` };
  if (!asked) return undefined;
  const figure = ({ cells }: ReadLine, name: Figure) => withoutTrailingZeros(cells[name]);
  const isSame = sameDay.every((each) => FIGURES.every((name) => figure(each, name) === figure(first, name)));
  if (!isSame) return { kind: "wrong", words: `${day} appears twice, with different figures` };
  return line === first ? undefined : { kind: "repeated" };
}

function checkFileLine({ cells, wrong }: ReadLine, context: PriceFileContext): Verdict {
  const problem = ambiguity(cells, wrong) ?? priceProblem(cells, context)?.problem;
  return problem ? { kind: "wrong", words: problem } : { kind: "price", cells };
}

/** An unreadable volume is dropped and the price stays: only the price settles calls. */
function checkResponseLine(line: ReadLine, context: PriceFileContext): Verdict {
  const volumeWrong = volumeProblem(line.cells.volume, line.wrong.volume);
  const cells = volumeWrong ? { ...line.cells, volume: "" } : line.cells;
  const wrong = { ...line.wrong, volume: undefined };
  const verdict = checkFileLine({ ...line, cells, wrong }, context);
  if (verdict.kind !== "price" || !volumeWrong) return verdict;
  return { ...verdict, words: `${volumeWrong}; the price for ${cells.day} is kept without the volume` };
}

/** The message about a figure with two possible readings. */
function ambiguity(cells: PriceCells, wrong: ReadLine["wrong"]): string | undefined {
  for (const name of FIGURES) {
    const problem = wrong[name];
    if (problem?.kind === "ambiguous") return `${name} ${quoteCell(cells[name])} ${numberErrorText(problem)}`;
  }
  return undefined;
}

/** An error in a cell. */
type CellProblem = { column: PriceColumn; problem: string };

/**
 * The first error in a day's price, independent of other lines.
 * @param cells after reading
 */
export function priceProblem(cells: PriceCells, context: PriceFileContext): CellProblem | undefined {
  const of = (column: PriceColumn, problem: string | undefined) => problem && { column, problem };
  return (
    of("day", dayProblem(cells.day, context)) ||
    figureProblem(cells) ||
    of("currency", currencyProblem(cells, context)) ||
    undefined
  );
}

function dayProblem(day: string, { today }: PriceFileContext): string | undefined {
  if (!isDay(day)) return `${quoteCell(day)} is not a day such as 2026-07-16${tradingDayProblem(day)}`;
  return day > today ? `${day} is in the future` : undefined;
}

/**
 * Quotes a cell, shortened because a wrong file may have megabytes in it. Control characters become U+FFFD.
 */
export function quoteCell(cell: string): string {
  const shortened = (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell).toWellFormed();
  return `“${shortened.replace(/\p{Cc}/gu, "\uFFFD")}”`;
}

/** Rejects days such as 31 November. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  day >= FIRST_DAY &&
  (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false);

const isFigure = (text: string): boolean => readNumber(text).plain === text;

function figureProblem({ close, high, low, volume }: PriceCells): CellProblem | undefined {
  const of = (column: PriceColumn, problem: string) => ({ column, problem });
  if (close === "") return of("close", "there is no close");
  if (!isPrice(close)) return of("close", `close ${quoteCell(close)} ${priceErrorText(close)}`);
  if (high && !isPrice(high)) return of("high", `high ${quoteCell(high)} ${priceErrorText(high)}`);
  if (low && !isPrice(low)) return of("low", `low ${quoteCell(low)} ${priceErrorText(low)}`);
  const wrongVolume = volumeProblem(volume);
  if (wrongVolume) return of("volume", wrongVolume);
  if (high && low && isAbove(low, high)) return of("high", `high ${high} is below low ${low}`);
  if (high && isAbove(close, high)) return of("close", `close ${close} is above high ${high}`);
  if (low && isAbove(low, close)) return of("close", `close ${close} is below low ${low}`);
  return undefined;
}

const isPrice = (figure: string): boolean => isFigure(figure) && Number(figure) > 0;

function volumeProblem(volume: string, problem?: NumberProblem): string | undefined {
  if (volume === "" || (isFigure(volume) && !volume.startsWith("-"))) return undefined;
  const unread = problem ?? readNumber(volume).problem;
  const why = unread ? numberErrorText(unread) : "is not a number of 0 or more";
  return `volume ${quoteCell(volume)} ${why}`;
}

function priceErrorText(figure: string): string {
  const { problem } = readNumber(figure);
  return problem ? numberErrorText(problem) : "is not a price above 0";
}

/** Why a figure was not read or not stored. */
function numberErrorText(problem: NumberProblem): string {
  switch (problem.kind) {
    case "ambiguous":
      return `could be ${problem.readings[0]} or ${problem.readings[1]}`;
    case "parentheses":
      return "has parentheses; write a minus instead";
    case "large":
      return "is not below 1,000,000,000,000,000";
    case "fine":
      return `has more than ${MAX_DECIMALS} decimals`;
    case "negative":
      return "is below 0";
    case "none":
      return "is not a plain number such as 1234.50";
  }
}

/** Calculated figures may differ after the twelfth digit. */
const ROUNDING = 1e-12;

/** Whether a figure exceeds another one by more than rounding. */
const isAbove = (one: string, other: string): boolean => Number(one) > Number(other) * (1 + ROUNDING);

function currencyProblem({ currency }: PriceCells, { symbol, currency: known }: PriceFileContext) {
  if (currency === "") return undefined;
  const code = readCurrency(currency);
  if (!code) return `currency ${quoteCell(currency)} is not three capital letters such as USD or GBX`;
  if (known && code !== known) return `currency is ${code}, but ${symbol} is priced in ${known}`;
  return undefined;
}

/** High and low must include the close: if rounding alone excludes it, they become the close. */
const toImportedPrice = ({ day, close, high, low, volume }: PriceCells): ImportedPrice => ({
  day,
  close,
  high: high ? includeClose(high, close, Number(close) > Number(high)) : null,
  low: low ? includeClose(low, close, Number(close) < Number(low)) : null,
  volume: volume || null,
});

const includeClose = (bound: string, close: string, misses: boolean) => (misses ? close : bound);
