/** A piece of a text: plain words, or words that lead to another site; where there is Markdown also emphasised ones. */
export type TextSpan = { text: string; href?: string; strong?: true; emphasis?: true };

/** One item of a list. `value`: the number that it was written with, in a numbered list. */
export type ListItem = { value?: number; blocks: TextBlock[] };

export type TableCell = { spans: TextSpan[]; numeric?: true };

/**
 * What a text consists of, as plain data: pages draw it, feeds and summaries read its words. It has no place for markup of its
 * own, so whatever an author writes, no more than this can come of it.
 */
export type TextBlock =
  /** `tight`: the whole of a list's item, which has no paragraphs. */
  | { kind: "paragraph"; spans: TextSpan[]; tight?: true }
  /** @property level 1 is the highest; where that stands among a page's headings, the page knows */
  | { kind: "heading"; level: 1 | 2 | 3; spans: TextSpan[] }
  | { kind: "list"; ordered: boolean; items: ListItem[] }
  | { kind: "quote"; blocks: TextBlock[] }
  | { kind: "table"; head: TableCell[]; rows: TableCell[][] }
  /** @property src path of a picture that was uploaded here */
  | { kind: "picture"; src: string; alt: string }
  /** @property period as it was written: `1y` */
  | { kind: "chart"; symbol: string; period: string }
  | { kind: "rule" };
