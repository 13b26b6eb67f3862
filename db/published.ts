import { type Fragment, raw, sql } from "./sql";

/** Whether a record's minute has come, by the database's clock; one without a minute is out as soon as it is published. */
export const IS_OUT: Fragment<object> = sql`(publish_at is null or publish_at <= now())`;

/** The same where its table is called otherwise. @param alias of the table in the statement */
export const isOutAs = (alias: string): Fragment<object> => {
  const minute = raw(`${alias}.publish_at`);
  return sql`(${minute} is null or ${minute} <= now())`;
};

/** Whether a record that ends by itself is still there for readers. */
export const HAS_NOT_ENDED: Fragment<object> = sql`(unpublish_at is null or unpublish_at > now())`;

/** The condition of what has a status and no minute, to be seen by readers. */
export const IS_PUBLISHED: Fragment<object> = sql`status = 'published'`;

/** The condition of what has a status, and may have a minute, to be seen by readers. */
export const PUBLISHED: Fragment<object> = sql`status = 'published' and ${IS_OUT}`;
