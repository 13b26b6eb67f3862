import { createHash } from "node:crypto";
import { orm } from "db/orm.server";
import { sweep } from "db/sweep.server";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { normalizeEmail } from "./email-address";
import { noteLimit, noteReset } from "./rate-limit-fields.server";

/** Number of attempts and period in seconds, shared by all instances. */
export const RATE_LIMITS = {
  "sign-in-address": { points: 10, duration: 900 },
  "sign-in-network": { points: 60, duration: 900 },
  "register-address": { points: 5, duration: 3600 },
  "register-network": { points: 30, duration: 3600 },
  "forgot-address": { points: 5, duration: 3600 },
  "forgot-network": { points: 30, duration: 3600 },
  "resend-address": { points: 5, duration: 3600 },
  "resend-network": { points: 30, duration: 3600 },
  "newsletter-address": { points: 5, duration: 3600 },
  "newsletter-network": { points: 30, duration: 3600 },
  /** For an address and a network, so that a stranger elsewhere does not use up its owner's. */
  "sign-in-link-address": { points: 5, duration: 3600 },
  /** For an address from everywhere: each request sends it an email. */
  "sign-in-link-mailbox": { points: 20, duration: 3600 },
  "sign-in-link-network": { points: 30, duration: 3600 },
  /** Codes and links that were tried; a link's code has 40 bits. */
  "sign-in-code": { points: 5, duration: 900 },
  "sign-in-code-network": { points: 60, duration: 900 },
  /** Passkeys that were tried. */
  "passkey-network": { points: 60, duration: 900 },
  /** Setting a password by a link costs an argon2 hash. */
  "reset-network": { points: 60, duration: 900 },
  /** Confirming the current password, in the account and in the back-office. */
  "password-member": { points: 10, duration: 900 },
  "password-staff": { points: 10, duration: 900 },
  /** Each attempt sends an email to an address that somebody typed. */
  "address-member": { points: 5, duration: 86_400 },
  /** Two-step codes: five of a million are valid at any moment, and an attempt needs the password first. */
  "code-staff": { points: 5, duration: 900 },
  "code-staff-day": { points: 40, duration: 86_400 },
  // Each attempt calls the payment provider on our behalf.
  purchase: { points: 30, duration: 3600 },
  /** Coupon codes on the plans page; a valid one gives its attempt back. Purchases have their own limit. */
  "coupon-network": { points: 40, duration: 900 },
  /** Each selected plan is stored as a row. */
  "intent-network": { points: 60, duration: 900 },
  /**
   * Started free trials: each mailbox and browser gets one, so somebody with many of both is limited by
   * network.
   */
  "trial-network": { points: 5, duration: 30 * 86_400 },
  // Resending a gift link: each attempt sends an email to an address that the buyer typed.
  "gift-link": { points: 3, duration: 86_400 },
  "webhook-network": { points: 300, duration: 60 },
  /** Turning on notifications: each attempt looks up a host that the browser named. */
  "push-member": { points: 30, duration: 3600 },
  /** Members read by their IDs: without a limit, IDs of changed members would give all of them, without the password for a file. */
  "member-read-staff": { points: 600, duration: 3600 },
  "member-read-key": { points: 6_000, duration: 3600 },
  // Each attempt posts in a channel of the owner.
  "channel-test-staff": { points: 10, duration: 600 },
  // Each attempt sends a request to a price provider.
  "price-trial-staff": { points: 20, duration: 600 },
} as const;

export type LimitName = keyof typeof RATE_LIMITS;

let limiters: Map<LimitName, RateLimiterPostgres> | undefined;

function limiter(name: LimitName): RateLimiterPostgres {
  limiters ??= new Map();
  let found = limiters.get(name);
  if (!found) {
    found = new RateLimiterPostgres({
      storeClient: orm().em.getKnex(),
      storeType: "knex",
      tableName: "rate_limits",
      tableCreated: true,
      // Each limiter would scan the whole table every five minutes; see `sweepLimits`.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...RATE_LIMITS[name],
    });
    limiters.set(name, found);
  }
  return found;
}

/** Drops the limiters of a closed database. */
export function disposeLimiters(): void {
  limiters = undefined;
}

/**
 * The network of an address: an IPv4 address, or the /64 of an IPv6 address, which one household can use
 * freely.
 */
export function networkPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(":")) return mapped ?? ip;
  const [head = "", tail] = ip.toLowerCase().split("%")[0]?.split("::") ?? [];
  const start = head.split(":").filter(Boolean);
  const end = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - start.length - end.length)).fill("0");
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Subjects are stored as hashes, so that the table does not reveal who tried to sign in. */
export function keyOf(name: LimitName, subject: string): string {
  const counted = name.endsWith("-network") ? networkPrefix(subject) : normalizeEmail(subject);
  return createHash("sha256").update(counted).digest("base64url");
}

/**
 * Counts one attempt against each limit *before* the work it guards, atomically per limit, so that parallel
 * attempts on several instances are all counted.
 * @returns seconds to wait when a limit is used up
 */
export async function tryConsumeLimit(
  subjects: Partial<Record<LimitName, string>>,
): Promise<number | undefined> {
  for (const [name, subject] of Object.entries(subjects)) {
    try {
      note(name as LimitName, await limiter(name as LimitName).consume(keyOf(name as LimitName, subject)));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      note(name as LimitName, error);
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  }
  return undefined;
}

const note = (name: LimitName, { remainingPoints: remaining, msBeforeNext }: RateLimiterRes) =>
  noteLimit(name, { ...RATE_LIMITS[name], remaining, resetsIn: Math.ceil(msBeforeNext / 1000) });

/** Whether a limit is used up, without counting: for actions that are counted after success. */
export async function isLimitUsedUp(subjects: Partial<Record<LimitName, string>>): Promise<boolean> {
  for (const [name, subject] of Object.entries(subjects) as [LimitName, string][]) {
    const counted = await limiter(name).get(keyOf(name, subject));
    if (counted && counted.consumedPoints >= RATE_LIMITS[name].points) return true;
  }
  return false;
}

/** Deletes a batch of counts that expired at least an hour ago. @returns the number of deleted rows */
export const sweepLimits = sweep(
  "rate-limits.sweep",
  "rate_limits",
  "expire < (1000 * extract(epoch from now() - interval '1 hour'))::bigint",
);

/**
 * After a success the subject's count is cleared; the network, which many people share, gets one attempt
 * back.
 */
export async function resetLimit(subjects: Partial<Record<LimitName, string>>): Promise<void> {
  for (const [name, subject] of Object.entries(subjects) as [LimitName, string][]) {
    const key = keyOf(name, subject);
    const isShared = name.endsWith("-network");
    if (isShared) await limiter(name).reward(key);
    else await limiter(name).delete(key);
    noteReset(name, isShared ? 1 : "all");
  }
}

/** The message of status 429, for pages and API. */
export function retryMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${wait}.`;
}
