/** The way out of every lock, to the plans; specification, section 4. */
export const UPGRADE = { label: "Upgrade to Premium" } as const;

/** The same where Premium is not enough. */
export const UPGRADE_TO_PRIVATE = { label: "Upgrade to Private" } as const;
