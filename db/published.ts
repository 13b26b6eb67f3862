import { type Fragment, raw, sql } from "./sql";

/** Whether a record's minute has come, by the database's clock. Without a minute it is out once published. */
export const IS_OUT: Fragment<object> = sql`(publish_at is null or publish_at <= now())`;

/** The same for a table with an alias. @param alias of the table in the statement */
export const isOutAs = (alias: string): Fragment<object> => {
  const minute = raw(`${alias}.publish_at`);
  return sql`(${minute} is null or ${minute} <= now())`;
};

/** Whether a record with an end is still visible to readers. */
export const HAS_NOT_ENDED: Fragment<object> = sql`(unpublish_at is null or unpublish_at > now())`;

/** The condition for readers to see a record that has a status but no minute. */
export const IS_PUBLISHED: Fragment<object> = sql`status = 'published'`;

/** The condition for readers to see a record that has a status and may have a minute. */
export const PUBLISHED: Fragment<object> = sql`status = 'published' and ${IS_OUT}`;
