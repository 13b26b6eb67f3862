import type { PriceSource } from "db/entities/price-source";
import { config } from "~/platform/config.server";
import type { PriceFile } from "../instruments/price-lines.rules";
import { FetchError, type FetchOptions, fetchAnswer } from "./fetch-answer.server";
import { environmentName, filledUrl, firstDay } from "./price-source.rules";
import { readPrices } from "./read-prices.server";
import { keyOf, keyProblem, safeText } from "./source-key.server";

/** What is asked for. @property asked what the source calls the instrument */
export type Wanted = { symbol: string; asked: string; currency: string | null };

/** Of a source, what it is asked by. */
export type AskedSource = Pick<
  PriceSource,
  | ("name" | "kind" | "url" | "currency" | "lookbackDays")
  | ("dayColumn" | "closeColumn" | "highColumn" | "lowColumn" | "volumeColumn")
>;

/**
 * Fetches an instrument's prices of the source's last days: all of them, or none.
 * @param today the site's day, which is the last that can have a price
 * @throws FetchError with a sentence that may be stored and shown: the key is not in it
 */
export async function askSource(
  source: AskedSource,
  wanted: Wanted,
  today: string,
  options: Pick<FetchOptions, "resolve" | "timeoutMs"> = {},
): Promise<PriceFile> {
  try {
    const from = firstDay(today, source.lookbackDays);
    const url = addressOf(source, { symbol: wanted.asked, from, to: today });
    checkCurrency(source, wanted);
    const { privateNetworks } = config().priceSources;
    const text = await fetchAnswer(url, { ...options, privateNetworks });
    const file = readPrices(source.kind, text, { ...contextOf(source, wanted), today });
    return { ...file, prices: file.prices.filter(({ day }) => day >= from) };
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
  if (currency && known && currency !== known)
    throw new FetchError(
      "refused",
      `${symbol} is priced in ${known}, the source in ${currency}: no history has both`,
    );
}

function contextOf(source: AskedSource, { symbol, asked, currency }: Wanted) {
  const { dayColumn, closeColumn, highColumn, lowColumn, volumeColumn } = source;
  const columns = {
    day: dayColumn,
    close: closeColumn,
    high: highColumn,
    low: lowColumn,
    volume: volumeColumn,
  };
  const called = Object.fromEntries(Object.entries(columns).filter(([, name]) => name));
  return { symbol, asked, currency: currency ?? source.currency ?? null, called };
}
