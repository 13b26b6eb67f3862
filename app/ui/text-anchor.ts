/**
 * The id of a heading in a text, from its words or a link to it: "Our Outlook" and "#our-outlook" are the
 * same.
 */
export function textAnchor(words: string): string {
  let text = words;
  try {
    text = decodeURIComponent(words);
  } catch {
    // A literal per cent sign.
  }
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  // A prefix, to differ from the page's ids.
  return `text-${slug}`;
}
