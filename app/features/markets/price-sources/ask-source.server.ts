import type { PriceSource } from "db/entities/price-source";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import type { PriceFile } from "../instruments/price-lines.rules";
import { FetchError, type FetchOptions, fetchAnswer } from "./fetch-answer.server";
import { environmentName, filledUrl, firstDay, lastWholeDay } from "./price-source.rules";
import { readPrices } from "./read-prices.server";
import { keyOf, keyProblem, safeText } from "./source-key.server";

/** What is asked for. @property askedAs what the source calls the instrument */
export type Wanted = { symbol: string; askedAs: string; currency: string | null };

/** Of a source, what it is asked by. */
export type AskedSource = Pick<
  PriceSource,
  | ("name" | "kind" | "url" | "currency" | "lookbackDays")
  | ("dayColumn" | "closeColumn" | "highColumn" | "lowColumn" | "volumeColumn")
>;

/**
 * Fetches an instrument's prices of the last days that are over. What is said of other days is not looked at: that of a day which
 * still runs is left for a later run.
 * @throws FetchError with a sentence that may be stored and shown: the key is not in it
 */
export async function askSource(
  source: AskedSource,
  wanted: Wanted,
  now: Date,
  options: Pick<FetchOptions, "resolve" | "timeoutMs"> = {},
): Promise<PriceFile> {
  try {
    const { siteTz, priceSources } = config();
    const to = lastWholeDay(siteTz, now);
    const from = firstDay(to, source.lookbackDays);
    const url = addressOf(source, { symbol: wanted.askedAs, from, to });
    checkCurrency(source, wanted);
    const text = await fetchAnswer(url, { ...options, privateNetworks: priceSources.privateNetworks });
    const today = dayIn(siteTz, now);
    const file = readPrices(source.kind, text, { ...contextOf(source, wanted), today, asked: { from, to } });
    return { ...file, leftOut: file.leftOut.map((words) => safeText(words, keyOf(source.name))) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new FetchError(error.kind, safeText(error.message, keyOf(source.name)), error.retryAfter);
  }
}

function addressOf({ name, url }: AskedSource, values: { symbol: string; from: string; to: string }): URL {
  if (!url.includes("{key}")) return filledUrl(url, { ...values, key: "" });
  const key = keyOf(name);
  if (!key)
    throw new FetchError("denied", `There is no key: PRICE_SOURCE_KEY_${environmentName(name)} is not set`);
  const filled = filledUrl(url, { ...values, key });
  const problem = keyProblem(name, filled);
  if (problem) throw new FetchError("denied", problem);
  return filled;
}

function checkCurrency({ currency }: AskedSource, { symbol, currency: known }: Wanted): void {
  if (currency && known && currency !== known) throw otherCurrency(symbol, known, currency);
}

export const otherCurrency = (symbol: string, known: string, currency: string) =>
  new FetchError(
    "refused",
    `${symbol} is priced in ${known}, the source in ${currency}: no history has both`,
  );

function contextOf(source: AskedSource, { symbol, askedAs, currency }: Wanted) {
  const { dayColumn, closeColumn, highColumn, lowColumn, volumeColumn } = source;
  const columns = {
    day: dayColumn,
    close: closeColumn,
    high: highColumn,
    low: lowColumn,
    volume: volumeColumn,
  };
  const called = Object.fromEntries(Object.entries(columns).filter(([, name]) => name));
  return { symbol, askedAs, currency: currency ?? source.currency ?? null, called };
}
