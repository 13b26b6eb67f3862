import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff } from "~/auth/viewer.server";
import { databaseNow } from "~/platform/database-clock.server";
import { FetchError } from "~/platform/outgoing/guarded-request.server";
import { AppError, catchAppError, consumeLimit, invalidFields } from "~/web/app-error.server";
import { type FormErrorData, formErrorReply } from "~/web/form-replies.server";
import { readSubmission } from "~/web/submission.server";
import { normalizeSymbol } from "../instruments/instrument.rules";
import { instrumentBySymbol } from "../instruments/instruments.queries.server";
import type { ImportedPrice } from "../instruments/price-lines.rules";
import { mayBeSymbol } from "../instruments/symbol.rules";
import { listedSymbol } from "./price-source.rules";
import { priceSources } from "./price-sources.resource.server";
import { requestPrices, type Wanted } from "./request-prices.server";

const FAILED = "Failed to try the source";

/** Days of a response that are shown. */
const SHOWN_DAYS = 10;

/**
 * A source's response for one symbol.
 * @property days the number of days; `prices` are the newest of them
 */
export type Trial = {
  symbol: string;
  askedAs: string;
  days: number;
  prices: ImportedPrice[];
  leftOut: string[];
};

/** The result of a trial: prices, or the error with the typed values. */
export type TrialReply = { trial: Trial } | FormErrorData;

/**
 * `/admin/price-sources/{id}/trial`: requests one symbol from a source, and shows the response without
 * writing anything.
 */
export async function trySourceScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, priceSources.roles.write);
  const { id, name, scope, symbols } = await requireRow(priceSources, staff, args.params.id);
  return { source: { id, name }, first: scope === "list" ? (symbols[0] ?? "") : "" };
}

export async function trialAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, priceSources.roles.write);
  const source = await requireRow(priceSources, staff, args.params.id);
  const { values } = await readSubmission(args.request);
  return catchAppError(
    args,
    FAILED,
    async () => {
      const wanted = await parseWanted(String(values.symbol ?? ""), source.symbols);
      await consumeLimit({ "price-trial-staff": staff.id });
      const { prices, leftOut } = await requestPrices(source, wanted, await databaseNow()).catch(
        throwAsFormError,
      );
      const newest = prices.toSorted((one, other) => (one.day < other.day ? 1 : -1)).slice(0, SHOWN_DAYS);
      const trial: Trial = {
        symbol: wanted.symbol,
        askedAs: wanted.askedAs,
        days: prices.length,
        prices: newest,
        leftOut: leftOut.slice(0, SHOWN_DAYS),
      };
      return data({ trial });
    },
    (error) => formErrorReply(error, FAILED, values),
  );
}

/**
 * @param typed a symbol, or a line as in the source's list.
 * @throws AppError 422 if it is neither
 */
async function parseWanted(typed: string, listed: readonly string[]): Promise<Wanted> {
  const { symbol = "", askedAs, problem } = listedSymbol(typed);
  if (problem || !mayBeSymbol(symbol))
    throw invalidFields({ symbol: problem ?? "Enter a symbol such as SPX" });
  const known = await instrumentBySymbol(symbol);
  const called = askedAs ?? listed.map(listedSymbol).find((line) => line.symbol === symbol)?.askedAs;
  const named = known?.symbol ?? normalizeSymbol(symbol);
  return { symbol: named, askedAs: called ?? named, currency: known?.currency ?? null };
}

/** @throws AppError with the provider's message, since nothing is broken here */
function throwAsFormError(error: unknown): never {
  if (!(error instanceof FetchError)) throw error;
  throw new AppError(422, "The source returned no prices", { fieldErrors: { symbol: error.message } });
}
