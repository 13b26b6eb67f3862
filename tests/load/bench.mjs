// `npm run bench`: how many pages a second one process serves, measured beside a bare node:http server that sends the
// same bytes in the same run. Asked as browsers ask (`br`), with the other codings beside it. The server runs on core 0,
// the load comes from core 1; quote the ratios, not the figures.
//   search "home, member"   only work whose name begins with one of these
//   --database many         a database that is there, by its name on the server of DATABASE_URL, instead of one with few rows
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureBrowser } from "./browser.mjs";
import { measureGrowth } from "./growth.mjs";
import { idsOf } from "./ids.mjs";
import { measureOverload } from "./overload.mjs";
import {
  databaseUrl,
  median,
  memory,
  nextMessage,
  pinned,
  seedRows,
  signIn,
  spawnNode,
  startServer,
  stopAll,
  stopServer,
  withDatabase,
} from "./processes.mjs";

const pathTo = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 32;
/** So many that none comes from the page cache: it holds a tenth of them. */
const ARTICLES = 5_000;

/** @typedef {{ ratio: number } | { perSecond: number }} Promised of the bare server's rate, or absolute */
/** @typedef {{ name: string, path: string, member?: boolean, encodings: string[], promised: Promised }} Scenario */

/** What docs/performance.md promises. @type {Scenario[]} */
const SCENARIOS = [
  { name: "home, visitor", path: "/", encodings: ["br", "gzip", "identity"], promised: { ratio: 0.7 } },
  { name: "news list, visitor", path: "/news", encodings: ["br"], promised: { ratio: 0.7 } },
  { name: "article, visitor", path: "/news/{news}", encodings: ["br"], promised: { ratio: 0.7 } },
  { name: "brief, visitor", path: "/daily-brief/{brief}", encodings: ["br"], promised: { ratio: 0.7 } },
  {
    name: "home, member",
    path: "/",
    member: true,
    encodings: ["br", "gzip", "identity"],
    promised: { ratio: 0.4 },
  },
  {
    name: "article, member",
    path: "/news/{news}",
    member: true,
    encodings: ["br"],
    promised: { ratio: 0.4 },
  },
  {
    name: "brief, member",
    path: "/daily-brief/{brief}",
    member: true,
    encodings: ["br"],
    promised: { ratio: 0.4 },
  },
  {
    name: "GET /api/news, 100 rows",
    path: "/api/news?limit=100",
    encodings: ["br", "identity"],
    promised: { ratio: 0.6 },
  },
  {
    name: "GET /api/markets, 100 rows",
    path: "/api/markets?limit=100",
    encodings: ["br", "identity"],
    promised: { ratio: 0.6 },
  },
  { name: "article, cold", path: "/news/{every}", encodings: ["br"], promised: { perSecond: 400 } },
  { name: "search", path: "/search?q=rates", encodings: ["br"], promised: { perSecond: 200 } },
];

/** @typedef {{ port: number, paths: string[], cookie?: string, encoding: string, seconds?: number }} Order */
/** @typedef {{ perSecond: number, p99: number, failed: number }} Load */
/** @typedef {Load & { bare: number, ratio: number }} Round */
/** @typedef {{ name: string, paths: string[], cookie: string, encoding: string, promised: Promised }} Work */
/** @typedef {{ path: string, type: string, body: string }} Page `body` in base64, as it was sent */

/** The work with real ids in its addresses. @param {string} url @returns {Promise<Work[]>} */
async function resolveScenarios(url) {
  const [articles, [brief], cookie] = await Promise.all([
    idsOf(url, "news", ARTICLES),
    idsOf(url, "daily-brief", 1),
    signIn(url, "premium"),
  ]);
  return SCENARIOS.flatMap(({ name, path, member, encodings, promised }) => {
    const paths = path.includes("{every}")
      ? articles.map((id) => path.replace("{every}", id))
      : [path.replace("{news}", articles[0] ?? "").replace("{brief}", brief ?? "")];
    return encodings.map((encoding) => ({
      name: `${name}, ${encoding}`,
      paths,
      cookie: member ? cookie : "",
      encoding,
      promised,
    }));
  });
}

/** What the bare server will send: the same bytes. @param {string} url @param {Work[]} work @returns {Promise<Page[]>} */
const pagesOf = (url, work) =>
  Promise.all(
    work.map(async ({ paths: [path], cookie, encoding }, index) => {
      const headers = { Cookie: cookie, "Accept-Encoding": encoding };
      // Twice: who asks first gets it less well compressed.
      await bytesAt(url + path, headers);
      const { type, body } = await bytesAt(url + path, headers);
      return { path: `/${index}`, type, body: body.toString("base64") };
    }),
  );

/**
 * An answer as it was sent.
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<{ type: string, body: Buffer }>}
 */
const bytesAt = (url, headers) =>
  new Promise((resolve, reject) => {
    const asking = request(url, { headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ type: response.headers["content-type"] ?? "", body: Buffer.concat(chunks) }),
      );
    });
    asking.on("error", reject).end();
  });

/** The bare server. @param {Page[]} pages @returns {Promise<number>} its port */
async function startBaseline(pages) {
  const bare = spawnNode(0, [pathTo("./baseline-server.mjs")]);
  bare.send(pages);
  return (await nextMessage(bare)).port;
}

/** @returns {(order: Order) => Promise<Load>} puts load on addresses, from the other core */
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
function report({ name, promised }, page, rounds) {
  const of = (/** @type {"perSecond" | "bare" | "ratio" | "p99"} */ key) =>
    median(rounds.map((round) => round[key]));
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  const figures = [
    of("perSecond").toFixed(0),
    of("bare").toFixed(0),
    of("ratio").toFixed(2),
    "ratio" in promised ? `>= ${promised.ratio}` : `>= ${promised.perSecond}/s`,
    of("p99").toFixed(1),
    (Buffer.from(page?.body ?? "", "base64").length / 1024).toFixed(1),
  ];
  console.log([name.padEnd(34), ...figures].join("\t") + (failed ? `\t${failed} failed` : ""));
}

/** @param {string} address of the database @param {string[]} only names of work begin with one of them; all where there is none */
async function measureRates(address, only) {
  const { port, url, server } = await startServer({ DATABASE_URL: address });
  const idle = memory(server.pid);
  const everything = await resolveScenarios(url);
  const work = everything.filter(
    ({ name }) => only.length === 0 || only.some((word) => name.startsWith(word)),
  );
  const pages = await pagesOf(url, work);
  const bare = await startBaseline(pages);
  const load = startClient();
  const cores = pinned ? ", one core each" : "";
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each${cores}\n`);
  console.log(["work".padEnd(34), "pages/s", "bare/s", "ratio", "promised", "p99 ms", "kB"].join("\t"));
  let peak = idle;
  for (const [index, item] of work.entries()) {
    const { paths, cookie, encoding } = item;
    const rounds = await compare(
      load,
      { port, paths, cookie, encoding },
      { port: bare, paths: [`/${index}`], encoding },
    );
    peak = Math.max(peak, memory(server.pid));
    report(item, pages[index], rounds);
  }
  const [least, most] = [idle, peak].map((megabytes) => megabytes.toFixed(0));
  console.log(`\nmemory of the process: ${least} MB idle, ${most} MB at most under load`);
}

/** @param {string[]} words */
async function measureWork(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { database: { type: "string" } },
  });
  if (values.database) return measureRates(databaseUrl(values.database), positionals);
  return withDatabase(async (address) => {
    // The first server migrates and makes the demo's content; what is measured is one that finds all of it.
    await stopServer((await startServer({ DATABASE_URL: address })).server);
    await seedRows(address, { news: ARTICLES });
    await measureRates(address, positionals);
  });
}

try {
  const words = process.argv.slice(2);
  if (words.includes("--browser")) await measureBrowser(words);
  else if (words.includes("--growth")) await measureGrowth(words);
  else if (words.includes("--overload")) await measureOverload();
  else await measureWork(words);
} finally {
  stopAll();
}
