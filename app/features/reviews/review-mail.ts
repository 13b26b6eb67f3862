import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";

/** @property by the author of the comment @property title the record's @property path its review */
export const mentionMail = (
  siteName: string,
  { by, title, words, path }: { by: string; title: string; words: string; path: string },
): MailContent => ({
  template: "mention",
  subject: `${by} mentions you at ${siteName}`,
  heading: "You are mentioned in a review",
  paragraphs: [`${isolated(by)} writes about ${isolated(title)}:`, isolated(words)],
  action: { label: "Open the review", path },
});
