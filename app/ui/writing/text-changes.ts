import type { ToolName } from "./tool-list";

/** A text with its selection. */
export type Selected = { text: string; from: number; to: number };

/** The replacement of a part of the text, and the selection afterwards. */
export type Change = {
  from: number;
  to: number;
  insert: string;
  select: readonly [from: number, to: number];
};

/** Adds or removes marks around the selected words. */
function mark(sign: "*" | "**", otherwise: string, { text, from, to }: Selected): Change {
  const chosen = text.slice(from, to);
  const start = from + (chosen.length - chosen.trimStart().length);
  const end = Math.max(start, to - (chosen.length - chosen.trimEnd().length));
  const stars = (/\*+$/.exec(text.slice(0, start))?.[0] ?? "").length;
  const starsBehind = (/^\*+/.exec(text.slice(end))?.[0] ?? "").length;
  const least = Math.min(stars, starsBehind);
  // Of three asterisks one is emphasis and two are strong.
  if (end > start && (sign === "*" ? least === 1 || least === 3 : least >= 2)) {
    const size = sign.length;
    const words = text.slice(start, end);
    return { from: start - size, to: end + size, insert: words, select: [start - size, end - size] };
  }
  const words = text.slice(start, end) || otherwise;
  const first = start + sign.length;
  return {
    from: start,
    to: end,
    insert: sign + words + sign,
    select: [first, first + words.length],
  };
}

/** The complete lines of a selection. */
function linesAround({ text, from, to }: Selected) {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const last = to > from && text[to - 1] === "\n" ? to - 1 : to;
  const end = text.indexOf("\n", last);
  return { start, end: end === -1 ? text.length : end };
}

/** Adds a prefix to each selected line, or removes it if all have it. */
function prefix(sign: string, selected: Selected): Change {
  const { start, end } = linesAround(selected);
  const lines = selected.text.slice(start, end).split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const hasAll = filled.length > 0 && filled.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => {
    if (hasAll) return line.startsWith(sign) ? line.slice(sign.length) : line;
    return (line.trim() === "" && lines.length > 1) || line.startsWith(sign) ? line : sign + line;
  });
  const insert = changed.join("\n");
  const select: Change["select"] =
    selected.from === selected.to && lines.length === 1
      ? [start + insert.length, start + insert.length]
      : [start, start + insert.length];
  return { from: start, to: end, insert, select };
}

/** Cycles through no heading, levels one, two, three, and none. */
function heading(selected: Selected): Change {
  const { start } = linesAround(selected);
  const found = selected.text.indexOf("\n", start);
  const end = found === -1 ? selected.text.length : found;
  const line = selected.text.slice(start, end);
  const [, signs = "", words = ""] = /^(#{0,6}) *(.*)$/.exec(line) ?? [];
  const rank = signs.length >= 3 ? 0 : signs.length + 1;
  const insert = rank === 0 ? words : `${"#".repeat(rank)} ${words}`;
  return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
}

function link({ text, from, to }: Selected): Change {
  const chosen = text.slice(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const words = isAddress || chosen === "" ? "words" : chosen;
  const address = isAddress ? chosen : "https://";
  const insert = `[${words}](${address})`;
  const first = isAddress || chosen === "" ? from + 1 : from + words.length + 3;
  const length = isAddress || chosen === "" ? words.length : address.length;
  return { from, to, insert, select: [first, first + length] };
}

/** Inserts a paragraph after the selection. @param chosen the part to select for typing over */
function paragraph(words: string, chosen: string, { text, to }: Selected): Change {
  const before = text.slice(0, to);
  const behind = text.slice(to);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const trail = behind === "" || behind.startsWith("\n\n") ? "" : behind.startsWith("\n") ? "\n" : "\n\n";
  const first = to + lead.length + words.indexOf(chosen);
  return { from: to, to, insert: lead + words + trail, select: [first, first + chosen.length] };
}

const PICTURE = "![What it shows](/uploads/)";
/** A picture in its own paragraph. @param line its Markdown */
export const showPicture = (line: string, selected: Selected): Change => paragraph(line, line, selected);

const CHART = "chart NVDA 1y";

const CHANGES: Record<ToolName, (selected: Selected) => Change> = {
  bold: (selected) => mark("**", "important words", selected),
  italic: (selected) => mark("*", "emphasised words", selected),
  heading,
  link,
  list: (selected) => prefix("* ", selected),
  quote: (selected) => prefix("> ", selected),
  picture: (selected) => paragraph(PICTURE, "/uploads/", selected),
  chart: (selected) => paragraph(CHART, "NVDA", selected),
};

/** The change that a tool makes to a text. */
export const changeBy = (tool: ToolName, selected: Selected): Change => CHANGES[tool](selected);
