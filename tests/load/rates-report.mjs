// Prints the rows of the bench: one by one in the terminal, or as a table for docs/performance.md.
import { median } from "./processes.mjs";
import { sumTimes } from "./processor-time.mjs";
import { runConditions } from "./run-conditions.mjs";

/** @typedef {import("./processor-time.mjs").ProcessorTime} ProcessorTime */
/** @typedef {import("./work.mjs").Promised} Promised */
/** @typedef {{ pages: number, perSecond: number, p99: number, failed: number }} Load */
/** @typedef {Load & { node?: ProcessorTime | undefined, postgres?: ProcessorTime | undefined, waitedShare?: number }} Played with the round's processor time, if known, and the share of it in which others had the core */
/** @typedef {{ ours: Played, bare: Load, other?: Played | undefined }} Round */
/** @typedef {{ name: string, promised?: Promised | undefined, kilobytes: number, rounds: Round[] }} Row */
/** @typedef {{ median: number, least: number, most: number }} Spread */
/** @typedef {{ own: string, other?: string | undefined, about: string }} Run names of both builds, and the load */

const UNKNOWN = "–";
const NAME_WIDTH = 34;
/** Of a round: if the server waits longer for its core, other jobs have changed the figures. */
const BUSY_SHARE = 0.1;
/** So many rounds of a row count for processor time. */
const CALM_ROUNDS = 3;
/** Titles of columns that hold no figures. */
const TEXTS = new Set(["work", "promised", ""]);

/**
 * Rounds in which the servers waited least for their core. While other jobs have it, a server finds its caches cold and
 * answers fewer requests at once: the same page takes more processor time.
 *
 * @param {Round[]} rounds
 */
export function calmestRounds(rounds) {
  const waited = (/** @type {Round} */ { ours, other }) =>
    Math.max(ours.waitedShare ?? 0, other?.waitedShare ?? 0);
  return rounds.toSorted((a, b) => waited(a) - waited(b)).slice(0, CALM_ROUNDS);
}

/**
 * Processor time of a page in this build, Node's and PostgreSQL's together, divided by that in the other one.
 *
 * @param {Round[]} rounds
 * @returns {Spread | undefined}
 */
export function processorQuotient(rounds) {
  const quotients = rounds.flatMap(({ ours, other }) => {
    const quotient = other ? microseconds(ours) / microseconds(other) : Number.NaN;
    return Number.isFinite(quotient) ? [quotient] : [];
  });
  if (quotients.length === 0) return undefined;
  return { median: median(quotients), least: Math.min(...quotients), most: Math.max(...quotients) };
}

/** @param {Played} played @returns {number} of processor time for a page; NaN if not known */
function microseconds({ node, postgres, pages }) {
  if (!node) return Number.NaN;
  const { user, system } = sumTimes(postgres ? [node, postgres] : [node]);
  return ((user + system) / pages) * 1e6;
}

/** @param {Run} run */
export const asHeading = (run) => asLine(headings(run));

/** @param {Run} run @param {Row} row */
export const asText = (run, row) => asLine(cells(run, row));

/** @param {string[]} line */
const asLine = ([name = "", ...others]) => [name.padEnd(NAME_WIDTH), ...others].join("\t").trimEnd();

/** @param {Run} run @param {Row[]} rows @param {string[]} words of the command */
export function asMarkdown(run, rows, words) {
  const beside = run.other ? ` beside ${run.other}` : "";
  const lines = [headings(run), ...rows.map((row) => cells(run, row))];
  // The last column holds notes.
  const width = lines.some((line) => line.at(-1)) ? undefined : -1;
  const [titles = [], ...others] = lines.map((line) => line.slice(0, width));
  return [
    `${runConditions(words)}. ${run.own}${beside}: ${run.about}.`,
    "",
    asTableLine(titles),
    `|${titles.map((title) => (TEXTS.has(title) ? "---|" : "--:|")).join("")}`,
    ...others.map(asTableLine),
  ].join("\n");
}

const asTableLine = (/** @type {string[]} */ line) => `| ${line.join(" | ")} |`;

/** @param {Run} run */
const headings = ({ other }) => [
  ...["work", "pages/s", "bare/s", "ratio", "promised", "p99 ms", "kB", "Node µs", "PostgreSQL µs"],
  ...(other ? [`CPU to ${other}`, "least to most"] : []),
  "",
];

/** @param {Run} run @param {Row} row */
function cells({ other }, { name, promised, kilobytes, rounds }) {
  const calm = calmestRounds(rounds);
  const of = (/** @type {(round: Round) => number} */ figure) => median(rounds.map(figure));
  return [
    name,
    of(({ ours }) => ours.perSecond).toFixed(0),
    of(({ bare }) => bare.perSecond).toFixed(0),
    of(({ ours, bare }) => ours.perSecond / bare.perSecond).toFixed(2),
    promisedText(promised),
    of(({ ours }) => ours.p99).toFixed(1),
    kilobytes.toFixed(1),
    perPage(calm, "node"),
    perPage(calm, "postgres"),
    ...(other ? spreadCells(processorQuotient(calm)) : []),
    notes(rounds, other),
  ];
}

/** @param {Promised | undefined} promised */
function promisedText(promised) {
  if (!promised) return UNKNOWN;
  return "ratio" in promised ? `≥ ${promised.ratio}` : `≥ ${promised.perSecond}/s`;
}

/**
 * Microseconds of a page, user and system, over all these rounds: the clock is too coarse for one of them.
 *
 * @param {Round[]} rounds
 * @param {"node" | "postgres"} part
 */
function perPage(rounds, part) {
  const times = rounds.flatMap(({ ours }) => ours[part] ?? []);
  if (times.length < rounds.length) return UNKNOWN;
  const pages = rounds.reduce((sum, { ours }) => sum + ours.pages, 0);
  const { user, system } = sumTimes(times);
  return [user, system].map((seconds) => figure((seconds / pages) * 1e6)).join(" + ");
}

const figure = (/** @type {number} */ value) => value.toFixed(value < 100 ? 1 : 0);

/** @param {Spread | undefined} spread */
function spreadCells(spread) {
  if (!spread) return [UNKNOWN, UNKNOWN];
  return [spread.median.toFixed(2), `${spread.least.toFixed(2)} to ${spread.most.toFixed(2)}`];
}

/** What makes a row's figures doubtful: failures, and other jobs on the core. @param {Round[]} rounds @param {string | undefined} other */
function notes(rounds, other) {
  const [our, their] = [
    rounds.reduce((sum, { ours }) => sum + ours.failed, 0),
    rounds.reduce((sum, round) => sum + (round.other?.failed ?? 0), 0),
  ];
  const waited = median(calmestRounds(rounds).map(({ ours }) => ours.waitedShare ?? 0));
  return [
    our ? `${our} failed` : "",
    their ? `${their} failed in ${other}` : "",
    waited > BUSY_SHARE ? `core shared: ${(100 * waited).toFixed(0)} %` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
