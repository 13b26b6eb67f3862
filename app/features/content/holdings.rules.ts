/** Said of a record whose author said nothing; decisions.md, "disclosure of holdings". */
export const HOLDINGS_NOT_STATED = "Holdings not stated";
