import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestArgs } from "./request-args.server";

/** A limit after an attempt was counted. Periods in seconds. */
type CountedLimit = { points: number; duration: number; remaining: number; resetsIn: number };

const counted = new AsyncLocalStorage<Map<string, CountedLimit>>();

/**
 * Limits for what a caller typed: the remaining attempts would reveal whether somebody else used the address.
 */
const isSecret = (name: string) => /-(address|mailbox)$/.test(name);

/** Notes an attempt for the header fields of the answer. */
export function noteLimit(name: string, limit: CountedLimit): void {
  counted.getStore()?.set(name, limit);
}

/** Notes that an attempt was given back, or all of them. */
export function noteReset(name: string, attempts: 1 | "all"): void {
  const limits = counted.getStore();
  const limit = limits?.get(name);
  if (!limit) return;
  const remaining = attempts === 1 ? limit.remaining + 1 : limit.points;
  limits?.set(name, { ...limit, remaining: Math.min(limit.points, remaining) });
}

/**
 * Adds `RateLimit-Policy` and `RateLimit` to an answer of the API whose request was counted
 * (draft-ietf-httpapi-ratelimit-headers-11).
 */
export async function withRateLimitFields(
  { context }: Pick<RequestArgs, "context">,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (!context.describedOperation?.()) return handle();
  const limits = new Map<string, CountedLimit>();
  const response = await counted.run(limits, handle);
  const entries = [...limits];
  if (entries.length === 0) return response;
  const policies = entries.map(([name, { points, duration }]) => `"${name}";q=${points};w=${duration}`);
  response.headers.set("RateLimit-Policy", policies.join(", "));
  const states = entries
    .filter(([name]) => !isSecret(name))
    .map(([name, { remaining, resetsIn }]) => `"${name}";r=${remaining};t=${resetsIn}`);
  if (states.length > 0) response.headers.set("RateLimit", states.join(", "));
  return response;
}
