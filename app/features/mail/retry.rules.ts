/** Seconds between the first attempts; afterwards as `retrySeconds` says. */
const FIRST_DELAYS = [5, 10, 20, 40, 60] as const;

const HOUR = 3600;

/** A mail that could not be delivered for so long is given up. */
export const GIVE_UP_SECONDS = 24 * HOUR;

/**
 * How long to wait before a mail is tried again. Backs off, but for two hours not beyond a minute and a half: most
 * troubles are short, and everything waiting leaves soon after their end.
 * @param attempts made so far, from 1
 * @param ageSeconds since the mail was queued
 * @returns undefined when it is time to give up.
 */
export function retrySeconds(attempts: number, ageSeconds: number): number | undefined {
  if (ageSeconds >= GIVE_UP_SECONDS) return undefined;
  const wait = FIRST_DELAYS[attempts - 1] ?? (ageSeconds < 2 * HOUR ? 90 : 10 * 60);
  // The last attempt is made when the day is over, not a wait later.
  return Math.max(1, Math.min(wait, GIVE_UP_SECONDS - ageSeconds));
}

/** A refusal that will not change: the receiving server said 5xx to this very mail. */
export const isPermanentFailure = (responseCode: number | undefined): boolean =>
  responseCode !== undefined && responseCode >= 550 && responseCode <= 554;
