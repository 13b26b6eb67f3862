import { withInertWords } from "./inert-words";
import { CHECK_PATH, logHeadText, type MailContent, type MailSite } from "./mail-content";
import { mailHtml } from "./mail-html";

export type RenderedMail = { template: string; subject: string; html: string; text: string };

/**
 * Placeholder for the token in an email's link. The database stores the placeholder; the token is inserted on
 * sending. So neither the log of emails nor a backup opens an account.
 */
export const TOKEN_SLOT = "[[token]]";

export const withToken = (text: string, token: string) => text.replaceAll(TOKEN_SLOT, token);

/** The same for the code that can be typed instead of opening the link. */
export const CODE_SLOT = "[[code]]";

/** @param code empty if the email has none */
export const withSecrets = (text: string, { token, code }: { token: string; code: string }) =>
  withToken(text, token).replaceAll(CODE_SLOT, code);

/**
 * Renders an email as HTML in the site's look and as plain text. Links lead only to the site's public
 * address.
 */
export function renderMail(written: MailContent, site: MailSite): RenderedMail {
  const content = withInertWords(written, site);
  const { template } = content;
  // A subject is a header, so it must be one line.
  const subject = content.subject.replace(/\p{Cc}+/gu, " ").slice(0, 200);
  const html = mailHtml({ ...content, subject, link: actionUrl(content, site) }, site, FOOTER_TEXT);
  return { template, subject, html, text: renderText(content, site) };
}

const actionUrl = ({ action }: MailContent, { publicUrl }: MailSite) =>
  action ? publicUrl + action.path : undefined;

const FOOTER_TEXT =
  "Everything here is for educational purposes only. It is not financial advice, and investments carry risk.";

function renderText(content: MailContent, site: MailSite): string {
  const link = actionUrl(content, site);
  const facts = (content.facts ?? [])
    .map(
      ({ label, value, path }) =>
        `${label}: ${value}${path === undefined ? "" : `\n${site.publicUrl}${path}`}`,
    )
    .join("\n");
  const head = content.logHead ? `\n${logHeadText(content.logHead)}\n${site.publicUrl}${CHECK_PATH}` : "";
  const action = link && content.action ? `${content.action.label}:\n${link}` : "";
  return [
    content.heading,
    ...content.paragraphs,
    facts,
    action,
    ...(content.closing ?? []),
    `--\n${site.siteName}, ${site.publicUrl}\n${FOOTER_TEXT}${head}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}
