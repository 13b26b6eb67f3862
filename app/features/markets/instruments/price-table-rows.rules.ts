import { parseVolume } from "~/admin-kit/number-notations";
import { withoutTrailingZeros } from "~/admin-kit/number-text";
import { readFigure } from "~/admin-kit/paste/figures";
import type { Pasted } from "~/admin-kit/paste/paste-source.server";
import { symbolOf } from "./instrument.rules";
import { isDay, type PriceColumn } from "./price-lines.rules";

export type TypedColumn = PriceColumn | "symbol";

/**
 * A row as it was typed. @property texts by column, figures as an import reads them; of columns that are there. @property day
 * undefined for what is none. @property problems what speaks against cells, by column
 */
export type TypedPriceRow = {
  line: number;
  raw: string;
  symbol: string;
  day?: string;
  texts: Partial<Record<TypedColumn, string>>;
  problems: Partial<Record<TypedColumn, string>>;
  why: string[];
};

const FIGURES: readonly string[] = ["close", "high", "low", "volume"];

const MORE_CELLS = "This row has more cells than the line of names";

/** What was pasted, row by row. */
export const readPriceRows = ({ table, matched, sign }: Pasted): TypedPriceRow[] =>
  table.rows.map(({ line, raw, cells }) => {
    const texts: TypedPriceRow["texts"] = {};
    const problems: TypedPriceRow["problems"] = {};
    for (const [nth, name] of (matched as readonly (TypedColumn | undefined)[]).entries()) {
      if (name === undefined) continue;
      const cell = cells[nth] ?? "";
      const { text = cell, problem } = FIGURES.includes(name) ? readFigure(cell, sign) : { text: cell };
      texts[name] = plainText(name, text);
      if (problem) problems[name] = problem;
    }
    const extra = cells.slice(table.names.length).some((cell) => cell !== "");
    const day = texts.day !== undefined && isDay(texts.day) ? texts.day : undefined;
    return {
      ...{ line, raw, texts, problems, day },
      symbol: symbolOf(texts.symbol ?? ""),
      why: extra ? [MORE_CELLS] : [],
    };
  });

function plainText(name: TypedColumn, text: string): string {
  if (name === "currency") return text.toUpperCase();
  const figure = name === "volume" && text !== "" ? (parseVolume(text) ?? text) : text;
  return FIGURES.includes(name) ? withoutTrailingZeros(figure) : text;
}
