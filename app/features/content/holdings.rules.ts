/** The note for a record whose author stated no holdings. */
export const HOLDINGS_NOT_STATED = "Holdings not stated";
