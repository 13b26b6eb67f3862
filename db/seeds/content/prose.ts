/**
 * Text that is wrapped in the source and flows on the page: single line breaks become spaces, blank lines stay
 * the breaks between paragraphs.
 */
export function prose(strings: TemplateStringsArray): string {
  return strings
    .join("")
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, " ").trim())
    .join("\n\n");
}
