/** PayPal's codes for captures and orders in plain words; the reasons of its Orders API v2. */
const WORDS: Record<string, string> = {
  BUYER_COMPLAINT: "the buyer complained",
  CHARGEBACK: "the buyer’s bank reversed it",
  ECHECK: "it comes from a bank account, which takes days",
  INTERNATIONAL_WITHDRAWAL: "you must accept it manually in PayPal",
  OTHER: "PayPal gives no reason",
  PENDING_REVIEW: "PayPal is reviewing it",
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: "you must accept it manually in PayPal",
  REFUNDED: "it was refunded",
  TRANSACTION_APPROVED_AWAITING_FUNDING: "PayPal is waiting for the buyer’s money",
  UNILATERAL: "this site’s PayPal account is not confirmed",
  VERIFICATION_REQUIRED: "this site’s PayPal account must be verified",
  DECLINED_BY_RISK_FRAUD_FILTERS: "PayPal’s fraud filter declined it",
  INSTRUMENT_DECLINED: "the buyer’s card or bank declined it",
  PAYER_CANNOT_PAY: "the buyer cannot pay with this account",
  TRANSACTION_REFUSED: "PayPal refused it",
  PAYEE_ACCOUNT_RESTRICTED: "this site’s PayPal account is restricted",
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: "this site’s PayPal account is locked or closed",
};

/** States whose own word is clear enough. */
const STATES: Record<string, string> = {
  PENDING: "on its way",
  DECLINED: "declined",
  VOIDED: "voided",
  FAILED: "failed",
  COMPLETED: "completed",
  REFUNDED: "refunded",
};

const STATE = new RegExp(`\\b(${Object.keys(STATES).join("|")})\\b(?: ([A-Z][A-Z0-9_]+)\\b)?`, "g");
/** At least two parts, so no currency and no initials count as a code. */
const CODE = /\b[A-Z]+(?:_[A-Z0-9]+)+\b/g;

const codeWords = (code: string) => WORDS[code] ?? code.toLowerCase().replaceAll("_", " ");

/**
 * An order's error text for people: the provider's codes become words, the rest stays. "PENDING
 * PENDING_REVIEW" becomes "on its way: PayPal is reviewing it".
 */
export const providerWords = (said: string): string =>
  said
    .replace(STATE, (_, state: string, reason?: string) =>
      reason ? `${STATES[state]}: ${codeWords(reason)}` : (STATES[state] ?? state),
    )
    .replace(CODE, codeWords);
