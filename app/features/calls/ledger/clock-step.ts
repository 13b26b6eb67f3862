/**
 * The clock difference, in milliseconds, that is allowed between two machines that write the ledger in
 * succession. The ledger evens it out, and the verification ignores it.
 */
export const CLOCK_STEP_MS = 5 * 60_000;
