import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { insertPageContent } from "tests/support/page-content";
import { allRoutes, fillParams } from "tests/support/routes";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATIC_PAGES, staticPagePath } from "~/features/static-pages/static-pages.rules";

/** Compressed bytes without pictures; the promises about page weight. */
const BUDGET = { page: 60_000, enhance: 5_000, hydrated: 130_000, fonts: 45_000 } as const;

const READING_PAGES = [
  "/",
  "/news",
  "/news?category=Tech",
  "/daily-brief",
  "/stock-picks",
  "/trade-alert",
  "/videos",
  "/market",
  "/search?q=report",
  ...STATIC_PAGES.map(staticPagePath),
  "/api/docs",
];
/**
 * Every page that loads React, with a dummy word in place of the reset link's token. A record's edit form has
 * the same code as its empty form.
 */
const HYDRATED_PAGES = allRoutes()
  .filter(({ hydrates, pattern }) => hydrates && !pattern.includes(":id"))
  .map(({ pattern }) => fillParams(pattern, { token: "done" }));

/**
 * Pages with an extra stylesheet: the API reference, pages with charts or articles, videos and search
 * results.
 */
const OWN_SHEET = /^\/(api\/docs|videos|search.*|(news|daily-brief|trade-alert|videos)\/.+)$/;
/** Pages with two extra stylesheets: the charts' and one that no other page has. */
const TWO_SHEETS = /^\/(market|stock-picks|trade-alert)?$/;

const sheetsOf = (path: string) => (TWO_SHEETS.test(path) ? 3 : OWN_SHEET.test(path) ? 2 : 1);

/** Back-office lists have no state: they are plain HTML. */
const BACK_OFFICE_PAGES = ["/admin", "/admin/news", "/admin/news?delete=none"];

/** The role to sign in with; `visitor` on pages without sign-in. */
function bearerOf(path: string): "visitor" | "premium" | "superadmin" {
  if (/^\/(dashboard|referral|subscription\/(success|gift))/.test(path)) return "premium";
  return /^\/admin(?!\/login)/.test(path) ? "superadmin" : "visitor";
}

let app: TestApp;
const cookies = new Map<string, string>();
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 60);
  // The page after a password change is measured too.
  cookies.set("visitor", "openbell_done=reset");
  for (const person of ["premium", "superadmin"] as const) cookies.set(person, await app.cookiesOf(person));
  const found = await app.sql<{ path: string }>(
    `(select '/news/' || id as path from news limit 1) union all (select '/daily-brief/' || id from daily_briefs limit 1)
     union all (select '/trade-alert/' || id from trade_alerts limit 1) union all (select '/videos/' || id from videos limit 1)`,
  );
  READING_PAGES.push(...found.map(({ path }) => path));
});
afterAll(() => app.stop());

type Received = { status: number; size: number; text: string };

const received = new Map<string, Promise<Received>>();

/** An address as a browser receives it with brotli, requested once for all tests. */
function receive(path: string, person = "nobody"): Promise<Received> {
  const name = `${path} as ${person}`;
  const known = received.get(name) ?? receiveNow(path, cookies.get(person) ?? "");
  received.set(name, known);
  return known;
}

/** `fetch` would decompress it. */
function receiveNow(path: string, Cookie: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "br", Cookie };
    get(new URL(path, app.url), { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const packed = response.headers["content-encoding"] === "br";
        const text = (packed ? brotliDecompressSync(bytes) : bytes).toString("utf8");
        resolve({ status: response.statusCode ?? 0, size: packed ? bytes.length : Number.NaN, text });
      });
    }).on("error", reject);
  });
}

type Loaded = { html: string; styles: string[]; scripts: string[]; resources: string[] };

async function load(path: string, person: string): Promise<Loaded> {
  const { status, text: html } = await receive(path, person);
  expect([path, status]).toEqual([path, 200]);
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address]) => address ?? "");
  return {
    html,
    styles: all(/<link rel="stylesheet" href="([^"]+)"/g),
    scripts: [
      ...new Set([
        ...all(/<script[^>]*src="([^"]+)"/g),
        ...all(/<link rel="(?:modulepreload|later)" href="([^"]+)"/g),
      ]),
    ],
    resources: [
      ...all(/<(?:script|img|iframe|source|video|audio|embed|input)[^>]*\ssrc="([^"]+)"/g),
      ...all(
        /<link (?:media="print" )?rel="(?:stylesheet|modulepreload|preload|icon|apple-touch-icon)"[^>]*href="([^"]+)"/g,
      ),
      ...all(/<object[^>]*data="([^"]+)"/g),
      ...all(/srcset="([^"]+)"/gi).flatMap((set) =>
        set.split(",").map((part) => part.trim().split(" ")[0] ?? ""),
      ),
      ...all(/url\(([^)]+)\)/g),
    ],
  };
}

/** The folder of the built stylesheets. */
const ASSETS = fileURLToPath(new URL("../../../build/client/assets", import.meta.url));

/** The classes with rules in a stylesheet. */
const classesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = ""]) => name.replaceAll("\\", "")));

/** The same of each built stylesheet. */
const classesByHref = new Map<string, Set<string>>(
  readdirSync(ASSETS)
    .filter((file) => file.endsWith(".css"))
    .map((file) => [`/assets/${file}`, classesIn(readFileSync(join(ASSETS, file), "utf8"))]),
);

/** Classes that have rules in some stylesheet, but in none that the page links. */
async function unstyledIn(path: string, person: string): Promise<string[]> {
  const { text: html } = await receive(path, person);
  const linked = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href);
  const used = [...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names]) => names?.split(/\s+/) ?? []);
  return [...new Set(used)].filter(
    (name) =>
      [...classesByHref.values()].some((classes) => classes.has(name)) &&
      !linked.some((href) => classesByHref.get(href)?.has(name)),
  );
}

/** Transferred bytes with brotli. */
async function weight(path: string, person?: string): Promise<number> {
  const { size } = await receive(path, person);
  expect(size, `${path} is compressed with brotli`).not.toBeNaN();
  return size;
}

async function weightOf(paths: string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += await weight(path);
  return sum;
}

describe.each(["visitor", "premium"])("reading pages, for %s", (person) => {
  it("have at most 60 kB of HTML and CSS, and 5 kB of script", spec("beyond page weight 60 kb"), async () => {
    for (const path of READING_PAGES) {
      const page = await load(path, person);
      const size = (await weight(path, person)) + (await weightOf(page.styles));
      expect(size, path).toBeLessThanOrEqual(BUDGET.page);
      expect(page.styles, path).toHaveLength(sheetsOf(path));
      expect(page.scripts, path).toEqual([expect.stringMatching(/^\/assets\/enhance-/)]);
      expect(await weightOf(page.scripts), path).toBeLessThanOrEqual(BUDGET.enhance);
    }
  });

  it("link the stylesheets of their classes", async () => {
    for (const path of READING_PAGES) expect(await unstyledIn(path, person), path).toEqual([]);
  });

  it("load nothing from other hosts", spec("beyond page weight 60 kb"), async () => {
    const withState = HYDRATED_PAGES.filter((path) => bearerOf(path) === person);
    for (const path of [...READING_PAGES, ...withState]) {
      const { resources } = await load(path, person);
      for (const address of resources) expect(address, path).toMatch(/^(\/(?!\/)|data:)/);
    }
  });
});

it("every other screen links the stylesheets of its classes", async () => {
  const screens = allRoutes().filter(({ page, opens, pattern }) => page && opens && !/[:*]/.test(pattern));
  expect(screens.length).toBeGreaterThan(60);
  for (const { pattern } of screens)
    expect(await unstyledIn(pattern, bearerOf(pattern)), pattern).toEqual([]);
});

it("fonts total 45 kB, are cached for a year, and the headline weight is preloaded", async () => {
  const { html, styles } = await load("/", "visitor");
  const css = await (await app.request(styles[0] ?? "")).text();
  const fonts = [...css.matchAll(/url\("?([^)"]+\.woff2)"?\)/g)].map(([, address = ""]) => address);
  expect(fonts).toHaveLength(2);
  let size = 0;
  for (const font of fonts) {
    const answer = await app.request(font);
    expect([answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
      "font/woff2",
      expect.stringContaining("max-age=31536000, immutable"),
    ]);
    size += (await answer.arrayBuffer()).byteLength;
  }
  expect(size).toBeLessThanOrEqual(BUDGET.fonts);
  const preloaded = html.matchAll(
    /<link rel="preload" href="([^"]+)" as="font" type="font\/woff2" crossorigin="anonymous"/gi,
  );
  expect([...preloaded].map(([, address]) => address).toSorted()).toEqual(fonts.toSorted());
});

it.each(BACK_OFFICE_PAGES)("%s loads no React", async (path) => {
  const { scripts } = await load(path, "superadmin");
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/enhance-/)]);
});

it.each(["/login", "/register", "/forget-password", "/reset-password/done", "/reset-password/nonsense"])(
  "%s loads no React before its form is used",
  spec("beyond page weight 60 kb"),
  async (path) => {
    const { text: html } = await receive(path, "visitor");
    const [script, ...others] = html.match(/<script(?! type="text\/plain")[^>]*>/g) ?? [];
    expect(script).toMatch(/src="\/assets\/enhance-/);
    expect([others, html.match(/modulepreload/g)]).toEqual([[], null]);
    expect(html).toMatch(/<script type="text\/plain" data-later="module" nonce="[^"]+">import /);
  },
);

it("pages with state are listed, including those of the account", () => {
  expect(HYDRATED_PAGES).toEqual(
    expect.arrayContaining([
      "/login",
      "/register",
      "/reset-password/done",
      "/dashboard",
      "/admin/login",
      "/admin/news/new",
    ]),
  );
});

it.each(
  allRoutes()
    .filter(({ hydrates, pattern }) => hydrates && !pattern.includes(":id"))
    .map(({ pattern, chain }) => [fillParams(pattern, { token: "done" }), chain] as const),
)("%s names the modules in its browser's route manifest, so hydration succeeds", async (path, chain) => {
  const { scripts } = await load(path, bearerOf(path));
  const address = scripts.find((script) => script.includes("/manifest-")) ?? "";
  const { text: written } = await receive(address);
  const { entry, routes } = JSON.parse(written.replace(/^[^=]+=/, "").replace(/;$/, ""));
  const named = chain.flatMap((id) => [...(routes[id].imports ?? []), routes[id].module]);
  const own = scripts.filter((script) => !/\/(enhance|entry\.client|manifest)-/.test(script));
  expect(own.sort()).toEqual([...new Set([...entry.imports, ...named])].sort());
});

it.each(HYDRATED_PAGES)("%s has at most 130 kB of script", spec("beyond page weight 60 kb"), async (path) => {
  const page = await load(path, bearerOf(path));
  const own = page.scripts.filter((address) => !address.includes("enhance"));
  expect(own.length).toBeGreaterThan(2);
  // Imports of the first modules are not named in the page.
  const sought = [...own];
  for (const address of sought) {
    const { text: code } = await receive(address);
    for (const [, file = ""] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      if (!sought.includes(`/assets/${file}`)) sought.push(`/assets/${file}`);
    }
  }
  expect(await weightOf(sought)).toBeLessThanOrEqual(BUDGET.hydrated);
});
