import type { MailContent, MailSite } from "./mail-content";

/** U+2060 is invisible, and programs that detect addresses stop at it. */
const JOINER = "\u2060";

/**
 * The characters that make text an address: the dot of a domain, the at sign of an email address, the colon
 * of a scheme.
 */
const LIVE = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L})|@(?=\S)|:(?=\/\/)/gu;

/**
 * Text in which email programs detect no link. Strangers type names, messages and devices. With a live
 * address in them, they could send links through our emails.
 * @param own texts that stay live: our own address and name
 */
function withoutLinks(text: string, own: readonly string[]): string {
  const [first, ...others] = own;
  if (first === undefined) return text.replace(LIVE, (sign) => sign + JOINER);
  return text
    .split(first)
    .map((part) => withoutLinks(part, others))
    .join(first);
}

/** An email in which only the button, its own links, the sender's address and what staff wrote are links. */
export function withInertWords(content: MailContent, { siteName, publicUrl }: MailSite): MailContent {
  if (content.isByStaff) return content;
  const quiet = (text: string) => withoutLinks(text, [publicUrl, siteName]);
  return {
    ...content,
    subject: quiet(content.subject),
    heading: quiet(content.heading),
    paragraphs: content.paragraphs.map(quiet),
    facts: content.facts?.map(({ label, value, ...fact }) => ({
      ...fact,
      label: quiet(label),
      value: quiet(value),
    })),
    closing: content.closing?.map(quiet),
  };
}
