import { WORKING_COPY } from "~/admin-kit/working-copies/working-copies.rules";
import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";

/** @property singular what the record is @property reason a sentence */
type NotPublished = { kind: string; recordId: string; singular: string; reason: string };

/** To the person who planned a working copy. Without the record's title, which may be for paying readers. */
export const copyNotPublishedMail = (
  siteName: string,
  { kind, recordId, singular, reason }: NotPublished,
): MailContent => ({
  template: "working-copy-not-published",
  subject: `A working copy was not published at ${siteName}`,
  heading: "A working copy was not published",
  paragraphs: [
    `The working copy of a ${singular} that you scheduled could not be published, and readers see the version from before.`,
    `The reason: ${isolated(reason)}`,
  ],
  action: { label: "Open the working copy", path: `/admin/${kind}/${recordId}/edit?${WORKING_COPY}=on` },
  closing: ["The working copy is unchanged. Publish it there, choose another time, or discard it."],
});
