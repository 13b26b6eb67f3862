import { createHash } from "node:crypto";
import { orm } from "db/orm.server";
import { sweep } from "db/sweep.server";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { normalizeEmail } from "./email-address";

/** What is counted, how often it may happen, and over how many seconds. Shared by all instances of the server. */
const RATE_LIMITS = {
  "sign-in-address": { points: 10, duration: 900 },
  "sign-in-network": { points: 60, duration: 900 },
  "register-address": { points: 5, duration: 3600 },
  "register-network": { points: 30, duration: 3600 },
  "forgot-address": { points: 5, duration: 3600 },
  "forgot-network": { points: 30, duration: 3600 },
  "resend-address": { points: 5, duration: 3600 },
  "resend-network": { points: 30, duration: 3600 },
  /** Choosing a password with a link costs an argon2 hash. */
  "reset-network": { points: 60, duration: 900 },
  /** The present password, asked again inside the account and in the back-office. */
  "password-member": { points: 10, duration: 900 },
  "password-staff": { points: 10, duration: 900 },
  /** Each one is a mail to an address that somebody typed. */
  "address-member": { points: 5, duration: 86_400 },
  /** Codes of two-step sign-in: five of a million are right at any moment, and a password was known to try one at all. */
  "code-staff": { points: 5, duration: 900 },
  "code-staff-day": { points: 40, duration: 86_400 },
  // Each one is a call to the payment provider in our name.
  purchase: { points: 30, duration: 3600 },
  /** Codes of coupons, looked up on the plans page; one that is valid gives its attempt back. Purchases are counted as such. */
  "coupon-network": { points: 40, duration: 900 },
  /** What visitors select among the plans is kept for them, a row each. */
  "intent-network": { points: 60, duration: 900 },
  /** Free trials that began: one mailbox and one browser have one each, and whoever has many of both has one network. */
  "trial-network": { points: 5, duration: 30 * 86_400 },
  // A gift's link, sent again: each one is a mail to an address that its buyer typed.
  "gift-link": { points: 3, duration: 86_400 },
  "webhook-network": { points: 300, duration: 60 },
  // Each one is a request to a provider of prices.
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
      // Each of these would read the whole table every five minutes; see `sweepLimits`.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...RATE_LIMITS[name],
    });
    limiters.set(name, found);
  }
  return found;
}

/** Forgets the limiters' hold on a closed database. */
export function disposeLimiters(): void {
  limiters = undefined;
}

/**
 * What counts as one network: an IPv4 address, or the 64 bits of an IPv6 address that one household is given and
 * can choose addresses in freely.
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

/** Addresses are counted under a hash, so that the table tells nobody who tried to sign in. */
export function keyOf(name: LimitName, subject: string): string {
  const counted = name.endsWith("-network") ? networkPrefix(subject) : normalizeEmail(subject);
  return createHash("sha256").update(counted).digest("base64url");
}

/**
 * Counts one attempt against each limit *before* the work it guards, in one atomic step per limit, so parallel
 * attempts over several instances cannot slip through.
 * @returns seconds to wait when any limit is used up.
 */
export async function tryConsumeLimit(
  subjects: Partial<Record<LimitName, string>>,
): Promise<number | undefined> {
  for (const [name, subject] of Object.entries(subjects)) {
    try {
      await limiter(name as LimitName).consume(keyOf(name as LimitName, subject));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  }
  return undefined;
}

/** Whether a limit is used up, without an attempt: for what is counted once it was done. */
export async function isLimitUsedUp(subjects: Partial<Record<LimitName, string>>): Promise<boolean> {
  for (const [name, subject] of Object.entries(subjects) as [LimitName, string][]) {
    const counted = await limiter(name).get(keyOf(name, subject));
    if (counted && counted.consumedPoints >= RATE_LIMITS[name].points) return true;
  }
  return false;
}

/** Throws away counts that have been over for an hour, a part of them. @returns how many */
export const sweepLimits = sweep(
  "rate-limits.sweep",
  "rate_limits",
  "expire < (1000 * extract(epoch from now() - interval '1 hour'))::bigint",
);

/**
 * A success was no attack: the subject's count is cleared, and the network, which many people share, gets its one
 * attempt back.
 */
export async function resetLimit(subjects: Partial<Record<LimitName, string>>): Promise<void> {
  for (const [name, subject] of Object.entries(subjects) as [LimitName, string][]) {
    const key = keyOf(name, subject);
    if (name.endsWith("-network")) await limiter(name).reward(key);
    else await limiter(name).delete(key);
  }
}

/** The sentence of a 429, for pages and API alike. */
export function retryMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${wait}.`;
}
