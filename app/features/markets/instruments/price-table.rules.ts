import { readCurrency } from "~/admin-kit/figures/read-currency";
import type { ComparedCell, ComparedRow } from "~/admin-kit/paste/paste-source.server";
import { type PriceColumn, type PriceFileContext, priceProblem } from "./price-lines.rules";
import type { KnownPrice, PricedInstrument, TablePrice } from "./price-table.queries.server";
import type { TypedColumn, TypedPriceRow } from "./price-table-rows.rules";

/**
 * A row's day of an instrument.
 * @property price the price to write
 */
export type PriceRow = ComparedRow & { instrument?: PricedInstrument; price?: TablePrice };

/**
 * The data that rows are compared with.
 * @property found instruments by symbol in capitals
 * @property today of the site, yyyy-mm-dd
 * @property one the word for a row in messages
 */
type Against = {
  one?: string;
  found: ReadonlyMap<string, PricedInstrument>;
  known: readonly KnownPrice[];
  today: string;
};

const dayKey = (instrumentId: string, day: string | undefined) => `${instrumentId} ${day}`;

/** Compares rows with stored prices, by the rules of an import. */
export function comparePriceRows(
  rows: readonly TypedPriceRow[],
  { found, known, today, one = "Line" }: Against,
): PriceRow[] {
  const priced = new Map(known.map((price) => [dayKey(price.instrumentId, price.day), price]));
  const lines = linesByDay(rows, found);
  const currencies = new Map<string, string>();
  return rows.map((row) => {
    const instrument = found.get(row.symbol);
    const key = instrument && row.day ? dayKey(instrument.id, row.day) : undefined;
    const other = key && lines.get(key)?.find((line) => line !== row.line);
    const currency = instrument && findCurrency(instrument, row, currencies);
    return compareRow(row, {
      instrument,
      before: key ? priced.get(key) : undefined,
      context: { today, symbol: instrument?.symbol ?? row.symbol, currency: currency ?? null },
      double: other !== undefined ? `${one} ${other} is for the same day` : undefined,
    });
  });
}

/** The lines of each instrument's days: of two lines for one day, the right one is unknown. */
function linesByDay(rows: readonly TypedPriceRow[], found: Against["found"]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const { symbol, day, line } of rows) {
    const instrument = found.get(symbol);
    if (!instrument || !day) continue;
    const key = dayKey(instrument.id, day);
    lines.set(key, [...(lines.get(key) ?? []), line]);
  }
  return lines;
}

/** The instrument's currency, else that of its first row. */
function findCurrency(
  { id, currency }: PricedInstrument,
  row: TypedPriceRow,
  first: Map<string, string>,
): string | null {
  if (currency) return currency;
  const code = readCurrency(rowCurrency(row));
  if (code && !first.has(id)) first.set(id, code);
  return first.get(id) ?? null;
}

const rowCurrency = ({ texts, unit }: TypedPriceRow): string => texts.currency || (unit ?? "");

type RowContext = {
  instrument?: PricedInstrument;
  before?: KnownPrice;
  context: PriceFileContext;
  double?: string;
};

function compareRow(row: TypedPriceRow, { instrument, before, context, double }: RowContext): PriceRow {
  const { line, raw, texts } = row;
  const figures = mergedFigures(row, before);
  const problems: Partial<Record<TypedColumn, string>> = { ...row.problems };
  const why = [...row.why, ...(double ? [double] : [])];
  if (!instrument) problems.symbol = row.symbol ? "No instrument has this symbol" : "This row has no symbol";
  if (row.unit && texts.currency && readCurrency(texts.currency) !== row.unit)
    problems.currency ??= `The close column’s name says ${row.unit}`;
  // Ambiguous figures come first: later checks need their value.
  const problem = Object.keys(row.problems).length === 0 ? priceProblem(figures, context) : undefined;
  if (problem && problem.column in texts) problems[problem.column] ??= problem.problem;
  else if (problem) why.push(problem.problem);
  const isRefused = why.length > 0 || Object.keys(problems).length > 0;
  const hasChanges =
    !before ||
    FIGURES.some((name) => figures[name] !== figureText(before, name)) ||
    isReplacedByImport(before);
  const outcome = isRefused ? "refused" : !before ? "added" : hasChanges ? "changed" : "same";
  return {
    line,
    raw,
    outcome,
    why,
    instrument,
    cells: compareCells(row, problems, before),
    mark: comparisonMark(instrument, before),
    price: instrument && !isRefused ? toTablePrice(instrument, figures) : undefined,
  };
}

const FIGURES = ["close", "high", "low", "volume"] as const;
type Figure = (typeof FIGURES)[number];

const figureText = (price: KnownPrice | undefined, name: Figure): string => price?.[name] ?? "";

/** The desk's import replaces any other source, even with the same figures. */
const isReplacedByImport = ({ source }: KnownPrice): boolean => source !== "import";

/** The day's figures after writing the row: an empty or missing cell keeps the stored figure. */
function mergedFigures(row: TypedPriceRow, before: KnownPrice | undefined): Record<PriceColumn, string> {
  const { texts } = row;
  const figure = (name: Figure) => texts[name] || figureText(before, name);
  return {
    day: texts.day ?? "",
    currency: rowCurrency(row),
    close: figure("close"),
    high: figure("high"),
    low: figure("low"),
    volume: figure("volume"),
  };
}

function compareCells(
  { texts }: TypedPriceRow,
  problems: Partial<Record<TypedColumn, string>>,
  before: KnownPrice | undefined,
): Record<string, ComparedCell> {
  const cell = (name: TypedColumn, text: string): ComparedCell => {
    const why = problems[name];
    if (why) return { text, outcome: "refused", why };
    if (!before) return { text, outcome: "added" };
    const isFigure = (FIGURES as readonly string[]).includes(name);
    const was = isFigure ? figureText(before, name as Figure) : text;
    if (text === "") return { text: was, outcome: "same" };
    if (was !== text) return { text, outcome: "changed", was };
    if (name === "close" && isReplacedByImport(before))
      return { text, outcome: "changed", was: closeWithSource(before) };
    return { text, outcome: "same" };
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, cell(name as TypedColumn, text)]),
  );
}

const closeWithSource = ({ close, source }: KnownPrice) => `${close} (${source})`;

const comparisonMark = (instrument: PricedInstrument | undefined, before: KnownPrice | undefined) =>
  instrument && JSON.stringify([instrument, before ?? null]);

function toTablePrice({ id }: PricedInstrument, figures: Record<PriceColumn, string>): TablePrice {
  const { day, close, high, low, volume, currency } = figures;
  return {
    instrumentId: id,
    day,
    close,
    high: high || null,
    low: low || null,
    volume: volume || null,
    currency: currency || null,
  };
}
