/**
 * How far the clocks of two machines that keep the ledger one after the other may be apart, in milliseconds. The ledger evens out as
 * much, and its verification finds nothing in it.
 */
export const CLOCK_STEP_MS = 5 * 60_000;
