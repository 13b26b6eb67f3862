import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff } from "~/auth/viewer.server";
import { databaseNow } from "~/platform/database-clock.server";
import { AppError, catchAppError, consumeLimit } from "~/web/app-error.server";
import { type FormErrorData, formErrorReply } from "~/web/form-replies.server";
import { readSubmission } from "~/web/submission.server";
import { FIX_THE_FORM } from "~/web/validator";
import { symbolOf } from "../instruments/instrument.rules";
import { instrumentBySymbol } from "../instruments/instruments.queries.server";
import type { ImportedPrice } from "../instruments/price-lines.rules";
import { mayBeSymbol } from "../instruments/symbol.rules";
import { askSource, type Wanted } from "./ask-source.server";
import { FetchError } from "./fetch-answer.server";
import { listedSymbol } from "./price-source.rules";
import { priceSources } from "./price-sources.resource.server";

const FAILED = "Failed to try the source";

/** Days of an answer that are shown. */
const SHOWN_DAYS = 10;

/** What a source said of one symbol. @property days how many there are; `prices` are the newest of them */
export type Trial = {
  symbol: string;
  askedAs: string;
  days: number;
  prices: ImportedPrice[];
  leftOut: string[];
};

/** What came of a trial: prices, or why there are none, with what was typed. */
export type TrialReply = { trial: Trial } | FormErrorData;

/** `/admin/price-sources/{id}/trial`: asks a source for one symbol, and shows what it says without writing anything. */
export async function trialScreen(args: LoaderFunctionArgs) {
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
      const wanted = await wantedOf(String(values.symbol ?? ""), source.symbols);
      await consumeLimit({ "price-trial-staff": staff.id });
      const { prices, leftOut } = await askSource(source, wanted, await databaseNow()).catch(told);
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

/** @param typed a symbol, or a line as the source's list has them. @throws AppError 422 for what is none */
async function wantedOf(typed: string, listed: readonly string[]): Promise<Wanted> {
  const { symbol = "", askedAs, problem } = listedSymbol(typed);
  if (problem || !mayBeSymbol(symbol))
    throw new AppError(422, FIX_THE_FORM, {
      fieldErrors: { symbol: problem ?? "Symbol must be one such as SPX" },
    });
  const known = await instrumentBySymbol(symbol);
  const called = askedAs ?? listed.map(listedSymbol).find((line) => line.symbol === symbol)?.askedAs;
  const named = known?.symbol ?? symbolOf(symbol);
  return { symbol: named, askedAs: called ?? named, currency: known?.currency ?? null };
}

/** @throws AppError in the words of what went wrong there: nothing is broken here */
function told(error: unknown): never {
  if (!(error instanceof FetchError)) throw error;
  throw new AppError(422, "The source brought no prices", { fieldErrors: { symbol: error.message } });
}
