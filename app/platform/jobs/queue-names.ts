/*
 * The queues of the site's jobs; app/server/jobs.ts says what each job does.
 */

/** The tasks of an hour. */
export const HOURLY_QUEUE = "hourly";

/** What is done when records come out. */
export const PUBLICATION_QUEUE = "publication";

/** Parts of runs, one job each: `{ sourceId }`. */
export const PRICE_SOURCE_QUEUE = "price-sources";

/** Parts of imports, one job each: `{ importId }`. */
export const MEMBER_IMPORT_QUEUE = "member-imports";

/** Mails on their way out, one job each: `{ mailId }`. */
export const MAIL_QUEUE = "mail";

/**
 * Mails that somebody asked for by typing an address. The request only writes "somebody asked" into this queue,
 * the same for every address; who that is, and what to write to them, is found out by the worker. So the answer
 * cannot tell whether an address is known, not even by its time. The queue keeps its old name, which the database has.
 */
export const MAIL_REQUEST_QUEUE = "member-letters";

export const QUEUES = [
  HOURLY_QUEUE,
  PUBLICATION_QUEUE,
  PRICE_SOURCE_QUEUE,
  MEMBER_IMPORT_QUEUE,
  MAIL_QUEUE,
  MAIL_REQUEST_QUEUE,
];
