import { DRAWN_NAME } from "~/ui/wordmark";
import { withIsolates } from "./isolated";
import type { MailContent, MailLook, MailSite } from "./mail-content";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
export const wordsHtml = (text: string) => withIsolates(escapeHtml(text));

/**
 * The light values of the tokens; the dark ones are in `DARK`. Email programs do not support custom
 * properties.
 */
export const INK = "#16132c";
export const MUTED = "#58546f";
export const BRAND = "#1b1464";
const PAPER = "#ffffff";
const PAGE = "#f5f4fa";
export const LINE = "#dddbe9";
export const LINK = "#2e23b4";
export const SERIF = "'Source Serif 4',Charter,Georgia,'Times New Roman',serif";
export const SANS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

const DARK_LINK = "#b5adff";
const DARK_BUTTON = "#5a4ee0";

/** Programs without media queries show the light look from the attributes. */
const DARK = `@media (prefers-color-scheme: dark) {
.m-page { background: #0d0b1c !important }
.m-sheet { background: #15122b !important }
.m-ink { color: #eeecf8 !important }
.m-muted { color: #ada8cd !important }
.m-link { color: ${DARK_LINK} !important }
.m-line { border-color: #2f2a52 !important }
.m-button { background: ${DARK_BUTTON} !important }
.m-logo { color: #eeecf8 !important }
.m-plate { background: #ffffff; padding: 6px 10px; border-radius: 4px; color: ${BRAND} !important }
}
@media (max-width: 620px) {
.m-sheet { width: 100% !important }
.m-pad { padding-left: 20px !important; padding-right: 20px !important }
.m-head { font-size: 27px !important; line-height: 32px !important }
}`;

export const paragraph = (text: string) =>
  `<p class="m-ink" dir="auto" style="margin:0 0 16px;font:17px/27px ${SERIF};color:${INK}">${wordsHtml(text)}</p>`;

export const smallPrint = (html: string) =>
  `<p class="m-muted" style="margin:0 0 8px;font:13px/20px ${SANS};color:${MUTED}">${html}</p>`;

export const anchor = (href: string, label: string, more = "") =>
  `<a class="m-link" href="${escapeHtml(href)}" style="color:${LINK}${more}">${wordsHtml(label)}</a>`;

export const table = (rows: string, style = "") =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${style && ` style="${style}"`}>${rows}</table>`;

export function facts(entries: NonNullable<MailContent["facts"]>, { publicUrl }: MailSite): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${LINE};font:14px/20px ${SANS}`;
  const rows = entries.map(
    ({ label, value, path }) =>
      `<tr valign="top"><td class="m-muted m-line" width="40%" style="${cell};padding-right:16px;color:${MUTED}">${path === undefined ? wordsHtml(label) : anchor(publicUrl + path, label)}</td>` +
      `<td class="m-ink m-line" align="right" style="${cell};font-weight:bold;color:${INK}">${wordsHtml(value)}</td></tr>`,
  );
  return table(rows.join(""), `table-layout:fixed;margin:0 0 24px;border-top:1px solid ${INK}`);
}

/** A table, because some programs ignore the padding of a link. */
export const button = (label: string, link: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr>` +
  `<td class="m-button" bgcolor="${BRAND}" style="border-radius:4px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 22px;font:bold 15px/20px ${SANS};color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>` +
  smallPrint(
    `If the button does not work, open this address:<br>${anchor(link, link, ";word-break:break-all")}`,
  );

/**
 * The wordmark is the only image of an email. Everybody loads the same file, so it tracks nobody. It has a
 * light version for the dark look. An owner's dark logo gets a light plate there.
 */
function wordmark({ siteName, publicUrl, look }: MailSite): string {
  const letters = `font:bold 24px/32px ${SERIF};color:${BRAND}`;
  if (look?.logo) {
    const { path, width, height, tone } = look.logo;
    return `<img class="m-logo${tone === "dark" ? " m-plate" : ""}" src="${escapeHtml(publicUrl + path)}" width="${width}" height="${height}" alt="${escapeHtml(siteName)}" style="display:block;border:0;${letters}">`;
  }
  if (siteName !== DRAWN_NAME) return `<span class="m-ink" style="${letters}">${escapeHtml(siteName)}</span>`;
  const img = `<img class="m-logo" src="${escapeHtml(publicUrl)}/wordmark.png" width="166" height="34" alt="${DRAWN_NAME}" style="display:block;border:0;${letters}">`;
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(publicUrl)}/wordmark-dark.png">${img}</picture>`;
}

/** Replaces the constants above with the owner's colours. Each constant has one role. */
function applyColours(html: string, look: MailLook | undefined): string {
  if (!look) return html;
  const { brand, link } = look;
  const roles = [
    [BRAND, brand[0]],
    [LINK, link[0]],
    [DARK_BUTTON, brand[1]],
    [DARK_LINK, link[1]],
  ] as const;
  return html.replace(
    /#[0-9a-f]{6}\b/g,
    (colour) => roles.find(([house]) => house === colour)?.[1] ?? colour,
  );
}

type Frame = {
  subject: string;
  /** What email programs show after the subject. Without it they show the first words. */
  preview?: string;
  /** The rows of the sheet below the wordmark, see `sheetRow`. */
  rows: readonly string[];
};

/** A row of the sheet. @param padding as in CSS */
export const sheetRow = (padding: string, html: string) =>
  `<tr><td class="m-pad" style="padding:${padding}">${html}</td></tr>`;

/** The main heading of an email. */
export const heading = (text: string) =>
  `<h1 class="m-head m-ink" dir="auto" style="margin:0 0 16px;font:bold 32px/38px ${SERIF};letter-spacing:-.3px;color:${INK}">${wordsHtml(text)}</h1>`;

/** The last row. @param lines HTML in small print */
export const footRow = (lines: readonly string[]) =>
  sheetRow(
    "0 40px 28px",
    `<div class="m-line" style="padding-top:14px;border-top:1px solid ${LINE}">${lines.join("")}</div>`,
  );

/** Invisible characters keep the text of the email out of the preview. */
const previewText = (text: string) =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>\n`;

/**
 * Tables of 600 px and attributes: many email programs support no other layout. No scripts, and no remote
 * content but the wordmark and the text's own pictures.
 */
export function mailFrame({ subject, preview, rows }: Frame, site: MailSite): string {
  const sheet = [sheetRow("24px 40px 12px", wordmark(site)), ...rows].join("\n");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>
${DARK}
</style></head>
<body class="m-page" bgcolor="${PAGE}" style="margin:0;padding:0;background:${PAGE}">
${preview ? previewText(preview) : ""}${table(`<tr><td align="center" style="padding:24px 0"><table role="presentation" class="m-sheet" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="width:600px;background:${PAPER};border-top:4px solid ${BRAND};text-align:left;overflow-wrap:anywhere;word-break:break-word">
${sheet}
</table></td></tr>`)}
</body>
</html>`;
  return applyColours(html, site.look);
}
