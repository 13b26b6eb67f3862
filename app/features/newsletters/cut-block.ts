import type { TextBlock, TextSpan } from "~/ui/text-blocks";

type Fits = (block: TextBlock) => boolean;

/**
 * The beginning of a block that is too long: the first words of a paragraph, items of a list, rows of a table or blocks
 * of a quotation. Of a first item or block that is too long, its beginning.
 * @returns undefined if nothing fits, or if the block has no parts
 */
export function cutBlock(block: TextBlock, fits: Fits): TextBlock | undefined {
  switch (block.kind) {
    case "paragraph":
      return cutParagraph(block, fits);
    case "list":
      return cutParts(
        block.items,
        (items) => ({ ...block, items }),
        fits,
        (item, fitsItem) => {
          const blocks = cutBlocks(item.blocks, (blocks) => fitsItem({ ...item, blocks }));
          return blocks && { ...item, blocks };
        },
      );
    case "quote": {
      const blocks = cutBlocks(block.blocks, (blocks) => fits({ ...block, blocks }));
      return blocks && { ...block, blocks };
    }
    case "table":
      return cutParts(block.rows, (rows) => ({ ...block, rows }), fits);
    default:
      return undefined;
  }
}

const cutBlocks = (
  blocks: readonly TextBlock[],
  fits: (blocks: TextBlock[]) => boolean,
): TextBlock[] | undefined => cutParts(blocks, (kept) => kept, fits, cutBlock);

/** @param make what the parts are of @param cut makes a first part that is too long shorter */
function cutParts<Part, Whole>(
  parts: readonly Part[],
  make: (parts: Part[]) => Whole,
  fits: (whole: Whole) => boolean,
  cut: (part: Part, fits: (part: Part) => boolean) => Part | undefined = () => undefined,
): Whole | undefined {
  const count = mostThatFit(parts.length, (count) => fits(make(parts.slice(0, count))));
  if (count > 0) return make(parts.slice(0, count));
  const first = parts[0] && cut(parts[0], (part) => fits(make([part])));
  return first && make([first]);
}

function cutParagraph(block: Extract<TextBlock, { kind: "paragraph" }>, fits: Fits): TextBlock | undefined {
  const letters = block.spans.flatMap(({ text }) => [...text]);
  const begun = (count: number) => ({
    ...block,
    spans: [...firstLetters(block.spans, count), { text: "\u2026" }],
  });
  const count = mostThatFit(letters.length, (count) => fits(begun(count)));
  if (count === 0) return undefined;
  let end = count;
  while (end > count / 2 && !/\s/.test(letters[end] ?? "")) end -= 1;
  return begun(end > count / 2 ? end : count);
}

/** The most parts that fit, of which fewer would fit, too. */
function mostThatFit(count: number, fits: (count: number) => boolean): number {
  let [fit, over] = [0, count + 1];
  while (over - fit > 1) {
    const middle = (fit + over) >> 1;
    if (fits(middle)) fit = middle;
    else over = middle;
  }
  return fit;
}

/** @param count of letters */
function firstLetters(spans: readonly TextSpan[], count: number): TextSpan[] {
  let left = count;
  return spans.flatMap((span) => {
    const letters = [...span.text].slice(0, Math.max(0, left));
    left -= letters.length;
    return letters.length > 0 ? [{ ...span, text: letters.join("") }] : [];
  });
}
