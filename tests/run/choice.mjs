import { chooseChanged } from "./changed.mjs";
import { isSpec, PARALLEL_STEPS } from "./steps.mjs";

/** @typedef {import("./steps.mjs").Step} Step */
/**
 * What the words of the command chose.
 *
 * @typedef {{
 *   lanes: Step[][],
 *   files?: string[],
 *   times: number,
 *   isDeep: boolean,
 *   seed?: number,
 *   keepsDurations: boolean,
 *   note?: string,
 * }} Choice
 */

/** Words of a command that mean nothing. */
export class UsageError extends Error {}

const STEPS = PARALLEL_STEPS.flat().map(({ name }) => name);

/** @param {(step: Step) => boolean} wants */
const lanesWhere = (wants) => PARALLEL_STEPS.map((lane) => lane.filter(wants));

/** The build and the runners that files of tests need. @param {readonly string[]} files */
const lanesFor = (files) =>
  lanesWhere(
    ({ name }) =>
      name === "build" ||
      (name === "unit" && files.some((file) => !isSpec(file))) ||
      (name === "browser" && files.some(isSpec)),
  );

/**
 * @param {readonly string[]} all words and options: steps, or `changed [commit]`, `deep [files]`, `flaky N [files]`
 * @param {string} root
 * @returns {Promise<Choice>}
 * @throws {UsageError} for words that mean nothing
 */
export async function choiceOf(all, root) {
  const { words, seed, keepsDurations } = optionsOf(all);
  const base = { times: 1, isDeep: false, seed, keepsDurations };
  const [first, ...rest] = words;
  if (first === "deep") {
    if (rest.length > 0) return { ...base, files: rest, isDeep: true, lanes: lanesFor(rest) };
    return { ...base, isDeep: true, lanes: lanesWhere(({ single, name }) => !single || name === "build") };
  }
  if (first === "flaky") {
    const [count = "", ...files] = rest;
    const times = Number(count);
    if (!Number.isInteger(times) || times < 2)
      throw new UsageError("How many times? For example: npm run test:flaky -- 3 tests/ui");
    if (files.length === 0)
      return { ...base, times, lanes: lanesWhere(({ single, name }) => !single || name === "build") };
    return { ...base, times, files, lanes: lanesFor(files) };
  }
  if (first === "changed") {
    const { files, note } = await chooseChanged(root, rest[0]);
    const checks = lanesWhere(({ name }) => ["types", "lint", "imports"].includes(name));
    const lanes =
      files.length > 0 ? lanesFor(files).map((lane, nth) => [...lane, ...(checks[nth] ?? [])]) : checks;
    return { ...base, files, note, lanes };
  }
  const unknown = words.filter((word) => !STEPS.includes(word));
  if (unknown.length > 0)
    throw new UsageError(
      `There is no step ${unknown.join(", ")}; there are ${STEPS.join(", ")}, changed, deep and flaky.`,
    );
  return { ...base, lanes: lanesWhere(({ name }) => words.length === 0 || words.includes(name)) };
}

/** @param {readonly string[]} all */
function optionsOf(all) {
  /** @type {string[]} */
  const words = [];
  let keepsDurations = false;
  /** @type {number | undefined} */
  let seed;
  const left = [...all];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--keep-durations") keepsDurations = true;
    else if (word === "--seed") seed = Number(left.shift());
    else words.push(word);
  }
  if (seed !== undefined && !Number.isInteger(seed))
    throw new UsageError("A seed is a whole number: --seed 7");
  return { words, seed, keepsDurations };
}
