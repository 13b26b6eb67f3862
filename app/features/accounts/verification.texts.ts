/** Replaces the specification's text if an address had several registrations before it was verified. */
export const NO_PASSWORD_KEPT = "Your email is verified, but you need to set a password";
export const WHY_NO_PASSWORD =
  "This address was registered more than once, and we cannot tell which password is yours.";

/** The result of a verification or a resend. */
export type VerificationOutcome = {
  done: boolean;
  message: string;
  /** Whether the registering browser is signed in. */
  signedIn?: boolean;
  /** Whether the member must set a password first; see WHY_NO_PASSWORD. */
  needsPassword?: boolean;
  /** Whether a purchase or claim from before the registration waits for the member. */
  continues?: boolean;
};
