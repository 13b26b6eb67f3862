// The report of the growth bench: a table of every address for the terminal, or the text of
// docs/performance/growth.md.
import { median } from "./processes.mjs";
import { runConditions } from "./run-conditions.mjs";

/** @typedef {import("./growth.mjs").Measured} Measured */
/** @typedef {import("./growth.mjs").Timing} Timing */
/** @typedef {{ sizes: number[], few: Measured, many: Measured, words: string[] }} Growth */
/** @typedef {{ name: string, few: number, ratio: number, over: boolean } & Timing} Row milliseconds; NaN where nothing compares */

/** The promised limits at the larger size. */
const MOST_MS = 100;
const MOST_RATIO = 2;

/** @param {Growth} growth @returns {Row[]} */
export function rowsOf({ few, many }) {
  return [...many.timings].map(([name, timing]) => {
    const less = few.timings.get(name)?.median ?? Number.NaN;
    const ratio = timing.median / less;
    const over = timing.failed > 0 || timing.median > MOST_MS || ratio > MOST_RATIO;
    return { name, few: less, ratio, over, ...timing };
  });
}

/** @param {Growth} growth */
export function asText(growth) {
  const rows = rowsOf(growth);
  const [less, more] = labels(growth);
  const lines = rows.map((row) => [row.name.padEnd(64), ...figures(row), verdict(row)].join("\t"));
  return [
    `\nmedian ms at ${less} and ${more} rows, promised <= ${MOST_RATIO} x and <= ${MOST_MS} ms\n`,
    ["address".padEnd(64), less, more, "ratio", "p95", ""].join("\t"),
    ...lines,
    "",
    summary(growth, rows),
  ].join("\n");
}

/** @param {Growth} growth */
export function asMarkdown(growth) {
  const rows = rowsOf(growth);
  const [less, more] = labels(growth);
  const over = rows.filter((row) => row.over).toSorted((a, b) => b.median - a.median);
  const overLines = over.map((row) => `| \`${row.name}\` | ${figures(row).join(" | ")} | ${verdict(row)} |`);
  return [
    `${runConditions(growth.words)}.`,
    "",
    summary(growth, rows),
    "",
    `| asked by, and what | addresses | ms at ${less} | ms at ${more} | slowest | as promised |`,
    "|---|--:|--:|--:|---|--:|",
    ...areasOf(rows).map(areaLine),
    "",
    `| over | ms at ${less} | ms at ${more} | ratio | p95 | |`,
    "|---|--:|--:|--:|--:|---|",
    ...overLines,
    ...paceTable(growth),
  ].join("\n");
}

/** A file's time ends at its first rows; the pace of the other rows is in another column. @param {Growth} growth */
function paceTable(growth) {
  const { few, many } = growth;
  const [less, more] = labels(growth);
  const paces = [...many.timings].flatMap(([name, { rowsPerSecond }]) => {
    const pace = (/** @type {number | undefined} */ value) => (value === undefined ? "–" : value.toFixed(0));
    if (rowsPerSecond === undefined) return [];
    return [`| \`${name}\` | ${pace(few.timings.get(name)?.rowsPerSecond)} | ${pace(rowsPerSecond)} |`];
  });
  if (paces.length === 0) return [];
  return ["", `| file | rows a second at ${less} | at ${more} |`, "|---|--:|--:|", ...paces];
}

/** @param {Growth} growth */
const labels = ({ sizes }) => sizes.map((size) => size.toLocaleString("en"));

/** @param {Row} row */
const figures = ({ few, median, ratio, p95 }) => [few, median, ratio, p95].map(figure);

const figure = (/** @type {number} */ value) => (Number.isNaN(value) ? "–" : value.toFixed(1));

/** @param {Row} row */
const verdict = ({ over, failed }) =>
  [over ? "over" : "", failed ? `${failed} failed` : ""].filter(Boolean).join(", ");

/** @param {Growth} growth @param {Row[]} rows */
function summary({ few, many }, rows) {
  const kept = rows.filter(({ over }) => !over).length;
  const [less, more] = [few, many].map(({ ready }) => ready.toFixed(1));
  return `${kept} of ${rows.length} addresses as promised; the server answers ${less} s and ${more} s after its start`;
}

/** @param {string} name as in "staff /admin/news?sort=title" */
function areaOf(name) {
  const [who = "", path = ""] = name.split(" ");
  if (path.startsWith("/admin")) return path.includes("/export.csv") ? `${who}, CSV` : `${who}, back-office`;
  if (path.startsWith("/api")) return `${who}, API`;
  if (path.startsWith("/search")) return `${who}, search`;
  return /\.xml$/.test(path) ? `${who}, feeds and sitemap` : `${who}, pages`;
}

/** @param {Row[]} rows @returns {[string, Row[]][]} */
function areasOf(rows) {
  /** @type {Map<string, Row[]>} */
  const areas = new Map();
  for (const row of rows) areas.set(areaOf(row.name), [...(areas.get(areaOf(row.name)) ?? []), row]);
  return [...areas];
}

/** @param {[string, Row[]]} area */
function areaLine([area, rows]) {
  const middle = (/** @type {number[]} */ values) => {
    const known = values.filter((value) => !Number.isNaN(value));
    return figure(known.length > 0 ? median(known) : Number.NaN);
  };
  const slowest = rows.reduce((worst, row) => (row.median > worst.median ? row : worst));
  const kept = rows.filter(({ over }) => !over).length;
  const cells = [
    rows.length,
    middle(rows.map(({ few }) => few)),
    middle(rows.map((row) => row.median)),
    `${slowest.median.toFixed(1)}: \`${slowest.name.split(" ")[1]}\``,
    kept,
  ];
  return `| ${[area, ...cells].join(" | ")} |`;
}
