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

/** A day's price as a file or an answer has it: exact decimals, yyyy-mm-dd. */
export type ImportedPrice = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
};

/**
 * What a file of prices is. @property whose the symbol that its lines name. @property problems every line that speaks against the whole.
 * @property leftOut lines without a price, and of an answer those that are wrong: each in words, with its number
 */
export type PriceFile = {
  prices: ImportedPrice[];
  currency?: string;
  whose?: string;
  problems: string[];
  leftOut: string[];
};

/** Lines that are told each in its words. */
const NAMED_LINES = 3;

/** Of many lines the first are told, and how many more there are. */
export function namedOf(lines: readonly string[]): string {
  const named = lines.slice(0, NAMED_LINES).join("; ");
  return lines.length > NAMED_LINES ? `${named} (and ${lines.length - NAMED_LINES} more)` : named;
}

/** The days that are asked for, the first and the last one, yyyy-mm-dd. */
export type AskedDays = { from: string; to: string };

/**
 * What it is held against. @property today the last day that can have a price, yyyy-mm-dd. @property asked of an answer to a request
 * for these days: what it says of others is not looked at, and a wrong line is left out without the others
 */
export type PriceFileContext = {
  today: string;
  symbol: string;
  currency: string | null;
  asked?: AskedDays;
};

export const MAX_PRICES = 5000;

/** What is read of a line; "" where it says nothing. */
export type PriceColumn = "day" | "close" | "high" | "low" | "volume" | "currency";

export type PriceCells = Record<PriceColumn, string>;

/**
 * @property cells as they were sent. @property whose the symbol that it names, if any. @property problem what is wrong with the line
 * itself, whatever its cells hold
 */
export type PriceLine = { number: number; cells: PriceCells; whose?: string; problem?: string };

const FIGURES = ["close", "high", "low", "volume"] as const;
type Figure = (typeof FIGURES)[number];

export const isFigureColumn = (column: string): column is Figure =>
  (FIGURES as readonly string[]).includes(column);

/** Before it no price is meant; a year of two digits is a slip. */
const FIRST_DAY = "1900-01-01";

/** How the figures and days of a file are written, where they show it. */
type Style = { sign: FoundSign; order: DateOrder | undefined };

/** A line as it is read: days as yyyy-mm-dd, figures as exact decimals. What cannot be read stays as it was sent. */
type ReadLine = PriceLine & { wrong: Partial<Record<Figure, NumberProblem>> };

/** What a line is good for. @property words what is said of it */
type Verdict =
  | { kind: "price"; cells: PriceCells; words?: string }
  | { kind: "no price" | "wrong"; words: string }
  | { kind: "said before"; words?: undefined };

/** @param lines in the order in which they stand. @param one what a line is called: "Line 3: close …" */
export function readPriceLines(
  lines: readonly PriceLine[],
  context: PriceFileContext,
  one = "Line",
): PriceFile {
  const style = styleOf(lines);
  const meant = lines.map((line) => withDay(line, style)).filter(({ cells }) => isAskedFor(cells, context));
  if (meant.length > MAX_PRICES) return refusedWhole(`There are more than ${MAX_PRICES} prices`);
  const [first, other] = differing(meant);
  if (other)
    return refusedWhole(
      `${one} ${other.number}: there are prices of ${quoted(first?.whose ?? "")} and of ${quoted(other.whose ?? "")}`,
    );
  const read = meant.map((line) => readLine(line, style));
  const [currency] = read.flatMap(({ cells }) => readCurrency(cells.currency) ?? []);
  const known = { ...context, currency: context.currency ?? currency ?? null };
  const doubles = doublesOf(read);
  const file: PriceFile = { prices: [], currency, whose: first?.whose, problems: [], leftOut: [] };
  for (const line of read) {
    const verdict = judge(line, known, doubles.get(line.cells.day) ?? [], one);
    if (verdict.kind === "price") file.prices.push(priceOf(verdict.cells));
    const said = verdict.kind === "wrong" && !context.asked ? file.problems : file.leftOut;
    if (verdict.words) said.push(`${one} ${line.number}: ${verdict.words}`);
  }
  return file;
}

/** A file of which nothing can be taken. */
export const refusedWhole = (problem: string): PriceFile => ({
  prices: [],
  problems: [problem],
  leftOut: [],
});

/** The first line that names a symbol, and the first that names another one: prices of two instruments would become one history. */
function differing(lines: readonly PriceLine[]): [first?: PriceLine, other?: PriceLine] {
  const named = lines.filter(({ whose, cells }) => whose && cells.day !== "");
  return [named[0], named.find(({ whose }) => whose !== named[0]?.whose)];
}

/** Its figures show which sign is the decimal one, and its days which figure is the day. */
function styleOf(lines: readonly PriceLine[]): Style {
  const written = (names: readonly Figure[]) =>
    findDecimalSign(lines.flatMap(({ cells }) => names.map((name) => cells[name])));
  const sign = written(FIGURES);
  // A volume of 118,420 is a count, and says nothing of a price of 4.280.
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

const isNought = (figure: string): boolean => /^0(\.0*)?$/.test(figure);

/** Nought for both is how programs write that high and low are not known; with the close beside them, that there was no trade. */
function withoutUnknown(cells: PriceCells): PriceCells {
  const { close, high, low } = cells;
  if (!isNought(high) || !isNought(low)) return cells;
  return { ...cells, high: "", low: "", close: isNought(close) ? "" : close };
}

/**
 * @param sign of the file's figures. A volume is a count: its comma divides thousands, unless the others say that commas do not
 * @returns an exact decimal, "" for what says nothing, the text itself for what cannot be read
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

/** What was not asked for is not looked at; of a line without a readable day nobody knows. */
const isAskedFor = ({ day }: PriceCells, { asked }: PriceFileContext): boolean =>
  !asked || !isDay(day) || (day >= asked.from && day <= asked.to);

/** The lines of each day that has more than one. */
function doublesOf(lines: readonly ReadLine[]): Map<string, ReadLine[]> {
  const byDay = new Map<string, ReadLine[]>();
  for (const line of lines) byDay.set(line.cells.day, [...(byDay.get(line.cells.day) ?? []), line]);
  return new Map([...byDay].filter(([, all]) => all.length > 1));
}

function judge(
  line: ReadLine,
  context: PriceFileContext,
  sameDay: readonly ReadLine[],
  one: string,
): Verdict {
  const { day } = line.cells;
  const wrongDay = dayProblem(day, context);
  if (wrongDay) return { kind: "wrong", words: wrongDay };
  if (line.problem) return { kind: "wrong", words: line.problem };
  const priced = sameDay.filter(({ cells }) => !saysNoPrice(cells));
  // A dividend has a line of its own.
  const where = priced.length > 0 ? " on this line" : "";
  if (saysNoPrice(line.cells)) return { kind: "no price", words: `${day} has no price${where}` };
  const double = judgeDouble(line, context, priced, one);
  if (double) return double;
  return context.asked ? judgeAnswer(line, context) : judgeFile(line, context);
}

const saysNoPrice = ({ close, high, low }: PriceCells) => close === "" && high === "" && low === "";

/** Of two prices of a day nobody knows which is right. An answer may say the same one twice. */
function judgeDouble(
  line: ReadLine,
  { asked }: PriceFileContext,
  sameDay: readonly ReadLine[],
  one: string,
): Verdict | undefined {
  const [first] = sameDay;
  if (!first || sameDay.length < 2) return undefined;
  const { day } = line.cells;
  if (!asked && line !== first)
    return { kind: "wrong", words: `${day} is there twice, first on ${one.toLowerCase()} ${first.number}` };
  if (!asked) return undefined;
  const figure = ({ cells }: ReadLine, name: Figure) => withoutTrailingZeros(cells[name]);
  const isSame = sameDay.every((each) => FIGURES.every((name) => figure(each, name) === figure(first, name)));
  if (!isSame) return { kind: "wrong", words: `${day} is there twice, with different figures` };
  return line === first ? undefined : { kind: "said before" };
}

function judgeFile({ cells, wrong }: ReadLine, context: PriceFileContext): Verdict {
  const problem = ambiguity(cells, wrong) ?? priceProblem(cells, context)?.problem;
  return problem ? { kind: "wrong", words: problem } : { kind: "price", cells };
}

/** A price is taken without a volume that cannot be read: calls are settled by the price. */
function judgeAnswer(line: ReadLine, context: PriceFileContext): Verdict {
  const volumeWrong = volumeProblem(line.cells.volume, line.wrong.volume);
  const cells = volumeWrong ? { ...line.cells, volume: "" } : line.cells;
  const wrong = { ...line.wrong, volume: undefined };
  const verdict = judgeFile({ ...line, cells, wrong }, context);
  if (verdict.kind !== "price" || !volumeWrong) return verdict;
  return { ...verdict, words: `${volumeWrong}; ${cells.day} has its price without it` };
}

/** What a figure of a line could be, where it could be two. */
function ambiguity(cells: PriceCells, wrong: ReadLine["wrong"]): string | undefined {
  for (const name of FIGURES) {
    const problem = wrong[name];
    if (problem?.kind === "ambiguous") return `${name} ${quoted(cells[name])} ${whyUnread(problem)}`;
  }
  return undefined;
}

/** What speaks against a cell. */
type CellProblem = { column: PriceColumn; problem: string };

/** The first thing that speaks against a day's price, whatever other lines say. @param cells as they are read */
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
  if (!isDay(day)) return `${quoted(day)} is not a day such as 2026-07-16${tradingDayProblem(day)}`;
  return day > today ? `${day} is in the future` : undefined;
}

/** What stands in a cell, of which a wrong file may have a megabyte; signs that no page may have are shown as such. */
export function quoted(cell: string): string {
  const shown = (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell).toWellFormed();
  return `“${shown.replace(/\p{Cc}/gu, "\uFFFD")}”`;
}

/** 31 November is none. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  day >= FIRST_DAY &&
  (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false);

const isFigure = (text: string): boolean => readNumber(text).plain === text;

function figureProblem({ close, high, low, volume }: PriceCells): CellProblem | undefined {
  const of = (column: PriceColumn, problem: string) => ({ column, problem });
  if (close === "") return of("close", "there is no close");
  if (!isPrice(close)) return of("close", `close ${quoted(close)} ${notAPrice(close)}`);
  if (high && !isPrice(high)) return of("high", `high ${quoted(high)} ${notAPrice(high)}`);
  if (low && !isPrice(low)) return of("low", `low ${quoted(low)} ${notAPrice(low)}`);
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
  const why = unread ? whyUnread(unread) : "is not a number of 0 or more";
  return `volume ${quoted(volume)} ${why}`;
}

function notAPrice(figure: string): string {
  const { problem } = readNumber(figure);
  return problem ? whyUnread(problem) : "is not a price above 0";
}

/** What is wrong with a figure that is not read, or not kept. */
function whyUnread(problem: NumberProblem): string {
  switch (problem.kind) {
    case "ambiguous":
      return `could be ${problem.readings[0]} or ${problem.readings[1]}`;
    case "parentheses":
      return "has parentheses, which are not read as a minus";
    case "large":
      return "is not below 1,000,000,000,000,000";
    case "fine":
      return `has more than ${MAX_DECIMALS} decimals`;
    case "negative":
      return "is below 0";
    case "none":
      return "is not a number alone, such as 1234.50";
  }
}

/** Figures that a program calculated differ behind the twelfth digit where they mean the same. */
const ROUNDING = 1e-12;

/** Whether a figure is above another one, by more than a program's rounding. */
const isAbove = (one: string, other: string): boolean => Number(one) > Number(other) * (1 + ROUNDING);

function currencyProblem({ currency }: PriceCells, { symbol, currency: known }: PriceFileContext) {
  if (currency === "") return undefined;
  const code = readCurrency(currency);
  if (!code) return `currency ${quoted(currency)} is not three capital letters such as USD or GBX`;
  if (known && code !== known) return `currency is ${code}, ${symbol} is priced in ${known}`;
  return undefined;
}

/** High and low hold the close: where they miss it by a program's rounding alone, they are the close. */
const priceOf = ({ day, close, high, low, volume }: PriceCells): ImportedPrice => ({
  day,
  close,
  high: high ? holding(high, close, Number(close) > Number(high)) : null,
  low: low ? holding(low, close, Number(close) < Number(low)) : null,
  volume: volume || null,
});

const holding = (bound: string, close: string, misses: boolean) => (misses ? close : bound);
