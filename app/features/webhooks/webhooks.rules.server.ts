import type { DeliveryChange } from "db/entities/webhook";
import { FOLLOWED_KINDS } from "~/features/changes-feed/changes.rules.server";
import { config } from "~/platform/config.server";

/** What webhooks can have: the kinds of the changes feed, and calls whose results become public. */
export const WEBHOOK_KINDS: readonly string[] = [...Object.keys(FOLLOWED_KINDS), "calls"];

/** The kind of a test, which is about the webhook itself. */
export const TEST_KIND = "webhooks";

/** The name of an event: `news.saved`. */
export const eventType = (kind: string, change: DeliveryChange): string => `${kind}.${change}`;

/** Each has places of its own among what is sent at the same time, so their number is limited. */
export const MAX_WEBHOOKS = 20;

/** The receiver of the demo, which is on this site and needs neither https nor a public address. */
export const ownReceiver = (): string | undefined =>
  config().demo ? `${config().publicUrl}/demo/webhooks/` : undefined;

/** @param address a URL; one with `..` is somewhere else */
export const isOwnReceiver = (address: string): boolean => {
  const own = ownReceiver();
  return own !== undefined && new URL(address).href.startsWith(own);
};

/** Where an address is reached: the demo's receiver as the server reaches itself, also behind a proxy. */
export function reachedAddress(address: string): string {
  const { demo, internalUrl, publicUrl } = config();
  const isOwn = demo && internalUrl !== undefined && isOwnReceiver(address);
  return isOwn ? address.replace(publicUrl, internalUrl) : address;
}

/**
 * Why nothing can be sent to an address; undefined if it can. Whether its host is public is checked when it is sent. The
 * passwords of a demo are public, so as a rule it sends nothing to others.
 */
export function addressProblem(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.href.length > 500) return "Enter an address such as https://example.com/webhooks";
  if (isOwnReceiver(url.href)) return undefined;
  if (config().demo && !config().smtpUrl) return "Without mail a demo sends to its own receiver only.";
  if (url.protocol !== "https:") return "The address must begin with https://";
  if (url.username || url.password) return "The address must not contain a user name or password.";
  return undefined;
}
