/**
 * The tier that counts at this moment by the database's clock. Written here alone: the record's own property needs it,
 * and nothing may be imported upwards.
 * @param members name or alias of the table in the statement
 */
export const effectiveTierSql = (members: string): string =>
  `case when ${members}.subscription_expires_at <= now() then 'Basic' else ${members}.subscription end`;
