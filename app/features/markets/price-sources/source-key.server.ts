import { config } from "~/platform/config.server";
import { environmentName } from "./price-source.rules";

/**
 * Hosts that may get a key without the operator's permission. Otherwise anyone who edits a source could send
 * the key anywhere.
 */
const PROVIDERS: readonly string[] = ["www.alphavantage.co", "api.polygon.io", "api.massive.com"];

/** A source's key from the environment, if set. Never store, log or show it. */
export const sourceKey = (name: string): string | undefined =>
  config().priceSources.keys.get(environmentName(name))?.key;

/** Why a key may not be sent to a URL; undefined if it may. */
export function keyProblem(name: string, { protocol, hostname }: URL): string | undefined {
  const { keys, privateNetworks } = config().priceSources;
  const host = keys.get(environmentName(name))?.host;
  if (host === undefined ? !PROVIDERS.includes(hostname) : hostname !== host)
    return `The key must not be sent to this host unless PRICE_SOURCE_HOST_${environmentName(name)} names it`;
  if (protocol !== "https:" && !privateNetworks) return "Keys are sent over https:// only";
  return undefined;
}

const MASK = "•••";

/** A provider's text without the key, on one line, safe to store: providers repeat keys in their messages. */
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
