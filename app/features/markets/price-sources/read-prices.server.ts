import type { PriceSourceKind } from "db/entities/price-source";
import { z } from "zod";
import { type ColumnNames, readPriceCsv } from "../instruments/price-csv.server";
import {
  MAX_PRICES,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  readPriceLines,
} from "../instruments/price-lines.rules";
import { FetchError } from "./fetch-answer.server";

/** @property asked what the source calls the instrument */
export type AnswerContext = PriceFileContext & { asked: string; called: ColumnNames };

/**
 * The prices of an answer: all of them, or why none of them is taken.
 * @throws FetchError in the provider's own words where it says why there are none
 */
export function readPrices(kind: PriceSourceKind, text: string, context: AnswerContext): PriceFile {
  const file = kind === "polygon" ? readPolygon(text, context) : readCsv(kind, text, context);
  const [first, ...more] = file.problems;
  if (first) throw new FetchError("refused", more.length > 0 ? `${first} (and ${more.length} more)` : first);
  return file;
}

/** A daily CSV of Alpha Vantage's `TIME_SERIES_DAILY`, as traded: timestamp, open, high, low, close, volume. */
const ALPHA_VANTAGE: ColumnNames = { day: "timestamp", high: "high", low: "low", volume: "volume" };

function readCsv(kind: PriceSourceKind, text: string, context: AnswerContext): PriceFile {
  const start = text.trimStart().slice(0, 1);
  if (start === "<") throw new FetchError("refused", "Answered with a web page instead of CSV");
  // Alpha Vantage says with status 200 and in JSON that there is nothing, or nothing more today.
  if (start === "{" || start === "[") throw saidInstead(text);
  return readPriceCsv(text, context, kind === "alpha-vantage" ? ALPHA_VANTAGE : context.called);
}

/** Where a provider says why there are no prices. Those of the first two are said of too many requests, or of a plan. */
const LIMIT_NOTES = ["Note", "Information"];
const ERROR_NOTES = ["Error Message", "error", "message"];

const record = z.record(z.string(), z.unknown());

function saidInstead(text: string): FetchError {
  const said = record.safeParse(parseJson(text)).data ?? {};
  const wordsAt = (names: readonly string[]) =>
    names.map((name) => said[name]).find((words) => typeof words === "string" && words !== "");
  const limit = wordsAt(LIMIT_NOTES);
  if (limit) return new FetchError("limit", `Answered: ${limit}`);
  const error = wordsAt(ERROR_NOTES);
  return new FetchError("refused", error ? `Answered: ${error}` : "Answered with JSON instead of CSV");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Aggregates of days; polygon.io and massive.com, "Custom Bars". `t` is the day's first millisecond where it is traded. */
const polygonSchema = z.object({
  status: z.string(),
  ticker: z.string().optional(),
  adjusted: z.boolean().optional(),
  results: z
    .array(
      z.object({
        t: z.number().int().min(-8.64e15).max(8.64e15),
        c: z.number(),
        h: z.number().optional(),
        l: z.number().optional(),
        v: z.number().optional(),
      }),
    )
    .optional(),
  next_url: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

/** "DELAYED" is what plans without the newest prices are told. */
const GOOD_STATUS = ["OK", "DELAYED"];

function readPolygon(text: string, context: AnswerContext): PriceFile {
  const json = parseJson(text);
  if (json === undefined) throw new FetchError("refused", "Answered with something that is no JSON");
  const answer = polygonSchema.safeParse(json).data;
  if (!answer) throw new FetchError("refused", "Answered with JSON of another kind");
  if (!GOOD_STATUS.includes(answer.status))
    throw new FetchError("refused", `Answered: ${answer.error ?? answer.message ?? answer.status}`);
  const { results = [] } = answer;
  const problem = polygonProblem(answer, context);
  return problem
    ? { prices: [], problems: [problem] }
    : readPriceLines(results.map(lineOf), context, "Result");
}

type PolygonAnswer = z.infer<typeof polygonSchema>;

function polygonProblem(answer: PolygonAnswer, { asked }: AnswerContext): string | undefined {
  const { results = [], ticker, adjusted, next_url: next } = answer;
  if (results.length === 0) return `There are no prices of ${asked}`;
  if (ticker !== asked) return `The prices are of ${ticker ?? "an unknown symbol"}, not of ${asked}`;
  // Ours have the splits worked in when they are read: worked in twice, a return would change.
  if (adjusted !== false) return "The prices are adjusted for splits: the URL must have adjusted=false";
  if (next || results.length > MAX_PRICES) return `There are more than ${MAX_PRICES} prices`;
  return undefined;
}

type Bar = NonNullable<PolygonAnswer["results"]>[number];

const lineOf = ({ t, c, h, l, v }: Bar, nth: number): PriceLine => ({
  number: nth + 1,
  cells: {
    // Midnight in New York is still the same day in UTC, and coins are traded in UTC.
    day: new Date(t).toISOString().slice(0, 10),
    close: figureOf(c),
    high: figureOf(h),
    low: figureOf(l),
    volume: figureOf(v),
    currency: "",
  },
});

/** A number as it is written out: 8 decimals are what a price may have. */
const figureOf = (figure: number | undefined): string =>
  figure === undefined ? "" : figure.toFixed(8).replace(/\.?0+$/, "");
