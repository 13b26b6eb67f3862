/**
 * The tier that counts at this moment by the database's clock. Written here alone: the record's own property needs it,
 * and nothing may be imported upwards.
 * @param members name or alias of the table in the statement
 */
export const effectiveTierSql = (members: string): string =>
  `case when ${isOverSql(members)} then 'Basic' else ${members}.subscription end`;

/** Whether a paid term has ended, by the same clock; null for one without an end. @param members see `effectiveTierSql` */
export const isOverSql = (members: string): string => `${members}.subscription_expires_at <= now()`;

/** SQL for whether a trial, called `t`, is what a member holds: no days that came behind it, and no other tier. @param members see `effectiveTierSql` */
export const heldByTrialSql = (members: string): string =>
  `t.member_id = ${members}.id and t.tier = ${members}.subscription and t.access_until >= ${members}.subscription_expires_at`;

/** SQL for whether that is what they can read with now. @param members see `effectiveTierSql` */
export const onTrialSql = (members: string): string =>
  `exists (select 1 from trials t where ${heldByTrialSql(members)} and ${members}.subscription_expires_at > now())`;
