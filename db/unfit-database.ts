/**
 * A database that must not be used as it is, found before anything is written: what is wrong with it, in one line that says
 * how it is mended.
 */
export class UnfitDatabaseError extends Error {}
