import type { MailSite } from "~/features/mail/mail-content";
import {
  anchor,
  button,
  escapeHtml,
  facts,
  footRow,
  heading,
  INK,
  LINE,
  LINK,
  MUTED,
  mailFrame,
  SANS,
  SERIF,
  sheetRow,
  smallPrint,
  wordsHtml,
} from "~/features/mail/mail-parts";
import type { ListItem, TableCell, TextBlock, TextSpan } from "~/ui/text-blocks";
import { type PlainWords, wordsOfBlocks } from "~/web/markdown/plain-text.server";
import { cutBlock } from "./cut-block";
import type { EditionText } from "./edition-text";
import { withEdition } from "./edition-word.rules";

/**
 * Bytes of the text in an edition's HTML. Gmail cuts emails at about 102 kB; the frame and the encoding need
 * some of them.
 */
const TEXT_BYTES = 60_000;

export const EDITION_FOOTER =
  "Everything here is for educational purposes only. It is not financial advice, and investments carry risk.";

type EditionMail = {
  subject: string;
  preview: string;
  text: EditionText;
  /** Why the reader gets it. */
  because: string;
  /** The full address to unsubscribe and to choose newsletters. */
  unsubscribe: string;
  /** Names the edition in its links to our pages; tests and previews have none. */
  code?: string;
};

/** An edition's HTML in the look of all emails. */
export function editionHtml(mail: EditionMail, site: MailSite): string {
  const { subject, preview, text, because, unsubscribe, code } = mail;
  const { publicUrl } = site;
  const place = placeOf(mail, site);
  const { link } = place;
  const { html, cut } = bodyHtml(text.blocks, place);
  const body = [
    `<p class="m-muted" style="margin:0 0 8px;font:14px/20px ${SANS};color:${MUTED}">${wordsHtml(text.kicker)}</p>`,
    heading(text.heading),
    text.lede ? lede(text.lede) : "",
    text.facts.length > 0 ? facts(text.facts, site) : "",
    html,
    button(cut ? "Continue reading" : text.action.label, link),
    ...text.closing.map((line) => smallPrint(wordsHtml(line))),
  ].join("\n");
  const foot = [
    smallPrint(escapeHtml(EDITION_FOOTER)),
    smallPrint(`${escapeHtml(because)} ${anchor(unsubscribe, "Unsubscribe or choose your emails")}.`),
    smallPrint(anchor(withEdition(publicUrl, { publicUrl, code }), site.siteName)),
  ];
  return mailFrame({ subject, preview, rows: [sheetRow("12px 40px 20px", body), footRow(foot)] }, site);
}

/** The same as plain text. */
export function editionPlainText(mail: EditionMail, site: MailSite): string {
  const { text, because, unsubscribe, code } = mail;
  const { siteName, publicUrl } = site;
  const place = placeOf(mail, site);
  const own = (address: string) => withEdition(address, { publicUrl, code });
  const lines = text.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return [
    text.kicker,
    text.heading,
    text.lede ?? "",
    lines,
    text.plain?.split("\n").map(own).join("\n") ?? wordsOfBlocks(text.blocks, plainWords(place)),
    `${text.action.label}:\n${place.link}`,
    ...text.closing,
    `--\n${EDITION_FOOTER}\n${because}\nUnsubscribe or choose your emails: ${unsubscribe}\n${siteName}, ${own(publicUrl)}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const placeOf = ({ text, code }: EditionMail, site: MailSite): Place => {
  const { publicUrl } = site;
  const link = withEdition(publicUrl + text.action.path, { publicUrl, code });
  return { ...site, code, link, isLocked: text.isLocked };
};

/** A link's full address. */
function wholeAddress(href: string, { publicUrl, code, link }: Place): string {
  if (href.startsWith("#")) return link + href;
  return withEdition(href.startsWith("/") ? publicUrl + href : href, { publicUrl, code });
}

const chartName = ({ symbol, period }: { symbol: string; period: string }) => `Chart: ${symbol}, ${period}`;
const pictureName = ({ alt }: { alt: string }) => `Picture: ${alt}`;

/** Addresses follow their words; one that is written out already is not repeated. */
const plainWords = (place: Place): PlainWords => ({
  link(words, href) {
    if (words === href || `mailto:${words}` === href) return wholeAddress(words, place);
    return `${words} (${wholeAddress(href, place)})`;
  },
  picture: (picture) =>
    `${pictureName(picture)} (${place.isLocked ? place.link : place.publicUrl + picture.src})`,
  chart: (chart) => `${chartName(chart)} (${place.link})`,
});

const lede = (text: string) =>
  `<p class="m-ink" dir="auto" style="margin:0 0 20px;padding-left:16px;border-left:3px solid ${LINK};font:20px/29px ${SERIF};color:${INK}">${wordsHtml(text)}</p>`;

/** As many whole blocks as fit. One that would fill more than half of the email is cut itself. */
function bodyHtml(blocks: readonly TextBlock[], place: Place): { html: string; cut: boolean } {
  const drawn: string[] = [];
  let bytes = 0;
  for (const block of blocks) {
    const html = blockHtml(block, place);
    const after = bytes + Buffer.byteLength(html) + 1;
    if (after > TEXT_BYTES) {
      const left = TEXT_BYTES - bytes;
      const fits = (part: TextBlock) => Buffer.byteLength(blockHtml(part, place)) < left;
      const begun = left > TEXT_BYTES / 2 ? cutBlock(block, fits) : undefined;
      if (begun) drawn.push(blockHtml(begun, place));
      return { html: drawn.join("\n"), cut: true };
    }
    bytes = after;
    drawn.push(html);
  }
  return { html: drawn.join("\n"), cut: false };
}

/** @property link of the record, where its charts are @property code as in `EditionMail` */
type Place = MailSite & Pick<EditionText, "isLocked"> & { link: string; code?: string };

const TEXT = `font:17px/27px ${SERIF};color:${INK}`;
const SIZES = { 1: "24px/30px", 2: "21px/27px", 3: "18px/25px" } as const;

function blockHtml(block: TextBlock, place: Place): string {
  switch (block.kind) {
    case "paragraph":
      return paragraphHtml(spansHtml(block.spans, place), block.tight ? "0" : "0 0 16px");
    case "heading": {
      const tag = `h${block.level + 1}`;
      return `<${tag} class="m-ink" dir="auto" style="margin:24px 0 8px;font:bold ${SIZES[block.level]} ${SERIF};color:${INK}">${spansHtml(block.spans, place)}</${tag}>`;
    }
    case "list":
      return listHtml(block, place);
    case "quote":
      return `<blockquote class="m-line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${LINE}">${block.blocks.map((each) => blockHtml(each, place)).join("\n")}</blockquote>`;
    case "table":
      return tableHtml(block.head, block.rows, place);
    case "picture":
      if (place.isLocked) return paragraphHtml(anchor(place.link, pictureName(block)), "0 0 16px");
      return `<p style="margin:0 0 16px"><img src="${escapeHtml(place.publicUrl + block.src)}" width="520" alt="${escapeHtml(block.alt)}" style="display:block;width:100%;max-width:520px;height:auto;border:0"></p>`;
    case "chart":
      return paragraphHtml(anchor(place.link, chartName(block)), "0 0 16px");
    case "rule":
      return `<hr class="m-line" style="margin:24px 0;border:0;border-top:1px solid ${LINE}">`;
  }
}

const paragraphHtml = (html: string, margin: string) =>
  `<p class="m-ink" dir="auto" style="margin:${margin};${TEXT}">${html}</p>`;

function listHtml({ ordered, items }: { ordered: boolean; items: ListItem[] }, place: Place): string {
  const tag = ordered ? "ol" : "ul";
  const rows = items.map(({ value, blocks }) => {
    const number = value === undefined ? "" : ` value="${value}"`;
    return `<li${number} class="m-ink" style="margin:0 0 8px;${TEXT}">${blocks.map((each) => blockHtml(each, place)).join("\n")}</li>`;
  });
  return `<${tag} style="margin:0 0 16px;padding:0 0 0 24px">${rows.join("")}</${tag}>`;
}

function tableHtml(head: readonly TableCell[], rows: readonly TableCell[][], place: Place): string {
  const cell = (tag: "th" | "td", { spans, numeric }: TableCell) =>
    `<${tag} class="m-ink m-line" align="${numeric ? "right" : "left"}" style="padding:8px 12px 8px 0;border-bottom:1px solid ${LINE};font:14px/20px ${SANS};${tag === "th" ? "font-weight:bold;" : ""}color:${INK}">${spansHtml(spans, place)}</${tag}>`;
  const row = (tag: "th" | "td", cells: readonly TableCell[]) =>
    `<tr valign="top">${cells.map((each) => cell(tag, each)).join("")}</tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${row("th", head)}${rows.map((cells) => row("td", cells)).join("")}</table>`;
}

const spansHtml = (spans: readonly TextSpan[], place: Place) =>
  spans.map((span) => spanHtml(span, place)).join("");

function spanHtml({ text, href, strong, emphasis }: TextSpan, place: Place): string {
  const words = wordsHtml(text).replaceAll("\n", "<br>");
  const stressed = emphasis ? `<em>${words}</em>` : words;
  const marked = strong ? `<strong>${stressed}</strong>` : stressed;
  if (href === undefined) return marked;
  return `<a class="m-link" href="${escapeHtml(wholeAddress(href, place))}" style="color:${LINK}">${marked}</a>`;
}
