/** Told instead of the specification's text where an address was registered more than once before it was proved. */
export const NO_PASSWORD_KEPT = "Your email is verified, but no password was kept";
export const WHY_NO_PASSWORD =
  "This address was registered more than once, and we cannot tell which of the passwords is yours.";

/** How a verification or a resend ended. */
export type VerificationOutcome = {
  done: boolean;
  message: string;
  /** The browser that registered was signed in with it. */
  signedIn?: boolean;
  /** What was about to be done before the registration waits for the member. */
  goesOn?: boolean;
};
