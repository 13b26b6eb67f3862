/** The delivery state of an email: its word and colour. */
export const MAIL_STATE_BADGES = {
  queued: { text: "Waiting", tone: "warn" },
  sent: { text: "Sent", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
  held: { text: "Not sent", tone: "plain" },
} as const;
