// `npm run bench -- --growth [--rows 1000,1000000] [--requests 20]`: how long every address takes with few rows of everything and with
// many. Each size has a database of its own beside the one at DATABASE_URL, dropped at the end. No page comes from the
// page cache: its own queries are what grows.
import { randomBytes } from "node:crypto";
import { knex } from "@mikro-orm/postgresql";
import { collectAddresses, fetchAs } from "./growth-addresses.mjs";
import { median, nextExit, signIn, spawnNode, startServer } from "./processes.mjs";

const DEFAULT_SIZES = "1000,1000000";
const KINDS = ["members", "payments", "news", "briefs", "picks", "alerts", "videos", "quotes", "movers"];
const DEFAULT_REQUESTS = "20";
/** Milliseconds after which an address is asked no more, once it was asked three times. */
const ENOUGH_MS = 10_000;
/** What is promised of the larger size. */
const MOST_MS = 100;
const MOST_RATIO = 2;

/** @typedef {{ median: number, p95: number, failed: number }} Timing milliseconds, and answers that were not 200 */
/** @typedef {Map<string, Timing>} Timings by the address's name */

/** @param {string[]} words */
export async function measureGrowth(words) {
  const sizes = numbersOf(words, "--rows", DEFAULT_SIZES, 2);
  const [requests = 1] = numbersOf(words, "--requests", DEFAULT_REQUESTS, 1);
  /** @type {Timings[]} */
  const measured = [];
  for (const size of sizes) measured.push(await withDatabase((url) => measureSize(url, { size, requests })));
  report(sizes, measured);
}

/**
 * @param {string[]} words
 * @param {string} option
 * @param {string} fallback
 * @param {number} count how many numbers it takes
 */
function numbersOf(words, option, fallback, count) {
  const at = words.indexOf(option);
  const numbers = ((at < 0 ? undefined : words[at + 1]) ?? fallback).split(",").map(Number);
  if (numbers.length === count && numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    return numbers;
  throw new Error(`${option} takes ${count === 1 ? "a number" : `${count} numbers`}, such as ${fallback}`);
}

/** @template T @param {(url: string) => Promise<T>} run @returns {Promise<T>} */
async function withDatabase(run) {
  const server = String(process.env.DATABASE_URL);
  const connection = knex({ client: "pg", connection: server, pool: { min: 0, max: 1 } });
  const name = `openbell_growth_${randomBytes(4).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await connection.raw("create database ?? template template0", [name]);
    return await run(url.href);
  } finally {
    await connection.raw("drop database if exists ?? with (force)", [name]);
    await connection.destroy();
  }
}

/** @param {string} databaseUrl @param {{ size: number, requests: number }} options @returns {Promise<Timings>} */
async function measureSize(databaseUrl, { size, requests }) {
  const env = { DATABASE_URL: databaseUrl };
  const { url, server } = await startServer(env);
  await seed(env, size);
  const people = {
    visitor: "",
    member: await signIn(url, "premium"),
    staff: await signIn(url, "superadmin", "staff"),
  };
  const addresses = await collectAddresses(url, people);
  /** @type {Timings} */
  const timings = new Map();
  for (const { name, path, who } of addresses)
    timings.set(name, await timeOf(url + path, people[who], requests));
  const ended = nextExit(server);
  server.kill("SIGTERM");
  await ended;
  return timings;
}

/** @param {Record<string, string>} env @param {number} size */
async function seed(env, size) {
  const began = performance.now();
  const counts = KINDS.flatMap((kind) => [`--${kind}`, String(size)]);
  const child = spawnNode(1, ["build/server/index.js", "seed", ...counts], { ...process.env, ...env });
  const code = await nextExit(child);
  if (code !== 0) throw new Error(`The rows could not be made: exit code ${code}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${size.toLocaleString("en")} rows of each kind in ${seconds} s`);
}

/** @param {string} url @param {string} cookies @param {number} requests @returns {Promise<Timing>} */
async function timeOf(url, cookies, requests) {
  const taken = [];
  let failed = 0;
  let total = 0;
  await fetchAs(url, cookies);
  while (taken.length < requests && (total < ENOUGH_MS || taken.length < 3)) {
    const began = performance.now();
    const { status } = await fetchAs(url, cookies);
    taken.push(performance.now() - began);
    total += taken.at(-1) ?? 0;
    if (status !== 200) failed += 1;
  }
  const sorted = taken.toSorted((a, b) => a - b);
  return { median: median(taken), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, failed };
}

/** @param {number[]} sizes @param {Timings[]} measured */
function report(sizes, [few = new Map(), many = new Map()]) {
  const [less, more] = sizes.map((size) => size.toLocaleString("en"));
  console.log(`\nmedian ms at ${less} and ${more} rows, promised <= ${MOST_RATIO} x and <= ${MOST_MS} ms\n`);
  console.log(["address".padEnd(64), less, more, "ratio", "p95", ""].join("\t"));
  let kept = 0;
  for (const [name, large] of many) {
    const small = few.get(name);
    const ratio = small ? large.median / small.median : Number.NaN;
    const holds = large.failed === 0 && large.median <= MOST_MS && !(ratio > MOST_RATIO);
    if (holds) kept += 1;
    const verdict = [holds ? "" : "over", large.failed ? `${large.failed} failed` : ""]
      .filter(Boolean)
      .join(", ");
    const figures = [small?.median ?? Number.NaN, large.median, ratio, large.p95].map((value) =>
      value.toFixed(1),
    );
    console.log([name.padEnd(64), ...figures, verdict].join("\t"));
  }
  console.log(`\n${kept} of ${many.size} as promised`);
}
