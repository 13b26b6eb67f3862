/** What PayPal says of a capture or an order, by its code; the reasons of its Orders API v2. */
const WORDS: Record<string, string> = {
  BUYER_COMPLAINT: "the buyer complained",
  CHARGEBACK: "the buyer’s bank took it back",
  ECHECK: "it comes from a bank account, which takes days",
  INTERNATIONAL_WITHDRAWAL: "this site’s account must accept it by hand",
  OTHER: "PayPal gives no reason",
  PENDING_REVIEW: "PayPal is reviewing it",
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: "this site’s account must accept it by hand",
  REFUNDED: "it was refunded",
  TRANSACTION_APPROVED_AWAITING_FUNDING: "PayPal waits for the buyer’s money",
  UNILATERAL: "this site’s account at PayPal is not confirmed",
  VERIFICATION_REQUIRED: "this site’s account at PayPal must be verified",
  DECLINED_BY_RISK_FRAUD_FILTERS: "PayPal’s protection against fraud declined it",
  INSTRUMENT_DECLINED: "the buyer’s card or bank declined it",
  PAYER_CANNOT_PAY: "the buyer cannot pay with this account",
  TRANSACTION_REFUSED: "PayPal refused it",
  PAYEE_ACCOUNT_RESTRICTED: "this site’s account at PayPal is restricted",
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: "this site’s account at PayPal is locked or closed",
};

/** States that need no more words than their own. */
const STATES: Record<string, string> = {
  PENDING: "on its way",
  DECLINED: "declined",
  VOIDED: "voided",
  FAILED: "failed",
  COMPLETED: "completed",
  REFUNDED: "refunded",
};

const STATE = new RegExp(`\\b(${Object.keys(STATES).join("|")})\\b(?: ([A-Z][A-Z0-9_]+)\\b)?`, "g");
/** Two parts at least, so that nobody's currency or initials are a code. */
const CODE = /\b[A-Z]+(?:_[A-Z0-9]+)+\b/g;

const wordsOf = (code: string) => WORDS[code] ?? code.toLowerCase().replaceAll("_", " ");

/**
 * What an order says of itself, for people: the provider's codes become words, the rest stays as it is.
 * "PENDING PENDING_REVIEW" is "on its way: PayPal is reviewing it".
 */
export const providerWords = (said: string): string =>
  said
    .replace(STATE, (_, state: string, reason?: string) =>
      reason ? `${STATES[state]}: ${wordsOf(reason)}` : (STATES[state] ?? state),
    )
    .replace(CODE, wordsOf);
