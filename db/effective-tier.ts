/**
 * The tier that counts at this moment by the database's clock. Written here alone: the record's own property needs it,
 * and nothing may be imported upwards.
 * @param members name or alias of the table in the statement
 */
export const effectiveTierSql = (members: string): string =>
  `case when ${isOverSql(members)} then 'Basic' else ${members}.subscription end`;

/** Whether a paid term has ended, by the same clock; null for one without an end. @param members see `effectiveTierSql` */
export const isOverSql = (members: string): string => `${members}.subscription_expires_at <= now()`;

/** SQL for whether what a member can read with now is their free trial: no days that came behind it, and no other tier. */
export const onTrialSql = (alias: string): string =>
  `exists (select 1 from trials t where t.member_id = ${alias}.id and t.tier = ${alias}.subscription
     and t.access_until >= ${alias}.subscription_expires_at and ${alias}.subscription_expires_at > now())`;
