import { config } from "~/platform/config.server";
import { environmentName } from "./price-source.rules";

/** Where a key may go without the operator's word for it. Whoever may edit a source could send it anywhere otherwise. */
const PROVIDERS: readonly string[] = ["www.alphavantage.co", "api.polygon.io", "api.massive.com"];

/** The key of a source, from the environment; absent where there is none. Never to be stored, logged or shown. */
export const keyOf = (name: string): string | undefined =>
  config().priceSources.keys.get(environmentName(name))?.key;

/** Why a key may not be sent to an address, if it may not. */
export function keyProblem(name: string, { protocol, hostname }: URL): string | undefined {
  const { keys, privateNetworks } = config().priceSources;
  const host = keys.get(environmentName(name))?.host;
  if (host === undefined ? !PROVIDERS.includes(hostname) : hostname !== host)
    return `The key may not be sent to this host: PRICE_SOURCE_HOST_${environmentName(name)} must name it`;
  if (protocol !== "https:" && !privateNetworks) return "A key is sent over https:// only";
  return undefined;
}

const MASK = "•••";

/** A text of somebody else's without the key, in one line, as it may be stored: providers repeat keys in what they say. */
export function safeText(text: string, key: string | undefined): string {
  const masked = key
    ? [key, encodeURIComponent(key)].reduce((kept, form) => kept.replaceAll(form, MASK), text)
    : text;
  return masked
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
    .toWellFormed();
}
