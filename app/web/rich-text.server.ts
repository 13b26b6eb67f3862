import LinkifyIt from "linkify-it";
import type { TextSpan } from "~/ui/text-blocks";
import { safeHref } from "./http-url";
import { findWholeAddresses } from "./linkifier.server";

const linkifier = findWholeAddresses(new LinkifyIt());

/** Splits stored text into paragraphs (at blank lines) of spans, with http(s) addresses as links. */
export function toParagraphs(text: string): TextSpan[][] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map(linkify);
}

/** The spans of one paragraph. */
export function linkify(paragraph: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let end = 0;
  for (const match of linkifier.match(paragraph) ?? []) {
    const href = safeHref(match.url);
    if (!href) continue;
    if (match.index > end) spans.push({ text: paragraph.slice(end, match.index) });
    spans.push({ text: match.text, href });
    end = match.lastIndex;
  }
  if (end < paragraph.length) spans.push({ text: paragraph.slice(end) });
  return spans;
}
