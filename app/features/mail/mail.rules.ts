/** How a mail stands, as a word and its colour. */
export const MAIL_WORDS = {
  queued: { text: "Waiting", tone: "warn" },
  sent: { text: "Sent", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
} as const;
