// `npm run bench -- --growth`: the time of every address with few rows of each kind and with many. No page comes
// from the page cache, because its queries are what grows. For a streamed file a person waits for the first rows:
// these are timed, and the pace of the rows in the next seconds.
//   --rows 1000,1000000     the two sizes; each in a new database on the server of DATABASE_URL, dropped at the end
//   --databases few,many    existing databases by name, on the server of DATABASE_URL; they stay
//   --requests 20           requests per address
//   --only words            only addresses whose name contains this, as in 'staff /admin/news?q='; several with commas
//   --markdown              the tables of docs/performance/growth.md
import { createHash, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { knex } from "@mikro-orm/postgresql";
import { collectAddresses, fetchAs, readStream } from "./growth-addresses.mjs";
import { asMarkdown, asText } from "./growth-report.mjs";
import {
  databaseUrl,
  median,
  nextExit,
  signIn,
  spawnNode,
  startServer,
  stopServer,
  withDatabase,
} from "./processes.mjs";
import { clusterTime, findPostmaster, processTime, sumTimes } from "./processor-time.mjs";

/** Milliseconds after which an address gets no further request. */
const ENOUGH_MS = 10_000;

/** Time limit for the tasks at startup. */
const IDLE_PATIENCE_MS = 600_000;

/** @typedef {{ median: number, p95: number, failed: number, rowsPerSecond?: number }} Timing milliseconds, answers that were not 200, and of a file its pace */
/** @typedef {{ ready: number, timings: Map<string, Timing> }} Measured seconds to the first answer; timings by the address's name */
/** @typedef {{ sizes: number[], databases: string[], requests: number, only: string, markdown: boolean }} Options */

/** @param {string[]} words */
export async function measureGrowth(words) {
  const options = optionsOf(words);
  /** @type {Measured[]} */
  const measured = [];
  for (const [index, size] of options.sizes.entries())
    measured.push(await measureSize(size, options.databases[index], options));
  const [few, many] = measured;
  if (!few || !many) throw new Error("Growth needs two sizes");
  console.log((options.markdown ? asMarkdown : asText)({ sizes: options.sizes, few, many, words }));
}

/** @param {string[]} words @returns {Options} */
function optionsOf(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      growth: { type: "boolean" },
      rows: { type: "string", default: "1000,1000000" },
      databases: { type: "string", default: "" },
      requests: { type: "string", default: "20" },
      only: { type: "string", default: "" },
      markdown: { type: "boolean", default: false },
    },
  });
  const [requests = 1] = numbersOf(values.requests, "--requests", 1);
  const databases = values.databases.split(",").filter(Boolean);
  if (databases.length !== 0 && databases.length !== 2) throw new Error("--databases takes two names");
  const { only, markdown } = values;
  return { sizes: numbersOf(values.rows, "--rows", 2), databases, requests, only, markdown };
}

/** @param {string} value @param {string} option @param {number} count how many numbers it takes */
function numbersOf(value, option, count) {
  const numbers = value.split(",").map(Number);
  if (numbers.length === count && numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    return numbers;
  throw new Error(`${option} takes ${count === 1 ? "a number" : `${count} numbers`}`);
}

/** @param {number} size @param {string | undefined} database an existing one @param {Options} options */
function measureSize(size, database, options) {
  if (database) return measureServer(databaseUrl(database), () => Promise.resolve(), options);
  return withDatabase((url) => measureServer(url, () => seed(url, size), options));
}

/** @param {string} address of the database @param {() => Promise<void>} fill @param {Options} options @returns {Promise<Measured>} */
async function measureServer(address, fill, { requests, only }) {
  const startServerAt = () => startServer({ DATABASE_URL: address });
  // The first start migrates and creates the demo's people; the timed start has a full database.
  await stopServer((await startServerAt()).server);
  await fill();
  const began = performance.now();
  const { url, server } = await startServerAt();
  const ready = (performance.now() - began) / 1000;
  await untilIdle(server.pid, address);
  const people = {
    visitor: "",
    member: await signIn(url, "premium"),
    staff: await signIn(url, "superadmin", "staff"),
    key: await addKey(address),
  };
  /** @type {Map<string, Timing>} */
  const timings = new Map();
  const addresses = await collectAddresses(url, people);
  const isChosen = (/** @type {string} */ name) => only.split(",").some((words) => name.includes(words));
  for (const { name, path, who } of addresses.filter((address) => isChosen(address.name))) {
    const time = /(\/export|^\/track-record)\.csv/.test(path) ? timeOfFile : timeOf;
    const timing = await time(url + path, people[who], requests);
    timings.set(name, timing);
    // Progress, because it may take an hour.
    console.error(`${timing.median.toFixed(1)}\t${timing.failed || ""}\t${name}`);
  }
  await stopServer(server);
  return { ready, timings };
}

/**
 * A key that reads as Private members do. @param {string} address of the database @returns {Promise<string>} its header
 */
async function addKey(address) {
  const secret = `obk_${randomBytes(30).toString("base64url")}`;
  const connection = knex({ client: "pg", connection: address, pool: { min: 0, max: 1 } });
  await connection
    .raw(
      `insert into api_keys (name, prefix, token_hash, scopes, created_by_name)
       values (?, ?, ?, '{content:read:private}', 'The growth bench')`,
      [
        `Growth ${secret.slice(4, 14)}`,
        secret.slice(0, 10),
        createHash("sha256").update(secret).digest("hex"),
      ],
    )
    .finally(() => connection.destroy());
  return `Bearer ${secret}`;
}

/**
 * A start runs the hourly tasks, which are slow with a million rows; they must not count for an address.
 * @param {number | undefined} pid of the server @param {string} address of its database
 */
async function untilIdle(pid, address) {
  const postmaster = await findPostmaster(address);
  const spent = () => {
    const { user, system } = sumTimes(
      [processTime(pid), clusterTime(postmaster)].flatMap((time) => time ?? []),
    );
    return user + system;
  };
  let quiet = 0;
  for (const until = performance.now() + IDLE_PATIENCE_MS; quiet < 3 && performance.now() < until; ) {
    const before = spent();
    await setTimeout(2_000);
    quiet = spent() - before < 0.1 ? quiet + 1 : 0;
  }
}

/** @param {string} address of the database @param {number} size */
async function seed(address, size) {
  const began = performance.now();
  const child = spawnNode(1, ["build/server/index.js", "seed", "--everything", String(size)], {
    ...process.env,
    DATABASE_URL: address,
  });
  const code = await nextExit(child);
  if (code !== 0) throw new Error(`The rows could not be made: exit code ${code}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.error(`${size.toLocaleString("en")} rows of each kind in ${seconds} s`);
}

/** One request more: the first reply is not timed. @param {string} url @param {string} cookies @param {number} requests @returns {Promise<Timing>} */
async function timeOf(url, cookies, requests) {
  const taken = [];
  let failed = 0;
  const began = performance.now();
  await fetchAs(url, cookies);
  while (taken.length < requests && (performance.now() - began < ENOUGH_MS || taken.length < 1)) {
    const startedAt = performance.now();
    const { status } = await fetchAs(url, cookies);
    taken.push(performance.now() - startedAt);
    if (status !== 200) failed += 1;
  }
  const sorted = taken.toSorted((a, b) => a - b);
  return { median: median(taken), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, failed };
}

/** @param {string} url @param {string} cookies @param {number} requests @returns {Promise<Timing>} */
async function timeOfFile(url, cookies, requests) {
  const began = performance.now();
  const read = [];
  await readStream(url, cookies);
  while (read.length < requests && (performance.now() - began < ENOUGH_MS || read.length < 1))
    read.push(await readStream(url, cookies));
  const firsts = read.map(({ first }) => first).toSorted((a, b) => a - b);
  return {
    median: median(firsts),
    p95: firsts[Math.floor(firsts.length * 0.95)] ?? 0,
    failed: read.filter(({ status }) => status !== 200).length,
    rowsPerSecond: median(read.map(({ rowsPerSecond }) => rowsPerSecond)),
  };
}
