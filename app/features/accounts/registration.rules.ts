/** One of the registrations that an address had while it was pending. */
export type PendingRegistration = {
  firstname: string;
  lastname: string;
  passwordHash: string;
  browserHash: string | null;
  referralCode: string | null;
  /** Whether it was the browser of who invited. */
  referrersBrowser: boolean;
  /** Whether its browser may still speak for it. */
  fresh: boolean;
  /** What was about to be done by whoever registered. */
  intentId: string | null;
};

/** What becomes the member's. Without a password nobody signs in until the owner of the address has set one. */
export type ResolvedRegistration = Pick<
  PendingRegistration,
  "firstname" | "lastname" | "referralCode" | "referrersBrowser"
> &
  Partial<Pick<PendingRegistration, "browserHash" | "fresh" | "intentId">> & {
    passwordHash: string | null;
  };

/** Stands where nobody's name may win; its bearer changes it in the account. */
const UNNAMED = { firstname: "New", lastname: "Member" };

/**
 * Which of several registrations of one address counts: the latest of the browser that opens the link. Any other link
 * proves the address and nothing about who chose which password, so none is kept, and of the rest only what all agree on.
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
