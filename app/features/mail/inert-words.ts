import type { MailContent, MailSite } from "./mail-content";

/** U+2060: nothing is seen of it, and programs that look for addresses stop at it. */
const JOINER = "\u2060";

/** What makes an address of letters: the dot before a domain's name, the sign of a mail's, the colon behind a scheme. */
const LIVE = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L})|@(?=\S)|:(?=\/\/)/gu;

/**
 * A text that no mail program makes a link of. Names, messages and devices are typed by strangers, and a mail of ours with a live
 * address in it would be theirs to send.
 * @param own what stays as it is: our own address, and our name
 */
function inert(text: string, own: readonly string[]): string {
  const [first, ...others] = own;
  if (first === undefined) return text.replace(LIVE, (sign) => sign + JOINER);
  return text
    .split(first)
    .map((part) => inert(part, others))
    .join(first);
}

/** A mail of which nothing but its button and the sender's address leads anywhere. */
export function withInertWords(content: MailContent, { siteName, publicUrl }: MailSite): MailContent {
  const quiet = (text: string) => inert(text, [publicUrl, siteName]);
  return {
    ...content,
    subject: quiet(content.subject),
    heading: quiet(content.heading),
    paragraphs: content.paragraphs.map(quiet),
    facts: content.facts?.map(({ label, value }) => ({ label: quiet(label), value: quiet(value) })),
    closing: content.closing?.map(quiet),
  };
}
