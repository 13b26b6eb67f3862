import { z } from "zod";
import type { BulkRow, BulkTarget } from "~/admin-kit/bulk/bulk.server";
import type { SentRow } from "~/admin-kit/bulk/read-rows.server";
import { readCurrency } from "~/admin-kit/figures/read-currency";
import { numberProblemText, withoutTrailingZeros } from "~/admin-kit/figures/read-number";
import { described } from "~/admin-kit/record-schema.server";
import { unknownNames } from "~/web/accepted-names.server";
import { normalizeSymbol } from "./instrument.rules";
import { instruments } from "./instruments.resource.server";
import { isDay, isFigureColumn, readPriceFigure } from "./price-lines.rules";
import type { PriceRow } from "./price-table.rules";
import { checkPriceRows, writePriceRows } from "./price-table.server";
import type { TypedColumn, TypedPriceRow } from "./price-table-rows.rules";

const COLUMNS = [
  "symbol",
  "day",
  "close",
  "high",
  "low",
  "volume",
  "currency",
] as const satisfies TypedColumn[];

const figure = (description: string, example: number) =>
  described(
    z.union([z.number(), z.string()]).nullish(),
    `${description} Omitted or null: stays as it is.`,
    example,
  );

/** A row in the API's description. */
export const pushedPrice = z.object({
  symbol: described(z.string(), "The instrument’s symbol, or a former one.", "UKX"),
  day: described(z.iso.date(), "The day of the close.", "2026-07-16"),
  close: described(z.union([z.number(), z.string()]), "The price at its end, above 0.", 8251.4),
  high: figure("The highest price of the day.", 8270.15),
  low: figure("The lowest price of the day.", 8198.02),
  volume: figure("The traded volume.", 612_400_000),
  currency: described(z.string().nullish(), "Refused if it is not the instrument’s.", "GBP"),
});

type PushedRow = BulkRow & { price: PriceRow };

/** Lets daily closes of many instruments be pushed, by symbol and day. */
export const priceTarget: BulkTarget<PushedRow> = {
  noun: instruments.noun,
  roles: instruments.roles,
  failed: "Failed to import the prices",
  async check(_, rows, manager) {
    const checked = await checkPriceRows(rows.map(readRow), manager, "Row");
    return checked.map((price, index) => toBulkRow(index, price));
  },
  write: (manager, staff, rows) =>
    writePriceRows(
      manager,
      staff,
      rows.map(({ price }) => price),
    ),
  tables: ["daily_prices"],
};

const STATUSES = { added: "created", changed: "updated", same: "unchanged", refused: "refused" } as const;

function toBulkRow(index: number, price: PriceRow): PushedRow {
  const { outcome, cells, why, warnings = {}, instrument } = price;
  const wrong = Object.entries(cells).flatMap(([name, cell]) => (cell.why ? [[name, cell.why]] : []));
  const errors = Object.fromEntries([...wrong, ...(why.length > 0 ? [["", why.join(". ")]] : [])]);
  return { index, status: STATUSES[outcome], id: instrument?.id ?? null, errors, warnings, price };
}

function readRow({ index, values, longNumbers }: SentRow): TypedPriceRow {
  const texts: TypedPriceRow["texts"] = { symbol: "", day: "", close: "" };
  const problems: TypedPriceRow["problems"] = {};
  for (const name of COLUMNS) {
    const value = values && Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null) continue;
    const { text, problem } = readCell(name, value, longNumbers?.get(name));
    texts[name] = text;
    if (problem) problems[name] = problem;
  }
  const { symbol = "", day = "" } = texts;
  return {
    ...{ line: index, raw: "", symbol: normalizeSymbol(symbol), texts, problems },
    day: isDay(day) ? day : undefined,
    why: values ? unknownFields(values) : ["This row is not an object"],
  };
}

function readCell(name: TypedColumn, value: unknown, long?: string): { text: string; problem?: string } {
  const isFigure = isFigureColumn(name);
  if (typeof value !== "string" && !(isFigure && typeof value === "number"))
    return { text: "", problem: `${name} must be ${isFigure ? "a number" : "text"}` };
  const sent = String(value).trim();
  if (name === "currency") return { text: readCurrency(sent) ?? sent };
  if (!isFigure) return { text: sent };
  if (long !== undefined)
    return {
      text: sent,
      problem: `${name} has more digits than a JSON number can hold. Send it as a string`,
    };
  const { text, problem } = readPriceFigure(name, sent, "unknown");
  return problem ? { text, problem: numberProblemText(problem) } : { text: withoutTrailingZeros(text) };
}

const unknownFields = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.values(unknownNames(Object.keys(values), COLUMNS)).map((sentence) => sentence.replace(/\.$/, ""));
