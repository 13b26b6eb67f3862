import type { PriceSource } from "db/entities/price-source";
import { config } from "~/platform/config.server";
import { FetchError } from "~/platform/outgoing/guarded-request.server";
import { dayIn } from "~/ui/dates";
import type { PriceFile } from "../instruments/price-lines.rules";
import { type FetchOptions, fetchText } from "./fetch-response.server";
import { environmentName, filledUrl, firstDay, lastWholeDay } from "./price-source.rules";
import { readPrices } from "./read-prices.server";
import { keyProblem, safeText, sourceKey } from "./source-key.server";

/**
 * The requested instrument.
 * @property askedAs the source's name for the instrument
 */
export type Wanted = { symbol: string; askedAs: string; currency: string | null };

/** The columns of a source that a request needs. */
export type RequestedSource = Pick<
  PriceSource,
  | ("name" | "kind" | "url" | "currency" | "lookbackDays")
  | ("dayColumn" | "closeColumn" | "highColumn" | "lowColumn" | "volumeColumn")
>;

/**
 * Fetches an instrument's prices of the last complete days. Other days in the response are ignored; a running
 * day waits for a later run.
 * @throws FetchError with a message that may be stored and shown: it does not contain the key
 */
export async function requestPrices(
  source: RequestedSource,
  wanted: Wanted,
  now: Date,
  options: Pick<FetchOptions, "resolve" | "timeoutMs"> = {},
): Promise<PriceFile> {
  try {
    const { siteTz, priceSources } = config();
    const to = lastWholeDay(siteTz, now);
    const from = firstDay(to, source.lookbackDays);
    const url = requestUrl(source, { symbol: wanted.askedAs, from, to });
    checkCurrency(source, wanted);
    const text = await fetchText(url, { ...options, privateNetworks: priceSources.privateNetworks });
    const today = dayIn(siteTz, now);
    const file = readPrices(source.kind, text, {
      ...readingContext(source, wanted),
      today,
      asked: { from, to },
    });
    return { ...file, leftOut: file.leftOut.map((words) => safeText(words, sourceKey(source.name))) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new FetchError(error.kind, safeText(error.message, sourceKey(source.name)), error.retryAfter);
  }
}

function requestUrl(
  { name, url }: RequestedSource,
  values: { symbol: string; from: string; to: string },
): URL {
  if (!url.includes("{key}")) return filledUrl(url, { ...values, key: "" });
  const key = sourceKey(name);
  if (!key)
    throw new FetchError("denied", `There is no key: PRICE_SOURCE_KEY_${environmentName(name)} is not set`);
  const filled = filledUrl(url, { ...values, key });
  const problem = keyProblem(name, filled);
  if (problem) throw new FetchError("denied", problem);
  return filled;
}

function checkCurrency({ currency }: RequestedSource, { symbol, currency: known }: Wanted): void {
  if (currency && known && currency !== known) throw currencyConflict(symbol, known, currency);
}

export const currencyConflict = (symbol: string, known: string, currency: string) =>
  new FetchError(
    "refused",
    `${symbol} is priced in ${known}, but the source in ${currency}: one history can’t have both`,
  );

function readingContext(source: RequestedSource, { symbol, askedAs, currency }: Wanted) {
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
