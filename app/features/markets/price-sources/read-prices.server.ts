import type { PriceSourceKind } from "db/entities/price-source";
import { z } from "zod";
import { FetchError } from "~/platform/outgoing/guarded-request.server";
import type { ColumnNames } from "../instruments/price-columns.rules";
import { readPriceCsv } from "../instruments/price-csv.server";
import {
  MAX_PRICES,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  quoteLines,
  type RequestedDays,
  readPriceLines,
  rejectFile,
} from "../instruments/price-lines.rules";
import { mayBeOneSymbol } from "../instruments/symbol.rules";

/** @property askedAs the source's name for the instrument */
export type ResponseContext = PriceFileContext & {
  asked: RequestedDays;
  askedAs: string;
  called: ColumnNames;
};

/**
 * The prices of a response for the requested days; wrong lines are left out and listed.
 * @throws FetchError if nothing is usable, with the provider's own reason if it gives one
 */
export function readPrices(kind: PriceSourceKind, text: string, context: ResponseContext): PriceFile {
  const file = kind === "polygon" ? readPolygon(text, context) : readCsv(kind, text, context);
  const [problem] = file.problems;
  if (problem) throw new FetchError("refused", problem);
  if (file.prices.length === 0 && file.leftOut.length > 0)
    throw new FetchError("refused", quoteLines(file.leftOut));
  return file;
}

/** A daily CSV of Alpha Vantage's `TIME_SERIES_DAILY`, as traded: timestamp, open, high, low, close, volume. */
const ALPHA_VANTAGE: ColumnNames = { day: "timestamp", high: "high", low: "low", volume: "volume" };

function readCsv(kind: PriceSourceKind, text: string, context: ResponseContext): PriceFile {
  const markup = detectMarkup(text);
  if (markup) throw new FetchError("refused", `The source returned ${markup} instead of CSV`);
  // Alpha Vantage reports missing data and exceeded limits as JSON with status 200.
  if (/^\s*[{[]/.test(text)) throw jsonError(parseJson(text), "JSON instead of CSV");
  const file = readPriceCsv(text, context, kind === "alpha-vantage" ? ALPHA_VANTAGE : context.called);
  const words = file.problems.length > 0 ? plainMessage(text) : undefined;
  if (words) throw asFetchError(words);
  const { askedAs, symbol } = context;
  const { whose } = file;
  if (whose && ![askedAs, symbol].some((known) => mayBeOneSymbol(known, whose)))
    throw new FetchError("refused", wrongSymbolText(whose, askedAs));
  return file;
}

const wrongSymbolText = (whose: string, askedAs: string) => `The prices are for ${whose}, not for ${askedAs}`;

/**
 * The kind of markup, if the response is one. Stooq and MetaStock write column names in angle brackets:
 * <DATE>,<CLOSE>.
 */
function detectMarkup(text: string): string | undefined {
  const start = text.trimStart().slice(0, 100);
  if (!start.startsWith("<") || /^<\w+>[,;\t]/.test(start)) return undefined;
  return start.startsWith("<?xml") ? "XML" : "a web page";
}

/**
 * Fields in which providers explain missing prices. The first two mean too many requests, or a limited plan
 * of the provider.
 */
const LIMIT_NOTES = ["Note", "Information"];
const ERROR_NOTES = ["Error Message", "error", "errors", "message", "description", "detail", "chart", "msg"];

/**
 * The message of a provider that answers with up to three lines of plain text, as Stooq does. A table has no
 * blanks after its separators.
 */
function plainMessage(text: string): string | undefined {
  const words = text.trim();
  const lines = words.split(/[\r\n]+/, 4).length;
  const isPlain =
    lines === 1
      ? /\p{L}[.:]? [\p{L}\p{N}]|^\p{L}+[.!]?$/u.test(words)
      : lines <= 3 && !/[,;\t]\S/.test(words);
  return isPlain ? words.replace(/\s+/g, " ").slice(0, MAX_WORDS).toWellFormed() : undefined;
}

/** Characters of a provider's message that are shown. */
const MAX_WORDS = 200;

/** "Limited" in a company's name does not count. */
const LIMIT_WORDS =
  /\blimits?\b|rate.?limited|quota|too many|too often|exceeded|throttl|run (?:out|over)|maximum (?:number|amount)|slow down/i;

const asFetchError = (words: string) =>
  new FetchError(LIMIT_WORDS.test(words) ? "limit" : "refused", `Answered: ${words}`);

const jsonObject = z.record(z.string(), z.unknown());

/** @param otherwise names the response if it contains no message */
function jsonError(json: unknown, otherwise: string): FetchError {
  const fields = jsonObject.safeParse(json).data ?? {};
  const limit = findMessage(LIMIT_NOTES.map((name) => fields[name]));
  if (limit) return new FetchError("limit", `Answered: ${limit}`);
  const error = findMessage(json);
  return error ? asFetchError(error) : new FetchError("refused", `The source returned ${otherwise}`);
}

/**
 * The first message in a provider's JSON. It may be in a list, in the error, or in the chart's error, as with
 * Yahoo.
 */
function findMessage(json: unknown, depth = 3): string | undefined {
  if (typeof json === "string")
    return json.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS).toWellFormed() || undefined;
  if (depth === 0) return undefined;
  const fields = jsonObject.safeParse(json).data;
  const parts = Array.isArray(json) ? json.slice(0, MAX_NOTES) : ERROR_NOTES.map((name) => fields?.[name]);
  return parts.map((part) => findMessage(part, depth - 1)).find(Boolean);
}

/** Entries of a list of errors that are read. */
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

/**
 * Daily aggregates; polygon.io and massive.com, "Custom Bars". `t` is the day's first millisecond at its
 * exchange.
 */
const polygonSchema = z.object({
  status: z.string(),
  ticker: z.string().optional(),
  adjusted: z.boolean().optional(),
  results: z.array(z.unknown()).nullish(),
  next_url: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

/** "DELAYED" is the status of the provider's plans without the newest prices. */
const GOOD_STATUS = ["OK", "DELAYED"];

function readPolygon(text: string, context: ResponseContext): PriceFile {
  const json = parseJson(text);
  if (json === undefined) throw notJsonError(text);
  const answer = polygonSchema.safeParse(json).data;
  if (!answer) throw jsonError(json, "JSON in an unknown format");
  if (!GOOD_STATUS.includes(answer.status))
    throw asFetchError(answer.error ?? answer.message ?? answer.status);
  const bars = (answer.results ?? []).map((bar) => barSchema.safeParse(bar).data);
  if (bars.length > 0 && bars.every((bar) => bar === undefined))
    throw new FetchError("refused", "The source returned JSON in an unknown format");
  const problem = polygonProblem(answer, context);
  return problem ? rejectFile(problem) : readPriceLines(bars.map(toPriceLine), context, "Result");
}

function notJsonError(text: string): FetchError {
  const markup = detectMarkup(text);
  if (markup) return new FetchError("refused", `The source returned ${markup} instead of JSON`);
  const words = plainMessage(text);
  return words
    ? asFetchError(words)
    : new FetchError("refused", "The source returned something other than JSON");
}

type PolygonResponse = z.infer<typeof polygonSchema>;

function polygonProblem(answer: PolygonResponse, { askedAs }: ResponseContext): string | undefined {
  const { ticker, adjusted, next_url: next } = answer;
  const results = answer.results ?? [];
  if (results.length === 0) return `There are no prices for ${askedAs}`;
  if (ticker !== askedAs) return wrongSymbolText(ticker ?? "an unknown symbol", askedAs);
  // Stored prices are adjusted for splits when read, so adjusted ones would be adjusted twice. Currencies
  // have no splits.
  if (adjusted !== false && !/^[CX]:/.test(ticker))
    return "The prices are adjusted for splits: the URL must contain adjusted=false";
  if (next || results.length > MAX_PRICES) return `There are more than ${MAX_PRICES} prices`;
  return undefined;
}

type Bar = z.infer<typeof barSchema>;

/** @param bar undefined if it is unreadable: then its day is unknown */
function toPriceLine(bar: Bar | undefined, nth: number): PriceLine {
  const number = nth + 1;
  const nothing = { day: "", close: "", high: "", low: "", volume: "", currency: "" };
  if (!bar) return { number, cells: nothing };
  const { t, c, h, l, v } = bar;
  // Midnight in New York is on the same day in UTC, and coins trade in UTC.
  const on = new Date(t).toISOString().slice(0, 10);
  const figures = { close: figureText(c), high: figureText(h), low: figureText(l), volume: figureText(v) };
  return { number, cells: { ...nothing, day: on, ...figures } };
}

const figureText = (value: z.infer<typeof figure>): string => String(value ?? "");
