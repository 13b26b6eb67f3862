// `node tests/load/behind-proxy.mjs [seconds] [nginx] [varnish]`, after `npm run build`: random readers at random addresses,
// through the proxies of docs/operating in front of a new server. Counts pages of another reader, which must
// be none, and the share of visitors' pages from the proxy. It needs Debian's packages nginx and varnish in
// the PATH, or at NGINX_BIN and VARNISHD_BIN.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEphemeral } from "../../db/embedded/ephemeral.mjs";
import { freePort, nextExit, signIn, startServer, stopAll } from "./processes.mjs";

const CDN_SECONDS = 2;
const READERS = 24;
const ENCODINGS = ["br", "gzip", "identity", "gzip, deflate, br"];
/** The demo's people; a visitor has no name. */
const MEMBERS = ["basic", "premium", "private"];

const configOf = (/** @type {string} */ name) =>
  readFileSync(fileURLToPath(new URL(`../../docs/operating/${name}`, import.meta.url)), "utf8");

/** @typedef {{ command: string, args: string[], stop?: () => void }} Proxy */

/** Each proxy with its own configuration, only its places changed. @type {Record<string, (folder: string, port: number, site: number) => Proxy>} */
const PROXIES = {
  nginx(folder, port, site) {
    const config = configOf("nginx.conf")
      .replace("/var/cache/nginx/openbell", join(folder, "cache"))
      .replace("127.0.0.1:3000", `127.0.0.1:${site}`)
      .replace("listen 80;", `listen 127.0.0.1:${port};`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join("\n");
    const whole = `daemon off; pid ${join(folder, "pid")}; error_log stderr; worker_processes 1;
      events {} http { access_log off; ${temporary}\n${config} }`;
    writeFileSync(join(folder, "nginx.conf"), whole);
    return {
      command: process.env.NGINX_BIN ?? "nginx",
      args: ["-p", folder, "-c", join(folder, "nginx.conf")],
    };
  },
  varnish(folder, port, site) {
    const config = configOf("varnish.vcl").replace('"3000"', `"${site}"`);
    writeFileSync(join(folder, "varnish.vcl"), config);
    const args = [
      "-F",
      "-n",
      join(folder, "work"),
      "-a",
      `127.0.0.1:${port}`,
      "-f",
      join(folder, "varnish.vcl"),
    ];
    return {
      command: process.env.VARNISHD_BIN ?? "varnishd",
      args: [...args, "-s", "malloc,64m", "-j", "none"],
    };
  },
};

const randomItem = (/** @type {readonly any[]} */ list) => list[Math.floor(Math.random() * list.length)];

/** What identifies a page's reader: the name in its frame, its locked parts, its theme. @param {string} html */
const pageCacheKey = (html) => ({
  name: /class="text-muted">([\w.]+@demo\.test)</.exec(html)?.[1],
  locked: html.match(/Locked/g)?.length ?? 0,
  theme: /<html[^>]*data-theme="(\w+)"/.exec(html)?.[1],
});

/** A reader with their browser's cookies. */
class Reader {
  /** @type {string | undefined} */
  person = undefined;
  own = "";
  theme = randomItem([undefined, undefined, undefined, "dark"]);
  foreign = randomItem(["", "_ga=GA1.2.3", "_ga=GA1.2.4; consent=yes"]);

  get cookies() {
    return [this.foreign, this.own, this.theme && `openbell_theme=${this.theme}`].filter(Boolean).join("; ");
  }

  /** @param {string} url */
  async signInOrOut(url) {
    if (this.person) {
      const headers = { Cookie: this.cookies, Origin: new URL(url).origin, "Sec-Fetch-Site": "same-origin" };
      const left = await fetch(`${url}/logout`, { method: "POST", headers, redirect: "manual" });
      if (left.status >= 400) throw new Error(`${this.person} could not sign out: ${left.status}`);
      await left.arrayBuffer();
      this.person = undefined;
      this.own = "";
      return;
    }
    const [person, kind] = randomItem([...MEMBERS.map((member) => [member, "member"]), ["editor", "staff"]]);
    this.own = await signIn(url, person, kind);
    this.person = person;
  }
}

/**
 * Sends requests until the time is up.
 * @param {string} url @param {string} site @param {string[]} paths @param {number} seconds
 */
async function readAtRandom(url, site, paths, seconds) {
  const counts = { pages: 0, mixed: 0, visitors: 0, hits: 0, signIns: 0 };
  const locks = await locksByTier(site, paths);
  const until = performance.now() + seconds * 1_000;
  /** @param {Reader} reader */
  const visit = async (reader) => {
    const path = randomItem(paths);
    const headers = { Cookie: reader.cookies, "Accept-Encoding": randomItem(ENCODINGS) };
    const answer = await fetch(url + path, { headers });
    const html = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    const found = pageCacheKey(html);
    const member = MEMBERS.find((name) => name === reader.person);
    const expected = {
      name: member && `${member}@demo.test`,
      locked: locks.get(`${member ?? "visitor"} ${path}`),
      theme: reader.theme,
    };
    const isMixed = JSON.stringify(found) !== JSON.stringify(expected) || !scriptsRun(answer.headers, html);
    if (isMixed) console.error("mixed", path, reader.person, found, expected);
    counts.pages += 1;
    counts.mixed += Number(isMixed);
    if (reader.person || reader.theme) return;
    counts.visitors += 1;
    counts.hits += Number(/HIT|STALE|UPDATING|REVALIDATED/.test(answer.headers.get("X-Cache") ?? ""));
  };
  const live = async () => {
    const reader = new Reader();
    while (performance.now() < until) {
      if (Math.random() < 0.01) {
        await reader.signInOrOut(url);
        counts.signIns += 1;
      }
      await visit(reader);
    }
  };
  await Promise.all(Array.from({ length: READERS }, live));
  return counts;
}

/** Whether a page's content security policy allows its scripts. @param {Headers} headers @param {string} html */
function scriptsRun(headers, html) {
  const [, allowed] = /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "") ?? [];
  return [...html.matchAll(/<script[^>]* nonce="([^"]+)"/g)].every(([, nonce]) => nonce === allowed);
}

/** The number of locked parts per tier and page, from the site itself. @param {string} site @param {string[]} paths */
async function locksByTier(site, paths) {
  const locks = new Map();
  for (const person of ["visitor", ...MEMBERS]) {
    const cookie = person === "visitor" ? "" : await signIn(site, person);
    for (const path of paths) {
      const html = await (await fetch(site + path, { headers: { Cookie: cookie } })).text();
      locks.set(`${person} ${path}`, pageCacheKey(html).locked);
    }
  }
  return locks;
}

/** Some pages of every cached kind, and one that is never cached. @param {string} site */
async function addresses(site) {
  const pages = [
    "/",
    "/news",
    "/daily-brief",
    "/trade-alert",
    "/stock-picks",
    "/videos",
    "/market",
    "/about",
    "/login",
  ];
  for (const list of ["news", "daily-brief", "trade-alert", "videos"]) {
    const html = await (await fetch(`${site}/${list}`)).text();
    const items = [...new Set(html.match(new RegExp(`/${list}/[0-9a-f-]{36}`, "g")))];
    pages.push(...items.slice(0, 5));
  }
  return pages;
}

/** @param {string} url */
async function untilAnswered(url) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The proxy did not answer within ten seconds");
}

/**
 * Whether a purge removes pages made from news, and no others.
 * @param {string} url @param {string[]} paths
 */
async function purges(url, paths) {
  const article = paths.find((path) => path.startsWith("/news/")) ?? "";
  const cacheOf = async (/** @type {string} */ path) => {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    return answer.headers.get("X-Cache");
  };
  for (const path of [article, "/about"]) for (let tries = 0; tries < 5; tries += 1) await cacheOf(path);
  const purged = await fetch(url, { method: "BAN", headers: { "Surrogate-Key": "news" } });
  const after = [purged.status, await cacheOf(article), await cacheOf("/about")].join(" ");
  console.log(`  told to let go of news: ${after}`);
  return after === "200 MISS HIT";
}

/** @param {string} name @param {{ url: string, port: number }} site @param {number} port @param {number} seconds */
async function tryProxy(name, site, port, seconds) {
  const folder = mkdtempSync(join(tmpdir(), `openbell-${name}-`));
  chmodSync(folder, 0o777);
  const make = PROXIES[name];
  if (!make) throw new Error(`There is no proxy ${name}; there are ${Object.keys(PROXIES).join(", ")}`);
  const { command, args } = make(folder, port, site.port);
  const proxy = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  const absent = new Promise((_, reject) => proxy.once("error", reject));
  try {
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([untilAnswered(`${url}/about`), absent]);
    const paths = await addresses(site.url);
    const counts = await readAtRandom(url, site.url, paths, seconds);
    const share = ((100 * counts.hits) / counts.visitors).toFixed(1);
    console.log(
      `${name}: ${counts.pages} pages, ${counts.signIns} times signed in or out, ${counts.mixed} mixed audiences; ` +
        `${share} % of ${counts.visitors} visitors' pages kept`,
    );
    const purged = name !== "varnish" || (await purges(url, paths));
    return counts.mixed === 0 && purged;
  } finally {
    proxy.kill("SIGTERM");
    if (proxy.pid !== undefined && proxy.exitCode === null) await nextExit(proxy);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const [seconds = "10", ...names] = process.argv.slice(2);
  const database = await startEphemeral();
  const dataDir = join(database.folder, "data");
  mkdirSync(dataDir);
  try {
    const port = await freePort();
    const site = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      CDN_SECONDS: String(CDN_SECONDS),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: "1",
    });
    let good = true;
    for (const name of names.length > 0 ? names : Object.keys(PROXIES))
      good = (await tryProxy(name, site, port, Number(seconds))) && good;
    process.exitCode = good ? 0 : 1;
  } finally {
    stopAll();
    await database.stop();
  }
}

await main();
