/** A part of two texts laid over each other; `gap` stands for what is the same in both and left out. */
export type DiffPiece = { kind: "same" | "removed" | "added" | "gap"; text: string };

/** Words that stay on either side of a change. */
const CONTEXT = 12;

/** Pairs of words that are compared: above it, what lies between the first and the last change is told as one. */
const MOST_PAIRS = 1_000_000;

/** Words, spaces and the rest one by one, so that together they are the text again. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

/** What changed between two texts, word by word, with some of what stayed around it. */
export function textDiff(from: string, to: string): DiffPiece[] {
  const before = wordsOf(from);
  const after = wordsOf(to);
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

/** By the longest words that both have in this order. */
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

/** Neighbours of one kind as one piece, what was removed before what was added; a space alone parts no change. */
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

/** Without what lies far from every change. */
function shortened(pieces: readonly DiffPiece[]): DiffPiece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.kind !== "same") return [piece];
    const words = wordsOf(piece.text);
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
