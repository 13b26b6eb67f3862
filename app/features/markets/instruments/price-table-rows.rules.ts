import { readCurrency } from "~/admin-kit/figures/read-currency";
import { type DateOrder, findDateOrder, readTradingDay } from "~/admin-kit/figures/read-date";
import { type FoundSign, numberProblemText, withoutTrailingZeros } from "~/admin-kit/figures/read-number";
import type { Pasted } from "~/admin-kit/paste/paste-source.server";
import { normalizeSymbol } from "./instrument.rules";
import { nameAndUnit } from "./price-columns.rules";
import { isDay, isFigureColumn, type PriceColumn, readPriceFigure } from "./price-lines.rules";

export type TypedColumn = PriceColumn | "symbol";

/**
 * A pasted row.
 * @property unit the currency in the close's column name, such as Close (GBp)
 * @property texts by column, with figures as an import reads them; only existing columns
 * @property day undefined if it is not a day
 * @property problems errors of cells, by column
 */
export type TypedPriceRow = {
  line: number;
  raw: string;
  symbol: string;
  day?: string;
  unit?: string;
  texts: Partial<Record<TypedColumn, string>>;
  problems: Partial<Record<TypedColumn, string>>;
  why: string[];
};

const MORE_CELLS = "This row has more cells than the header row";

/** Reads the pasted table row by row. */
export function readPriceRows({ table, matched, sign }: Pasted): TypedPriceRow[] {
  const dayAt = matched.indexOf("day");
  const { unit } = nameAndUnit(table.names[matched.indexOf("close")] ?? "");
  const style = { sign, order: findDateOrder(table.rows.map(({ cells }) => cells[dayAt] ?? "")) };
  return table.rows.map(({ line, raw, cells }) => {
    const texts: TypedPriceRow["texts"] = {};
    const problems: TypedPriceRow["problems"] = {};
    for (const [nth, name] of (matched as readonly (TypedColumn | undefined)[]).entries()) {
      if (name === undefined) continue;
      const { text, problem } = readCell(name, cells[nth] ?? "", style);
      texts[name] = text;
      if (problem) problems[name] = problem;
    }
    const extra = cells.slice(table.names.length).some((cell) => cell !== "");
    const day = texts.day !== undefined && isDay(texts.day) ? texts.day : undefined;
    return {
      line,
      raw,
      texts,
      problems,
      day,
      unit,
      symbol: normalizeSymbol(texts.symbol ?? ""),
      why: extra ? [MORE_CELLS] : [],
    };
  });
}

/** The notation of the table's figures and days. */
type Style = { sign: FoundSign; order: DateOrder | undefined };

function readCell(
  name: TypedColumn,
  cell: string,
  { sign, order }: Style,
): { text: string; problem?: string } {
  if (name === "currency") return { text: readCurrency(cell) ?? cell };
  if (name === "day") return { text: readTradingDay(cell, order) ?? cell };
  if (!isFigureColumn(name)) return { text: cell };
  const { text, problem } = readPriceFigure(name, cell, sign);
  return problem ? { text, problem: numberProblemText(problem) } : { text: withoutTrailingZeros(text) };
}
