/** A span of text: plain, a link or, in Markdown, emphasised. */
export type TextSpan = { text: string; href?: string; strong?: true; emphasis?: true };

/** A list item. `value`: its written number in a numbered list. */
export type ListItem = { value?: number; blocks: TextBlock[] };

export type TableCell = { spans: TextSpan[]; numeric?: true };

/**
 * A text as plain data: pages render it, feeds and summaries read its words. It cannot contain markup,
 * whatever an author writes.
 */
export type TextBlock =
  /** `tight`: the only content of a list item without paragraphs. */
  | { kind: "paragraph"; spans: TextSpan[]; tight?: true }
  /** @property level 1 is the highest; the page maps it to its own headings */
  | { kind: "heading"; level: 1 | 2 | 3; spans: TextSpan[] }
  | { kind: "list"; ordered: boolean; items: ListItem[] }
  | { kind: "quote"; blocks: TextBlock[] }
  | { kind: "table"; head: TableCell[]; rows: TableCell[][] }
  /** @property src path of an uploaded picture */
  | { kind: "picture"; src: string; alt: string }
  /** @property period as written: `1y` */
  | { kind: "chart"; symbol: string; period: string }
  | { kind: "rule" };
