// The rows of the bench: address, reader, and what docs/performance.md promises.
import { idsOf } from "./ids.mjs";
import { signIn } from "./processes.mjs";

/** The page cache holds a tenth of them, so a request for each in turn finds none there. */
export const ARTICLES = 5_000;

/** @typedef {{ ratio: number } | { perSecond: number }} Promised of the bare server's rate, or absolute */
/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} path `{news}` and `{brief}` stand for the newest one, `{every}` for each article in turn; `{uuid}` and `{n}`
 *   differ in every request
 * @property {string[]} encodings
 * @property {Promised} [promised]
 * @property {boolean} [member]
 * @property {number} [status] 200 if absent
 * @property {boolean} [quick] a row of a quick run, with its first encoding
 */
/**
 * @typedef {object} Work a row, with real ids in its addresses
 * @property {string} name
 * @property {string[]} paths
 * @property {string} cookie
 * @property {string} encoding
 * @property {number} status
 * @property {Promised | undefined} promised
 */

/** @type {Scenario[]} */
const SCENARIOS = [
  {
    name: "home, visitor",
    path: "/",
    encodings: ["br", "gzip", "identity"],
    promised: { ratio: 0.7 },
    quick: true,
  },
  { name: "news list, visitor", path: "/news", encodings: ["br"], promised: { ratio: 0.7 } },
  {
    name: "article, visitor",
    path: "/news/{news}",
    encodings: ["br"],
    promised: { ratio: 0.7 },
    quick: true,
  },
  { name: "brief, visitor", path: "/daily-brief/{brief}", encodings: ["br"], promised: { ratio: 0.7 } },
  {
    name: "home, member",
    path: "/",
    member: true,
    encodings: ["br", "gzip", "identity"],
    promised: { ratio: 0.4 },
    quick: true,
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
    quick: true,
  },
  {
    name: "GET /api/markets, 100 rows",
    path: "/api/markets?limit=100",
    encodings: ["br", "identity"],
    promised: { ratio: 0.6 },
  },
  {
    name: "article, cold",
    path: "/news/{every}",
    encodings: ["br"],
    promised: { perSecond: 400 },
    quick: true,
  },
  { name: "search", path: "/search?q=rates", encodings: ["br"], promised: { perSecond: 200 }, quick: true },
  { name: "missing page", path: "/news/{uuid}", encodings: ["br"], status: 404, quick: true },
  { name: "unknown path", path: "/no-such-{n}", encodings: ["br"], status: 404 },
  { name: "invented author", path: "/author/nobody-{n}", encodings: ["br"], status: 404 },
];

/**
 * @param {string} url of the server that names its ids
 * @param {{ quick: boolean, only: string[] }} choice names of work begin with one of `only`; all if it is empty
 * @returns {Promise<Work[]>}
 */
export async function resolveWork(url, { quick, only }) {
  const [articles, [brief], cookie] = await Promise.all([
    idsOf(url, "news", ARTICLES),
    idsOf(url, "daily-brief", 1),
    signIn(url, "premium"),
  ]);
  const [newest = ""] = articles;
  const scenarios = quick ? SCENARIOS.filter((scenario) => scenario.quick) : SCENARIOS;
  const work = scenarios.flatMap(({ name, path, member, encodings, promised, status = 200 }) => {
    const paths = path.includes("{every}")
      ? articles.map((id) => path.replace("{every}", id))
      : [path.replace("{news}", newest).replace("{brief}", brief ?? "")];
    return encodings.slice(0, quick ? 1 : undefined).map((encoding) => ({
      name: `${name}, ${encoding}`,
      paths,
      cookie: member ? cookie : "",
      encoding,
      status,
      promised,
    }));
  });
  return work.filter(({ name }) => isChosen(name, only));
}

/** @param {string} name @param {string[]} only */
export const isChosen = (name, only) => only.length === 0 || only.some((word) => name.startsWith(word));
