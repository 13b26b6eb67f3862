// `npm run bench -- --overload`: three times the load that a process can handle. Requests for uncached pages arrive
// at a fixed rate, along with ten requests a second each for the health check and for a cached page. Then
// requests for missing addresses, along with a cached page and a member's page. The server runs on core 0.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { idsOf } from "./ids.mjs";
import { nextMessage, seedRows, signIn, spawnNode, startServer, withDatabase } from "./processes.mjs";
import { processTime } from "./processor-time.mjs";

const ARTICLES = 5_000;
const TIMES_CAPACITY = 3;
const SECONDS = { capacity: 10, overload: 60, flood: 20 };
/** The concurrency while capacity is measured, far below the server's limit. */
const CONNECTIONS = 16;
const BESIDE_PER_SECOND = 10;
/** The number of replies in a row, each within a second, that count as recovered. */
const NORMAL = { answers: 10, ms: 1_000 };

/** @typedef {import("./steady-client.mjs").Answer} Answer */
/** @typedef {import("./steady-client.mjs").Order} Order */

const clientAt = (/** @type {string} */ name) => {
  const child = spawnNode(1, [fileURLToPath(new URL(name, import.meta.url))]);
  return (/** @type {object} */ order) => {
    child.send(order);
    return nextMessage(child);
  };
};

/** @returns {(order: Order) => Promise<Answer[]>} */
const steadyClient = () => clientAt("./steady-client.mjs");

/** @param {Answer[]} answers @param {number} share */
function percentile(answers, share) {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {string} name @param {Answer[]} answers */
function row(name, answers) {
  const times = [0.5, 0.99, 1].map((share) => percentile(answers, share).toFixed(0));
  return `| ${[name, answers.length, ...times].join(" | ")} |`;
}

/** The processor seconds of a process so far. @param {number | undefined} pid */
function processorSeconds(pid) {
  const time = processTime(pid);
  return time ? time.user + time.system : Number.NaN;
}

const withStatus = (/** @type {Answer[]} */ answers, /** @type {number} */ status) =>
  answers.filter((answer) => answer.status === status);

/**
 * Pages per second and per processor second, requested by a few clients that wait.
 *
 * @param {number} port
 * @param {string[]} paths
 * @param {number | undefined} pid
 */
async function measureCapacity(port, paths, pid) {
  const load = clientAt("./load-client.mjs");
  const order = { port, paths, cookie: "", encoding: "br", connections: CONNECTIONS };
  await load({ ...order, seconds: 3 });
  const processorBefore = processorSeconds(pid);
  const { perSecond, failed } = await load({ ...order, seconds: SECONDS.capacity });
  const taken = processorSeconds(pid) - processorBefore;
  if (failed > 0) throw new Error(`${failed} pages failed while the capacity was measured`);
  return { perSecond, perProcessorSecond: (perSecond * SECONDS.capacity) / taken };
}

/** @param {string} url @param {string[]} paths @returns {Promise<number>} milliseconds */
async function timeUntilNormal(url, paths) {
  const began = performance.now();
  for (let inRow = 0, requests = 0; inRow < NORMAL.answers; requests += 1) {
    const sentAt = performance.now();
    const response = await fetch(url + paths[requests % paths.length]);
    await response.arrayBuffer();
    const good = response.status === 200 && performance.now() - sentAt < NORMAL.ms;
    inRow = good ? inRow + 1 : 0;
    if (!good) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return performance.now() - began;
}

/** @param {string} databaseUrl */
async function measure(databaseUrl) {
  // Such a small cache evicts an article long before its next request, and keeps frequently requested pages.
  const { port, url, server } = await startServer({ DATABASE_URL: databaseUrl, PAGE_CACHE_MB: "4" });
  await seedRows(databaseUrl, { news: ARTICLES });
  const paths = (await idsOf(url, "news", ARTICLES)).map((id) => `/news/${id}`);
  const capacity = await measureCapacity(port, paths, server.pid);
  const perSecond = Math.round(capacity.perSecond * TIMES_CAPACITY);
  console.log(
    `capacity ${capacity.perSecond.toFixed(0)} pages/s; asking for ${perSecond} a second for ${SECONDS.overload} s\n`,
  );
  const beside = { port, perSecond: BESIDE_PER_SECOND, seconds: SECONDS.overload };
  const processorBefore = processorSeconds(server.pid);
  const [articles = [], pulse = [], kept = []] = await Promise.all([
    steadyClient()({ port, paths, perSecond, seconds: SECONDS.overload }),
    steadyClient()({ ...beside, paths: ["/healthz"] }),
    steadyClient()({ ...beside, paths: ["/about"] }),
  ]);
  const taken = processorSeconds(server.pid) - processorBefore;
  const normalAfter = await timeUntilNormal(url, paths);
  const [served, shed] = [withStatus(articles, 200), withStatus(articles, 503)];
  const others = articles.length - served.length - shed.length;
  console.log("| answers | count | p50 ms | p99 ms | most ms |\n|---|--:|--:|--:|--:|");
  console.log(row("pages served", served));
  console.log(row("pages turned away, 503", shed));
  console.log(row("`/healthz`, 200", withStatus(pulse, 200)));
  console.log(row("a kept page, 200", withStatus(kept, 200)));
  const share = served.length / SECONDS.overload / capacity.perSecond;
  const shareOfProcessor = served.length / taken / capacity.perProcessorSecond;
  const failed = others + pulse.length + kept.length - withStatus([...pulse, ...kept], 200).length;
  console.log(`\nserved ${(100 * share).toFixed(0)} % of the capacity; other answers: ${failed}`);
  // Other jobs on the machine affect the first figure and not this one.
  console.log(
    `for each second of processor ${(100 * shareOfProcessor).toFixed(0)} % of the pages that it is worth`,
  );
  console.log(`normal again after ${(normalAfter / 1000).toFixed(1)} s`);
  await measureFlood(url, port, perSecond);
}

/**
 * Random addresses, each requested once: the cheapest attack.
 *
 * @param {string} url
 * @param {number} port
 * @param {number} perSecond
 */
async function measureFlood(url, port, perSecond) {
  const seconds = SECONDS.flood;
  const beside = { port, paths: ["/about"], perSecond: BESIDE_PER_SECOND, seconds };
  const invented = Array.from({ length: perSecond * seconds }, () => `/news/${randomUUID()}`);
  const cookie = await signIn(url, "premium");
  const [flood = [], kept = [], members = []] = await Promise.all([
    steadyClient()({ port, paths: invented, perSecond, seconds }),
    steadyClient()(beside),
    steadyClient()({ ...beside, cookie }),
  ]);
  console.log(`\n${perSecond} invented addresses a second for ${seconds} s\n`);
  console.log("| answers | count | p50 ms | p99 ms | most ms |\n|---|--:|--:|--:|--:|");
  console.log(row("nothing is there, 404", withStatus(flood, 404)));
  console.log(row("turned away, 503", withStatus(flood, 503)));
  console.log(row("a kept page, 200", withStatus(kept, 200)));
  console.log(row("the same for a member, 200", withStatus(members, 200)));
}

export const measureOverload = () => withDatabase(measure);
