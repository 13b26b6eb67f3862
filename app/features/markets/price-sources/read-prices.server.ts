import type { PriceSourceKind } from "db/entities/price-source";
import { z } from "zod";
import type { ColumnNames } from "../instruments/price-columns.rules";
import { readPriceCsv } from "../instruments/price-csv.server";
import {
  type AskedDays,
  MAX_PRICES,
  namedOf,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  readPriceLines,
  refusedWhole,
} from "../instruments/price-lines.rules";
import { mayBeOneSymbol } from "../instruments/symbol.rules";
import { FetchError } from "./fetch-answer.server";

/** @property askedAs what the source calls the instrument */
export type AnswerContext = PriceFileContext & { asked: AskedDays; askedAs: string; called: ColumnNames };

/**
 * The prices of an answer for the days that were asked for; a line that is wrong is left out and named.
 * @throws FetchError where nothing can be taken, in the provider's own words where it says why
 */
export function readPrices(kind: PriceSourceKind, text: string, context: AnswerContext): PriceFile {
  const file = kind === "polygon" ? readPolygon(text, context) : readCsv(kind, text, context);
  const [problem] = file.problems;
  if (problem) throw new FetchError("refused", problem);
  if (file.prices.length === 0 && file.leftOut.length > 0)
    throw new FetchError("refused", namedOf(file.leftOut));
  return file;
}

/** A daily CSV of Alpha Vantage's `TIME_SERIES_DAILY`, as traded: timestamp, open, high, low, close, volume. */
const ALPHA_VANTAGE: ColumnNames = { day: "timestamp", high: "high", low: "low", volume: "volume" };

function readCsv(kind: PriceSourceKind, text: string, context: AnswerContext): PriceFile {
  const markup = markupOf(text);
  if (markup) throw new FetchError("refused", `Answered with ${markup} instead of CSV`);
  // Alpha Vantage says with status 200 and in JSON that there is nothing, or nothing more today.
  if (/^\s*[{[]/.test(text)) throw saidInstead(parseJson(text), "JSON instead of CSV");
  const file = readPriceCsv(text, context, kind === "alpha-vantage" ? ALPHA_VANTAGE : context.called);
  const words = file.problems.length > 0 ? plainWords(text) : undefined;
  if (words) throw asFetchError(words);
  const { askedAs, symbol } = context;
  const { whose } = file;
  if (whose && ![askedAs, symbol].some((known) => mayBeOneSymbol(known, whose)))
    throw new FetchError("refused", pricesOfAnother(whose, askedAs));
  return file;
}

const pricesOfAnother = (whose: string, askedAs: string) => `The prices are of ${whose}, not of ${askedAs}`;

/** What an answer in angle brackets is. Stooq and MetaStock write names of columns so: <DATE>,<CLOSE>. */
function markupOf(text: string): string | undefined {
  const start = text.trimStart().slice(0, 100);
  if (!start.startsWith("<") || /^<\w+>[,;\t]/.test(start)) return undefined;
  return start.startsWith("<?xml") ? "XML" : "a web page";
}

/** Where a provider says why there are no prices. Those of the first two are said of too many requests, or of a plan. */
const LIMIT_NOTES = ["Note", "Information"];
const ERROR_NOTES = ["Error Message", "error", "errors", "message", "description", "detail", "chart", "msg"];

/** What a provider that refuses says in a line or three of plain words, as Stooq does. Of a table the cells stand close together. */
function plainWords(text: string): string | undefined {
  const words = text.trim();
  const lines = words.split(/[\r\n]+/, 4).length;
  const isPlain =
    lines === 1
      ? /\p{L}[.:]? [\p{L}\p{N}]|^\p{L}+[.!]?$/u.test(words)
      : lines <= 3 && !/[,;\t]\S/.test(words);
  return isPlain ? words.replace(/\s+/g, " ").slice(0, MAX_WORDS).toWellFormed() : undefined;
}

/** Characters of what a provider says that are told. */
const MAX_WORDS = 200;

/** A company that is Limited has none. */
const LIMIT_WORDS =
  /\blimits?\b|rate.?limited|quota|too many|too often|exceeded|throttl|run (?:out|over)|maximum (?:number|amount)|slow down/i;

const asFetchError = (words: string) =>
  new FetchError(LIMIT_WORDS.test(words) ? "limit" : "refused", `Answered: ${words}`);

const record = z.record(z.string(), z.unknown());

/** @param otherwise what it is called where no words are in it */
function saidInstead(json: unknown, otherwise: string): FetchError {
  const said = record.safeParse(json).data ?? {};
  const limit = wordsIn(LIMIT_NOTES.map((name) => said[name]));
  if (limit) return new FetchError("limit", `Answered: ${limit}`);
  const error = wordsIn(json);
  return error ? asFetchError(error) : new FetchError("refused", `Answered with ${otherwise}`);
}

/** The first words that a provider says in JSON, also in a list or within what it calls its error, or its chart's, as Yahoo does. */
function wordsIn(json: unknown, depth = 3): string | undefined {
  if (typeof json === "string")
    return json.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS).toWellFormed() || undefined;
  if (depth === 0) return undefined;
  const said = record.safeParse(json).data;
  const parts = Array.isArray(json) ? json.slice(0, MAX_NOTES) : ERROR_NOTES.map((name) => said?.[name]);
  return parts.map((part) => wordsIn(part, depth - 1)).find(Boolean);
}

/** Entries of a list of errors that are looked at. */
const MAX_NOTES = 5;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const figure = z.union([z.number(), z.string()]).nullish();

const barSchema = z.object({
  t: z.number().min(-8.64e15).max(8.64e15),
  c: figure,
  h: figure,
  l: figure,
  v: figure,
});

/** Aggregates of days; polygon.io and massive.com, "Custom Bars". `t` is the day's first millisecond where it is traded. */
const polygonSchema = z.object({
  status: z.string(),
  ticker: z.string().optional(),
  adjusted: z.boolean().optional(),
  results: z.array(z.unknown()).nullish(),
  next_url: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

/** "DELAYED" is what plans without the newest prices are told. */
const GOOD_STATUS = ["OK", "DELAYED"];

function readPolygon(text: string, context: AnswerContext): PriceFile {
  const json = parseJson(text);
  if (json === undefined) throw noJson(text);
  const answer = polygonSchema.safeParse(json).data;
  if (!answer) throw saidInstead(json, "JSON of another kind");
  if (!GOOD_STATUS.includes(answer.status))
    throw asFetchError(answer.error ?? answer.message ?? answer.status);
  const bars = (answer.results ?? []).map((bar) => barSchema.safeParse(bar).data);
  if (bars.length > 0 && bars.every((bar) => bar === undefined))
    throw new FetchError("refused", "Answered with JSON of another kind");
  const problem = polygonProblem(answer, context);
  return problem ? refusedWhole(problem) : readPriceLines(bars.map(lineOf), context, "Result");
}

function noJson(text: string): FetchError {
  const markup = markupOf(text);
  if (markup) return new FetchError("refused", `Answered with ${markup} instead of JSON`);
  const words = plainWords(text);
  return words ? asFetchError(words) : new FetchError("refused", "Answered with something that is no JSON");
}

type PolygonAnswer = z.infer<typeof polygonSchema>;

function polygonProblem(answer: PolygonAnswer, { askedAs }: AnswerContext): string | undefined {
  const { ticker, adjusted, next_url: next } = answer;
  const results = answer.results ?? [];
  if (results.length === 0) return `There are no prices of ${askedAs}`;
  if (ticker !== askedAs) return pricesOfAnother(ticker ?? "an unknown symbol", askedAs);
  // Ours have the splits worked in when they are read: worked in twice, a return would change. Currencies have none.
  if (adjusted !== false && !/^[CX]:/.test(ticker))
    return "The prices are adjusted for splits: the URL must have adjusted=false";
  if (next || results.length > MAX_PRICES) return `There are more than ${MAX_PRICES} prices`;
  return undefined;
}

type Bar = z.infer<typeof barSchema>;

/** @param bar undefined for one that cannot be read: which day it is of nobody knows */
function lineOf(bar: Bar | undefined, nth: number): PriceLine {
  const number = nth + 1;
  const nothing = { day: "", close: "", high: "", low: "", volume: "", currency: "" };
  if (!bar) return { number, cells: nothing };
  const { t, c, h, l, v } = bar;
  // Midnight in New York is still the same day in UTC, and coins are traded in UTC.
  const on = new Date(t).toISOString().slice(0, 10);
  const figures = { close: figureOf(c), high: figureOf(h), low: figureOf(l), volume: figureOf(v) };
  return { number, cells: { ...nothing, day: on, ...figures } };
}

const figureOf = (said: z.infer<typeof figure>): string => String(said ?? "");
