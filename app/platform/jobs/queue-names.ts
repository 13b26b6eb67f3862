/* The job queues; app/server/jobs.ts defines what each job does. */

/** The hourly tasks. */
export const HOURLY_QUEUE = "hourly";

/** Tasks when scheduled content is published. */
export const PUBLICATION_QUEUE = "publication";

/** Steps of price runs, one job each: `{ sourceId }`. */
export const PRICE_SOURCE_QUEUE = "price-sources";

/** Steps of prices that cross price alerts, up to a hundred in each job: `{ steps }`. */
export const PRICE_ALERT_QUEUE = "price-alerts";

/** Emails about price alerts that fired; a job soon after each of them. */
export const PRICE_ALERT_MAIL_QUEUE = "price-alert-mails";

/** Steps of member imports, one job each: `{ importId }`. */
export const MEMBER_IMPORT_QUEUE = "member-imports";

/** Steps of batches of members, one job each: `{ batchId }`. */
export const MEMBER_BATCH_QUEUE = "member-batches";

/** Outgoing emails, one job each: `{ mailId }`. */
export const MAIL_QUEUE = "mail";

/**
 * Emails requested by entering an address. The request only stores a job, the same for every address; the
 * worker finds out who it is and what to send. So neither the answer nor its timing reveals whether an
 * address is known. The queue's name in the database cannot change.
 */
export const MAIL_REQUEST_QUEUE = "member-letters";

/** Turns of sending editions of newsletters; a turn has no data. */
export const EDITION_QUEUE = "editions";

/** Turns of sending pushes to devices; a turn has no data. */
export const PUSH_QUEUE = "pushes";

/** Turns of posting in the owner's channels at other services; a turn has no data. */
export const CHANNEL_QUEUE = "channels";
/** Rounds of reading the mailbox of returned emails; a round has no data. */
export const MAIL_REPORT_QUEUE = "mail-reports";

/** Never has jobs: the triggers that note changes of records wake its worker, which numbers them. */
export const RECORD_CHANGE_QUEUE = "record-changes";

/** Never has jobs: what waits for a webhook wakes its worker, which sends it. */
export const WEBHOOK_QUEUE = "webhooks";

export const QUEUES = [
  HOURLY_QUEUE,
  PUBLICATION_QUEUE,
  PRICE_SOURCE_QUEUE,
  PRICE_ALERT_QUEUE,
  PRICE_ALERT_MAIL_QUEUE,
  MEMBER_IMPORT_QUEUE,
  MEMBER_BATCH_QUEUE,
  MAIL_QUEUE,
  MAIL_REQUEST_QUEUE,
  EDITION_QUEUE,
  PUSH_QUEUE,
  CHANNEL_QUEUE,
  MAIL_REPORT_QUEUE,
  RECORD_CHANGE_QUEUE,
  WEBHOOK_QUEUE,
];
