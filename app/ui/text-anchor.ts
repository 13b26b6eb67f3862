/** The id of a heading in a text, by its words or by what a link to it names: "Our Outlook" and "#our-outlook" are the same place. */
export function textAnchor(words: string): string {
  let text = words;
  try {
    text = decodeURIComponent(words);
  } catch {
    // A per cent sign of its own.
  }
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  // Apart from the ids of the page around it.
  return `text-${slug}`;
}
