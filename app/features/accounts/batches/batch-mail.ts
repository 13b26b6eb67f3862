import type { MailContent } from "~/features/mail/mail-content";

/** What staff write to many members. Each line of their text is a paragraph. */
export const batchMail = (
  siteName: string,
  { subject, body }: { subject: string; body: string },
): MailContent => ({
  template: "staff-message",
  subject,
  heading: subject,
  paragraphs: body.split(/\s*\n\s*/).filter((line) => line !== ""),
  action: { label: "Open your account", path: "/dashboard" },
  closing: [
    `You receive this email because you have an account at ${siteName}. You can turn such emails off in your account, under Personal information.`,
  ],
});
