/** One block of a static page. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

export type StaticText = { title: string; blocks: Block[] };

/**
 * Reads the plain format of the content files: `# Title`, `## Heading`, `- list item`, and paragraphs between blank
 * lines. Words in braces (`{siteName}`) are filled in.
 * @throws when a file begins without a title or names an unknown word.
 */
export function parseStaticText(source: string, variables: Record<string, string>): StaticText {
  const filled = source.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const word = variables[name];
    if (word === undefined) throw new Error(`A static page speaks of {${name}}, which nothing fills in`);
    return word;
  });
  const [first = "", ...rest] = filled.trim().split(/\r?\n\s*\r?\n/);
  if (!first.startsWith("# ")) throw new Error("A static page begins with its title: # Title");
  return { title: first.slice(2).trim(), blocks: rest.map(parseBlock) };
}

function parseBlock(source: string): Block {
  const text = source.trim();
  if (text.startsWith("## ")) return { kind: "heading", text: text.slice(3) };
  const lines = text.split(/\r?\n/);
  if (lines.every((line) => line.startsWith("- "))) {
    return { kind: "list", items: lines.map((line) => line.slice(2)) };
  }
  return { kind: "paragraph", text: lines.join(" ") };
}
