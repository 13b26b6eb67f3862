// The addresses of the growth bench: every list of the site, its API and its back-office, with sort orders,
// tabs, filters, pages, searches, exports, first records and their forms, found by reading the pages.

/** @typedef {"visitor" | "member" | "staff" | "key"} Who */
/** @typedef {{ name: string, path: string, who: Who }} Address */

/** An invalid toast: the page then belongs to one reader and is not cached. */
const UNCACHED = "openbell_toast=none";
const TIMEOUT_MS = 30_000;

/** Readers' start pages; staff start at their menu. */
const SITE = [
  ...["/", "/news", "/daily-brief", "/stock-picks", "/trade-alert", "/videos", "/market", "/about"],
  "/track-record",
];
/** The track record's files for programs. */
const RECORD = ["/track-record.csv", "/track-record.json", "/track-record/log.json", "/track-record/verify"];
/** A company in every database; other databases use the first one linked from a list. */
const COMPANY = "/stock/SPX";
/** A member's own pages. */
const ACCOUNT = [
  ...["", "/subscription", "/referrals", "/devices", "/export.json"].map((path) => `/dashboard${path}`),
  "/referral",
];
const API = [
  "news",
  "daily-brief",
  "stock-picks",
  "trade-alert",
  "trade-alerts",
  "videos",
  "markets",
  "market-movers",
  "ads",
  "banners",
  "packages",
].map((name) => `/api/${name}`);
const FEEDS = ["news", "daily-brief", "stock-picks", "trade-alert", "videos", "stock/SPX"].map(
  (name) => `/${name}/feed.xml`,
);

/** A prefix, two letters, common words, a sentence, a name, a typo, and nonsense. */
const WORDS = [
  "gold",
  "re",
  "the",
  "market",
  "rates and copper before the bell",
  "reader-77",
  "marekt",
  "zqxjkv",
];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * The headers of a caller, for whom nothing is cached.
 * @param {string} caller its cookies, or the `Bearer` line of a key
 * @returns {Record<string, string>}
 */
export const headersOf = (caller) =>
  caller.startsWith("Bearer ")
    ? { Authorization: caller }
    : { Cookie: [caller, UNCACHED].filter(Boolean).join("; ") };

/** @param {string} url @param {string} caller as for `headersOf` */
export async function fetchAs(url, caller) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = headersOf(caller);
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

/** The number of bytes read from a streamed file. */
const READ_MS = 3_000;

/**
 * The first seconds of a streamed file: milliseconds to its first rows, and rows per second after that.
 *
 * @param {string} url
 * @param {string} cookies
 */
export async function readStream(url, cookies) {
  const began = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { headers: { Cookie: cookies }, redirect: "manual", signal });
  let first = Number.NaN;
  let rows = 0;
  const reader = response.body?.getReader();
  while (reader && performance.now() - began < READ_MS) {
    const { value, done } = await reader.read();
    if (done) break;
    if (Number.isNaN(first)) first = performance.now() - began;
    for (const byte of value) if (byte === 10) rows += 1;
  }
  await reader?.cancel();
  const seconds = (performance.now() - began) / 1000;
  return { status: response.status, first, rowsPerSecond: rows / seconds };
}

/**
 * @param {string} url
 * @param {Record<Who, string>} people their cookies; of a key that reads as Private members do its header
 * @param {{ combined?: boolean }} [options] `combined`: a reader's list also sorted within each category, page by page
 * @returns {Promise<Address[]>}
 */
export async function collectAddresses(url, people, { combined = false } = {}) {
  /** @type {Map<string, Address>} */
  const found = new Map();
  const add = (/** @type {string} */ path, /** @type {Who} */ who) => {
    const name = `${who} ${nameOf(path)}`;
    if (!found.has(name)) found.set(name, { name, path, who });
  };
  const explore = async (/** @type {string} */ path, /** @type {Who} */ who) => {
    add(path, who);
    const { text } = await fetchAs(url + path, people[who]);
    for (const further of furtherFrom(path, text)) add(further, who);
  };
  const combine = async (/** @type {Address} */ { path, who }) => {
    const { text } = await fetchAs(url + path, people[who]);
    for (const state of statesOf(path.replace(/\?.*/, ""), text)) add(state, who);
  };
  for (const path of [...SITE, COMPANY])
    for (const who of /** @type {const} */ (["visitor", "member"])) await explore(path, who);
  // Members may sort by more than visitors.
  const states = [...found.values()].filter(
    ({ path, who }) => who === "member" && /[?&](sort|category)=/.test(path),
  );
  if (combined) for (const state of states) await combine(state);
  for (const path of ACCOUNT) add(path, "member");
  for (const word of WORDS) add(`/search?q=${encodeURIComponent(word)}`, "member");
  for (const word of WORDS) add(`/search/suggestions?q=${encodeURIComponent(word)}`, "member");
  for (const path of API) for (const further of await ofApiList(url, path, "")) add(further, "visitor");
  for (const path of API)
    for (const further of [
      ...(await ofApiList(url, path, people.key)),
      ...(await filtersOf(url, path, people.key)),
    ])
      add(further, "key");
  for (const path of FEEDS) add(path, "visitor");
  for (const path of RECORD) for (const who of /** @type {const} */ (["visitor", "member"])) add(path, who);
  for (const path of ["/sitemap.xml", ...(await sitemapParts(url))]) add(path, "visitor");
  const { text: desk } = await fetchAs(`${url}/admin`, people.staff);
  for (const path of new Set([
    "/admin",
    "/admin/calls",
    "/admin/bin",
    "/admin/pictures",
    "/admin/coupons",
    "/admin/calendar?month=2026-12",
    "/admin/manage-users/labels",
    "/admin/manage-users/segments",
    "/admin/manage-users?term=running&seen=not-90&newsletter=briefs",
    "/admin/manage-users?source=registration&term=ends-30",
    ...linksIn(desk).filter(isScreen),
  ]))
    await explore(path, "staff");
  return [...found.values()];
}

const isScreen = (/** @type {string} */ path) => /^\/admin\/[a-z-]+$/.test(path);

/** A name equal for every size, because ids and page numbers differ. @param {string} path */
const nameOf = (path) =>
  path
    .replace(new RegExp(UUID, "g"), ":id")
    .replace(/^\/stock\/(?!SPX\b)[^/?]+/, "/stock/:symbol")
    .replace(/^\/author\/[^/?]+/, "/author/:slug")
    .replace(/([?&]page=)(?!2\b)\d+/, "$1last")
    .replace(/-\d+\.xml/, "-n.xml");

/** @param {string} html @returns {string[]} */
const linksIn = (html) =>
  [...html.matchAll(/\shref="(\/[^"#]*)/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

/**
 * The addresses from a list: another order, another page, filters, searches, its CSV; its first record,
 * that record's form and review, the first company and the first author.
 *
 * @param {string} path
 * @param {string} html
 */
function furtherFrom(path, html) {
  const links = linksIn(html);
  const record = links.find((link) => new RegExp(`^${path}/${UUID.source}(/edit)?$`).test(link));
  const exports = links.filter((link) => link.startsWith(`${path}/export.csv`));
  const company = links.find((link) => /^\/stock\/[^/?]+$/.test(link));
  const author = links.find((link) => /^\/author\/[^/?]+$/.test(link));
  // The page where a draft is reviewed; a list has a button to publish where there are drafts.
  const review = html.includes("/publication") ? record?.replace(/\/edit$/, "/review") : undefined;
  const first = [record, review, company, author].filter((link) => link !== undefined);
  return [...statesOf(path, html), ...exports, ...searches(path, html), ...first];
}

/** A list's own links: another order, another page. @param {string} path @param {string} html */
const statesOf = (path, html) =>
  linksIn(html).filter(
    (link) => link.startsWith(`${path}?`) && !/[?&](delete|publish|subscription)=/.test(link),
  );

/** The requests of the list's form. @param {string} path @param {string} html */
function searches(path, html) {
  const main = html.slice(html.indexOf("<main"));
  const addresses = [];
  if (/<input[^>]*name="q"/.test(main)) {
    for (const word of WORDS) addresses.push(`${path}?q=${encodeURIComponent(word)}`);
  }
  for (const [, name, options = ""] of main.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)) {
    const values = [...options.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value);
    for (const value of values) addresses.push(`${path}?${name}=${encodeURIComponent(String(value))}`);
  }
  if (/<input[^>]*name="from"/.test(main)) addresses.push(`${path}?from=2020-01-01&to=2030-01-01`);
  return addresses;
}

/**
 * A list with each of its filters: by each word of a choice, and by a value of its first records.
 * @param {string} url @param {string} path @param {string} caller
 */
async function filtersOf(url, path, caller) {
  const { paths } = JSON.parse((await fetchAs(`${url}/api/openapi.json`, "")).text);
  const list = JSON.parse((await fetchAs(`${url}${path}?limit=100`, caller)).text);
  /** @type {Record<string, unknown>[]} */
  const records = list.data ?? list;
  /** @type {{ name?: string, in?: string, schema?: { enum?: string[], type?: string } }[]} */
  const parameters = paths[path].get.parameters;
  return [
    `${path}?from=2020-01-01&to=2030-01-01`,
    `${path}?updatedSince=2020-01-01T00:00:00Z`,
    ...parameters.flatMap(({ name = "", in: place, schema = {} }) => {
      if (place !== "query" || !name) return [];
      const first = records
        .map((record) => record[name])
        .find((value) => value !== null && value !== undefined);
      const values =
        schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : [first ?? "none", "none"]);
      return [...new Set(values)].map((value) => `${path}?${name}=${encodeURIComponent(String(value))}`);
    }),
  ];
}

/** @param {string} url @param {string} path @param {string} caller */
async function ofApiList(url, path, caller) {
  const { text } = await fetchAs(`${url}${path}?limit=1`, caller);
  const id = UUID.exec(text)?.[0];
  const lists = ["", "?limit=100", "?limit=100&page=2", "?limit=10&page=900", "?since=2020-01-01"].map(
    (query) => path + query,
  );
  return id && path !== "/api/market-movers" && path !== "/api/trade-alerts"
    ? [...lists, `${path}/${id}`]
    : lists;
}

/** The first and the last part of each sitemap. @param {string} url */
async function sitemapParts(url) {
  const { text } = await fetchAs(`${url}/sitemap.xml`, "");
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
  return paths;
}
