/** One of a pending address's registrations. */
export type PendingRegistration = {
  firstname: string;
  lastname: string;
  passwordHash: string;
  browserHash: string | null;
  referralCode: string | null;
  /** Whether the referrer's own browser registered. */
  referrersBrowser: boolean;
  /** Whether the browser's secret is still valid. */
  fresh: boolean;
  /** The purchase or claim that the registration interrupted. */
  intentId: string | null;
};

/**
 * The resulting values of the member. Without a password, the address's owner must set one before signing in.
 */
export type ResolvedRegistration = Pick<
  PendingRegistration,
  "firstname" | "lastname" | "referralCode" | "referrersBrowser"
> &
  Partial<Pick<PendingRegistration, "browserHash" | "fresh" | "intentId">> & {
    passwordHash: string | null;
  };

/** Used if the registrations disagree on the name; the member can change it in the account. */
const UNNAMED = { firstname: "New", lastname: "Member" };

/**
 * Which of an address's registrations counts: the latest from the browser that opens the link. Any other link
 * only proves the address. It does not prove who chose which password, so no password counts, and other
 * values count only if all registrations agree.
 * @param all newest first
 */
export function resolveRegistration(
  all: readonly PendingRegistration[],
  browserHash: string | undefined,
): ResolvedRegistration {
  const own = all.find((one) => one.fresh && one.browserHash !== null && one.browserHash === browserHash);
  if (own) return own;
  const [first] = all;
  const agree = (name: "firstname" | "lastname" | "referralCode") =>
    all.every((one) => one[name] === first?.[name]);
  const { firstname, lastname } = first && agree("firstname") && agree("lastname") ? first : UNNAMED;
  const referralCode = first && agree("referralCode") ? first.referralCode : null;
  const referrersBrowser = all.some((one) => one.referrersBrowser);
  return { firstname, lastname, referralCode, referrersBrowser, passwordHash: null };
}
