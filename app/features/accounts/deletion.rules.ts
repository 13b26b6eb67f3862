/** Days in which a member who asked to be deleted can change their mind. */
export const GRACE_DAYS = 30;

/** When an account goes that was asked to be deleted at this moment. */
export const deletionDay = (requestedAt: Date) => new Date(requestedAt.getTime() + GRACE_DAYS * 86_400_000);

/** The one button that stops a deletion. Signing in alone does not. */
export const KEEP = "Keep my account";
