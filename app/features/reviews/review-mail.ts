import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";

/** Without the record's title and the comment, which may be for paying readers. @property by the author of the comment @property singular what the record is @property path its review */
export const mentionMail = (
  siteName: string,
  { by, singular, path }: { by: string; singular: string; path: string },
): MailContent => ({
  template: "mention",
  subject: `${by} mentions you at ${siteName}`,
  heading: "You are mentioned in a review",
  paragraphs: [`${isolated(by)} mentions you in a review (${singular}).`],
  action: { label: "Open the review", path },
});
