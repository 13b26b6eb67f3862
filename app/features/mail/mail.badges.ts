/** How a mail stands, as a word and its colour. */
export const MAIL_STATE_BADGES = {
  queued: { text: "Waiting", tone: "warn" },
  sent: { text: "Sent", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
} as const;
