/** The way out of every lock; specification, section 4. */
export const UPGRADE = { label: "Upgrade to Premium", to: "/subscription" } as const;
