/**
 * SQL for the effective tier at this moment by the database's clock. It is defined only here, because the
 * member entity needs it and nothing in `db` may import from `app`.
 * @param members name or alias of the table in the statement
 */
export const effectiveTierSql = (members: string): string =>
  `case when ${isOverSql(members)} then 'Basic' else ${members}.subscription end`;

/**
 * Whether a paid term has ended, by the same clock. Null without an end.
 * @param members see `effectiveTierSql`
 */
export const isOverSql = (members: string): string => `${members}.subscription_expires_at <= now()`;

/**
 * SQL for whether the trial `t` is the member's current access: no days were added after it, and the tier is
 * the same.
 * @param members see `effectiveTierSql`
 */
export const trialOfMemberSql = (members: string): string =>
  `t.member_id = ${members}.id and t.tier = ${members}.subscription and t.access_until >= ${members}.subscription_expires_at`;

/** SQL for whether a member's access at this moment is a trial. @param members see `effectiveTierSql` */
export const onTrialSql = (members: string): string =>
  `exists (select 1 from trials t where ${trialOfMemberSql(members)} and ${members}.subscription_expires_at > now())`;
