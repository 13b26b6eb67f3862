/**
 * A database that must not be used as it is, detected before the first write. The message gives the problem
 * and its fix in one line.
 */
export class UnfitDatabaseError extends Error {}
