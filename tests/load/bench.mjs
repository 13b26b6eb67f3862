// `npm run bench`: how many pages a second one process serves, measured beside a bare node:http server that sends the
// same bytes in the same run. The server runs on core 0, the load comes from core 1; quote the ratios, not the figures.
import { fileURLToPath } from "node:url";
import { measureGrowth } from "./growth.mjs";
import {
  median,
  memory,
  nextMessage,
  pinned,
  signIn,
  spawnNode,
  startServer,
  stopAll,
} from "./processes.mjs";

const pathTo = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;

/** What docs promise; a ratio of the bare server's rate. */
const SCENARIOS = [
  { name: "home, visitor", path: "/", who: "", promise: 0.5 },
  { name: "news list, visitor", path: "/news", who: "", promise: 0.5 },
  { name: "article, visitor", path: "/news/{news}", who: "", promise: 0.5 },
  { name: "brief, visitor", path: "/daily-brief/{brief}", who: "", promise: 0.5 },
  { name: "home, member", path: "/", who: "premium", promise: 0.2 },
  { name: "article, member", path: "/news/{news}", who: "premium", promise: 0.2 },
  { name: "brief, member", path: "/daily-brief/{brief}", who: "premium", promise: 0.2 },
  { name: "GET /api/news, 100 rows", path: "/api/news?limit=100", who: "", promise: 0.4 },
];

/** @typedef {{ port: number, path: string, cookie?: string, seconds?: number }} Order */
/** @typedef {{ perSecond: number, p99: number, failed: number }} Load */
/** @typedef {Load & { bare: number, ratio: number }} Round */
/** @typedef {{ name: string, path: string, cookie: string, promise: number }} Work */
/** @typedef {{ path: string, type: string, body: string }} Page `body` in base64 */

/** The work with real ids in its addresses. @param {string} url @returns {Promise<Work[]>} */
async function resolveScenarios(url) {
  const newest = async (/** @type {string} */ things) =>
    (await (await fetch(`${url}/api/${things}?limit=1`)).json())[0].id;
  const [news, brief, cookie] = await Promise.all([
    newest("news"),
    newest("daily-brief"),
    signIn(url, "premium"),
  ]);
  return SCENARIOS.map(({ who, path, ...item }) => ({
    ...item,
    path: path.replace("{news}", news).replace("{brief}", brief),
    cookie: who ? cookie : "",
  }));
}

/** What the bare server will send: the same bytes. @param {string} url @param {Work[]} work @returns {Promise<Page[]>} */
const pagesOf = (url, work) =>
  Promise.all(
    work.map(async ({ path, cookie }, index) => {
      const headers = { Cookie: cookie, "Accept-Encoding": "identity" };
      const response = await fetch(url + path, { headers });
      const body = Buffer.from(await response.arrayBuffer()).toString("base64");
      return { path: `/${index}`, type: response.headers.get("Content-Type") ?? "", body };
    }),
  );

/** The bare server. @param {Page[]} pages @returns {Promise<number>} its port */
async function startBaseline(pages) {
  const bare = spawnNode(0, [pathTo("./baseline-server.mjs")]);
  bare.send(pages);
  return (await nextMessage(bare)).port;
}

/** @returns {(order: Order) => Promise<Load>} puts load on an address, from the other core */
function startClient() {
  const client = spawnNode(1, [pathTo("./load-client.mjs")]);
  return (order) => {
    client.send({ connections: CONNECTIONS, seconds: SECONDS, cookie: "", ...order });
    return nextMessage(client);
  };
}

/**
 * Our server and the bare one in turns, after a warm-up of each.
 *
 * @param {(order: Order) => Promise<Load>} load
 * @param {Order} ours
 * @param {Order} bare
 * @returns {Promise<Round[]>}
 */
async function compare(load, ours, bare) {
  for (const order of [ours, bare]) await load({ ...order, seconds: 1 });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const our = await load(ours);
    const { perSecond } = await load(bare);
    rounds.push({ ...our, bare: perSecond, ratio: our.perSecond / perSecond });
  }
  return rounds;
}

/** @param {Work} work @param {Page | undefined} page @param {Round[]} rounds */
function report({ name, promise }, page, rounds) {
  const of = (/** @type {"perSecond" | "bare" | "ratio" | "p99"} */ key) =>
    median(rounds.map((round) => round[key]));
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  const figures = [
    of("perSecond").toFixed(0),
    of("bare").toFixed(0),
    of("ratio").toFixed(2),
    `>= ${promise}`,
    of("p99").toFixed(1),
    (Buffer.from(page?.body ?? "", "base64").length / 1024).toFixed(1),
  ];
  console.log([name.padEnd(26), ...figures].join("\t") + (failed ? `\t${failed} failed` : ""));
}

async function measureRates() {
  const { port, url, server } = await startServer();
  const idle = memory(server.pid);
  const work = await resolveScenarios(url);
  const pages = await pagesOf(url, work);
  const bare = await startBaseline(pages);
  const load = startClient();
  const cores = pinned ? ", one core each" : "";
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each${cores}\n`);
  console.log(["work".padEnd(26), "pages/s", "bare/s", "ratio", "promised", "p99 ms", "kB"].join("\t"));
  let peak = idle;
  for (const [index, item] of work.entries()) {
    const { path, cookie } = item;
    const rounds = await compare(load, { port, path, cookie }, { port: bare, path: `/${index}` });
    peak = Math.max(peak, memory(server.pid));
    report(item, pages[index], rounds);
  }
  const [least, most] = [idle, peak].map((megabytes) => megabytes.toFixed(0));
  console.log(`\nmemory of the process: ${least} MB idle, ${most} MB at most under load`);
}

try {
  if (process.argv.includes("--growth")) await measureGrowth(process.argv.slice(2));
  else await measureRates();
} finally {
  stopAll();
}
