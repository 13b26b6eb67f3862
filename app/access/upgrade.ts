/** The button of every paywall; specification, section 4. */
export const UPGRADE = { label: "Upgrade to Premium" } as const;

/** The button where Premium is not enough. */
export const UPGRADE_TO_PRIVATE = { label: "Upgrade to Private" } as const;
