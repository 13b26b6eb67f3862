/** The content of a mail before it is rendered: plain words without markup. */
export type MailContent = {
  /** Named in the log of mails. */
  template: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** The one button; `path` begins with a slash and is put after the site's public address. */
  action?: { label: string; path: string };
  closing?: readonly string[];
};

export type RenderedMail = { template: string; subject: string; html: string; text: string };

/** The site a mail comes from. */
export type MailSite = { siteName: string; publicUrl: string };

/**
 * Stands where a mail's link has its token. The database keeps the mark; the token is put in its place on the
 * way out, so neither the log of mails nor a backup opens an account.
 */
export const TOKEN_SLOT = "[[token]]";

export const withToken = (text: string, token: string) => text.replaceAll(TOKEN_SLOT, token);

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const TEXT_COLOR = "#1b1b26";
const MUTED_COLOR = "#55556b";
const BRAND_COLOR = "#1B1464";
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Draws a mail as HTML in the site's look and as plain text; links lead to the site's public address only. */
export function renderMail(content: MailContent, site: MailSite): RenderedMail {
  const { template } = content;
  // One line, whatever it was made of: a subject is a header.
  const subject = content.subject.replace(/\p{Cc}+/gu, " ").slice(0, 200);
  return { template, subject, html: renderHtml(content, site, subject), text: renderText(content, site) };
}

const actionUrl = ({ action }: MailContent, { publicUrl }: MailSite) =>
  action ? publicUrl + action.path : undefined;

const FOOTER_TEXT =
  "Everything here is for learning only. It is not financial advice, and investments carry risk.";

function renderText(content: MailContent, site: MailSite): string {
  const link = actionUrl(content, site);
  const facts = (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`).join("\n");
  const action = link && content.action ? `${content.action.label}:\n${link}` : "";
  return [
    content.heading,
    ...content.paragraphs,
    facts,
    action,
    ...(content.closing ?? []),
    `--\n${site.siteName}, ${site.publicUrl}\n${FOOTER_TEXT}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const paragraphHtml = (text: string) =>
  `<p style="margin:0 0 16px;font:16px/1.55 ${SANS};color:${TEXT_COLOR}">${escapeHtml(text)}</p>`;

const smallPrintHtml = (html: string) =>
  `<p style="margin:0 0 8px;font:13px/1.5 ${SANS};color:${MUTED_COLOR}">${html}</p>`;

function factsHtml(facts: NonNullable<MailContent["facts"]>): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid #deded8;font:14px/1.5 ${SANS};color:${MUTED_COLOR}">${escapeHtml(label)}</td>` +
      `<td align="right" style="padding:8px 0;border-bottom:1px solid #deded8;font:14px/1.5 ${SANS};color:${TEXT_COLOR}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${rows.join("")}</table>`;
}

function buttonHtml(label: string, link: string): string {
  const href = escapeHtml(link);
  return (
    `<p style="margin:8px 0 24px"><a href="${href}" style="display:inline-block;padding:12px 24px;background:${BRAND_COLOR};color:#ffffff;font:600 16px/1.25 ${SANS};text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></p>` +
    smallPrintHtml(
      `If the button does not work, open this address:<br><a href="${href}" style="color:${BRAND_COLOR};word-break:break-all">${href}</a>`,
    )
  );
}

/** Tables and attributes: many mail programs know no other layout. Nothing is loaded from anywhere. */
function renderHtml(content: MailContent, site: MailSite, subject: string): string {
  const link = actionUrl(content, site);
  const body = [
    ...content.paragraphs.map(paragraphHtml),
    content.facts?.length ? factsHtml(content.facts) : "",
    link && content.action ? buttonHtml(content.action.label, link) : "",
    ...(content.closing ?? []).map((text) => smallPrintHtml(escapeHtml(text))),
  ].join("\n");
  const name = escapeHtml(site.siteName);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f5f4ef">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f4ef"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#ffffff;border-top:3px solid ${BRAND_COLOR}"><tr><td style="padding:24px 32px 8px">
<p style="margin:0 0 24px;font:700 20px/1.2 ${SERIF};color:${BRAND_COLOR}"><span aria-hidden="true">&#9696;</span> ${name}</p>
<h1 style="margin:0 0 16px;font:700 26px/1.25 ${SERIF};color:${TEXT_COLOR}">${escapeHtml(content.heading)}</h1>
${body}
</td></tr><tr><td style="padding:16px 32px 24px;border-top:1px solid #deded8">
${smallPrintHtml(`<a href="${escapeHtml(site.publicUrl)}" style="color:${MUTED_COLOR}">${name}</a>`)}
${smallPrintHtml(escapeHtml(FOOTER_TEXT))}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}
