import type { MailContent } from "~/features/mail/mail-content";

/**
 * What staff write to many members. Each line of their text is a paragraph, and its addresses stay live.
 * @param endPath ends such emails without a sign-in
 */
export const batchMail = (
  siteName: string,
  { subject, body, endPath }: { subject: string; body: string; endPath: string },
): MailContent => ({
  template: "staff-message",
  subject,
  heading: subject,
  isByStaff: true,
  paragraphs: body.split(/\s*\n\s*/).filter((line) => line !== ""),
  facts: [{ label: "Stop these emails", value: "You do not need to sign in.", path: endPath }],
  action: { label: "Open your account", path: "/dashboard" },
  closing: [
    `You receive this email because you have an account at ${siteName}. Under Notifications there, these are “Messages to members”.`,
  ],
});
