import { readCurrency } from "~/admin-kit/figures/read-currency";
import type { ComparedCell, ComparedRow } from "~/admin-kit/paste/paste-source.server";
import { type PriceColumn, type PriceFileContext, priceProblem } from "./price-lines.rules";
import type { KnownPrice, PricedInstrument, TablePrice } from "./price-table.queries.server";
import type { TypedColumn, TypedPriceRow } from "./price-table-rows.rules";

/** A day of an instrument, as a row says it. @property price what is written */
export type PriceRow = ComparedRow & { instrument?: PricedInstrument; price?: TablePrice };

/** What rows are held against. @property found by symbols in capitals. @property today of the site, yyyy-mm-dd */
type Against = {
  found: ReadonlyMap<string, PricedInstrument>;
  known: readonly KnownPrice[];
  today: string;
};

const keyOf = (instrumentId: string, day: string | undefined) => `${instrumentId} ${day}`;

/** Compares rows with the prices that are there, by the rules of an import. */
export function comparePriceRows(
  rows: readonly TypedPriceRow[],
  { found, known, today }: Against,
): PriceRow[] {
  const priced = new Map(known.map((price) => [keyOf(price.instrumentId, price.day), price]));
  const lines = linesByDay(rows, found);
  const currencies = new Map<string, string>();
  return rows.map((row) => {
    const instrument = found.get(row.symbol);
    const key = instrument && row.day ? keyOf(instrument.id, row.day) : undefined;
    const other = key && lines.get(key)?.find((line) => line !== row.line);
    const currency = instrument && currencyOf(instrument, row, currencies);
    return compareRow(row, {
      instrument,
      before: key ? priced.get(key) : undefined,
      context: { today, symbol: instrument?.symbol ?? row.symbol, currency: currency ?? null },
      double: other ? `Line ${other} means the same day` : undefined,
    });
  });
}

/** The lines of each day of each instrument: of two nobody knows which is right. */
function linesByDay(rows: readonly TypedPriceRow[], found: Against["found"]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const { symbol, day, line } of rows) {
    const instrument = found.get(symbol);
    if (!instrument || !day) continue;
    const key = keyOf(instrument.id, day);
    lines.set(key, [...(lines.get(key) ?? []), line]);
  }
  return lines;
}

/** What an instrument is priced in: else what the first of its rows says. */
function currencyOf(
  { id, currency }: PricedInstrument,
  row: TypedPriceRow,
  first: Map<string, string>,
): string | null {
  if (currency) return currency;
  const said = readCurrency(currencySaid(row));
  if (said && !first.has(id)) first.set(id, said);
  return first.get(id) ?? null;
}

const currencySaid = ({ texts, unit }: TypedPriceRow): string => texts.currency || (unit ?? "");

type Meant = {
  instrument?: PricedInstrument;
  before?: KnownPrice;
  context: PriceFileContext;
  double?: string;
};

function compareRow(row: TypedPriceRow, { instrument, before, context, double }: Meant): PriceRow {
  const { line, raw, texts } = row;
  const said = pricesSaid(row, before);
  const problems: Partial<Record<TypedColumn, string>> = { ...row.problems };
  const why = [...row.why, ...(double ? [double] : [])];
  if (!instrument)
    problems.symbol = row.symbol ? "No instrument has this symbol" : "This row does not say which instrument";
  if (row.unit && texts.currency && readCurrency(texts.currency) !== row.unit)
    problems.currency ??= `The name of the close’s column says ${row.unit}`;
  // What a figure could be is asked first: what would follow from it is not known yet.
  const problem = Object.keys(row.problems).length === 0 ? priceProblem(said, context) : undefined;
  if (problem && problem.column in texts) problems[problem.column] ??= problem.problem;
  else if (problem) why.push(problem.problem);
  const isRefused = why.length > 0 || Object.keys(problems).length > 0;
  const isNews = !before || FIGURES.some((name) => said[name] !== textOf(before, name)) || isFirmer(before);
  const outcome = isRefused ? "refused" : !before ? "added" : isNews ? "changed" : "same";
  return {
    line,
    raw,
    outcome,
    why,
    instrument,
    cells: cellsOf(row, problems, before),
    mark: markOf(instrument, before),
    price: instrument && !isRefused ? priceOf(instrument, said) : undefined,
  };
}

const FIGURES = ["close", "high", "low", "volume"] as const;
type Figure = (typeof FIGURES)[number];

const textOf = (price: KnownPrice | undefined, name: Figure): string => price?.[name] ?? "";

/** Who said it first gives way to the desk's word, also where both say the same. */
const isFirmer = ({ source }: KnownPrice): boolean => source !== "import";

/** What a day has when the row is written: a cell that is empty or not there leaves its figure as it is. */
function pricesSaid(row: TypedPriceRow, before: KnownPrice | undefined): Record<PriceColumn, string> {
  const { texts } = row;
  const figure = (name: Figure) => texts[name] || textOf(before, name);
  return {
    day: texts.day ?? "",
    currency: currencySaid(row),
    close: figure("close"),
    high: figure("high"),
    low: figure("low"),
    volume: figure("volume"),
  };
}

function cellsOf(
  { texts }: TypedPriceRow,
  problems: Partial<Record<TypedColumn, string>>,
  before: KnownPrice | undefined,
): Record<string, ComparedCell> {
  const cell = (name: TypedColumn, text: string): ComparedCell => {
    const why = problems[name];
    if (why) return { text, outcome: "refused", why };
    if (!before) return { text, outcome: "added" };
    const isFigure = (FIGURES as readonly string[]).includes(name);
    const was = isFigure ? textOf(before, name as Figure) : text;
    if (text === "") return { text: was, outcome: "same" };
    if (was !== text) return { text, outcome: "changed", was };
    if (name === "close" && isFirmer(before)) return { text, outcome: "changed", was: saidBy(before) };
    return { text, outcome: "same" };
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, cell(name as TypedColumn, text)]),
  );
}

const saidBy = ({ close, source }: KnownPrice) => `${close} (${source})`;

const markOf = (instrument: PricedInstrument | undefined, before: KnownPrice | undefined) =>
  instrument && JSON.stringify([instrument, before ?? null]);

function priceOf({ id }: PricedInstrument, said: Record<PriceColumn, string>): TablePrice {
  const { day, close, high, low, volume, currency } = said;
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
