/** Days during which a member can cancel a requested deletion. */
export const GRACE_DAYS = 30;

/** When an account is deleted whose deletion was requested at this time. */
export const deletionDay = (requestedAt: Date) => new Date(requestedAt.getTime() + GRACE_DAYS * 86_400_000);

/** The only button that cancels a deletion. Signing in does not cancel it. */
export const KEEP = "Keep my account";
