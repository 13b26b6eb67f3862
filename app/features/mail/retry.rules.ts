/** Seconds between the first attempts. Later ones follow `retrySeconds`. */
const FIRST_DELAYS = [5, 10, 20, 40, 60] as const;

const HOUR = 3600;

/** An undelivered email is given up after this time. */
export const GIVE_UP_SECONDS = 24 * HOUR;

/**
 * The delay before the next attempt. It backs off, but for two hours at most to a minute and a half: most
 * problems are short, and all waiting emails leave soon after.
 * @param attempts made so far, from 1
 * @param ageSeconds since the email was queued
 * @returns undefined when it is time to give up.
 */
export function retrySeconds(attempts: number, ageSeconds: number): number | undefined {
  if (ageSeconds >= GIVE_UP_SECONDS) return undefined;
  const wait = FIRST_DELAYS[attempts - 1] ?? (ageSeconds < 2 * HOUR ? 90 : 10 * 60);
  // The last attempt runs when the day ends, not one delay later.
  return Math.max(1, Math.min(wait, GIVE_UP_SECONDS - ageSeconds));
}

/** A permanent refusal: the receiving server answered 5xx to this email. */
export const isPermanentFailure = (responseCode: number | undefined): boolean =>
  responseCode !== undefined && responseCode >= 550 && responseCode <= 554;
