/** A member's status as a word and its colour; specification, section 4. */
export const STATUS_BADGES = {
  active: { text: "Active", tone: "good" },
  inactive: { text: "Inactive", tone: "bad" },
  pending: { text: "Pending", tone: "warn" },
} as const;
