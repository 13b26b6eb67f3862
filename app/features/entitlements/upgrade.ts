/** The way out of every lock; specification, section 4. */
export const UPGRADE = { label: "Upgrade to Premium", to: "/subscription" } as const;

/** The same where Premium is not enough. */
export const UPGRADE_TO_PRIVATE = { label: "Upgrade to Private", to: "/subscription" } as const;
