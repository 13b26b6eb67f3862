/** A piece of a diff; `gap` stands for omitted unchanged text. */
export type DiffPiece = { kind: "same" | "removed" | "added" | "gap"; text: string };

/** Unchanged words shown on each side of a change. */
const CONTEXT = 12;

/** The most compared pairs of words: beyond it, everything from the first to the last change is one piece. */
const MOST_PAIRS = 1_000_000;

/** Splits a text into words, spaces and single other characters. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

/** The changes between two texts, word by word, with some context. */
export function textDiff(from: string, to: string): DiffPiece[] {
  const before = splitWords(from);
  const after = splitWords(to);
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = between(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const same = (words: string[]): Step[] => words.map((word) => ["same", word]);
  return shortened(
    joined([...same(before.slice(0, head)), ...middle, ...same(tail > 0 ? before.slice(-tail) : [])]),
  );
}

type Step = [kind: "same" | "removed" | "added", word: string];

/** By the longest common subsequence of words. */
function between(before: string[], after: string[]): Step[] {
  const removed = before.map((word): Step => ["removed", word]);
  const added = after.map((word): Step => ["added", word]);
  if (before.length * after.length > MOST_PAIRS) return [...removed, ...added];
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      longest[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      steps.push(["same", before[row] ?? ""]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      steps.push(removed[row] as Step);
      row += 1;
    } else {
      steps.push(added[column] as Step);
      column += 1;
    }
  }
  return [...steps, ...removed.slice(row), ...added.slice(column)];
}

/** Joins neighbours of one kind, removals before additions; a single space does not split a change. */
function joined(steps: readonly Step[]): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) pieces.push({ kind: "removed", text: removed });
    if (added) pieces.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  steps.forEach(([kind, word], index) => {
    if (kind === "removed") removed += word;
    else if (kind === "added") added += word;
    else if ((removed || added) && isBlank(word) && isChange(steps[index + 1])) {
      removed += word;
      added += word;
    } else {
      flush();
      const last = pieces.at(-1);
      if (last?.kind === "same") last.text += word;
      else pieces.push({ kind: "same", text: word });
    }
  });
  flush();
  return pieces;
}

const isBlank = (word: string) => /^[^\S\n]+$/.test(word);
const isChange = (step: Step | undefined) => step !== undefined && step[0] !== "same";

/** Omits text far from every change. */
function shortened(pieces: readonly DiffPiece[]): DiffPiece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.kind !== "same") return [piece];
    const words = splitWords(piece.text);
    const before = index === 0 ? 0 : CONTEXT;
    const after = index === pieces.length - 1 ? 0 : CONTEXT;
    if (words.length <= before + after + CONTEXT) return [piece];
    const parts: DiffPiece[] = [
      { kind: "same", text: words.slice(0, before).join("") },
      { kind: "gap", text: " … " },
      { kind: "same", text: words.slice(words.length - after).join("") },
    ];
    return parts.filter(({ text }) => text !== "");
  });
}
