import { get } from "node:http";
import { startTestApp, type TestApp } from "tests/support/app";
import { fillReadingContent } from "tests/support/reading-content";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Bytes as they are sent, pictures left out; the promises about page weight. */
const BUDGET = { page: 60_000, enhance: 5_000, hydrated: 130_000 } as const;

const READING = [
  ...[
    "/",
    "/news",
    "/news?category=Tech",
    "/daily-brief",
    "/stock-picks",
    "/trade-alert",
    "/videos",
    "/market",
  ],
  ...["/search?q=report", "/about", "/contact", "/privacy", "/terms", "/disclaimer", "/api/docs"],
];
const WITH_STATE = ["/login", "/admin/login"];

let app: TestApp;
const cookies = new Map<string, string>();
beforeAll(async () => {
  app = await startTestApp();
  await fillReadingContent(app.sql, 60);
  cookies.set("visitor", "").set("premium", await app.cookiesOf("premium"));
  const found = await app.sql<{ path: string }>(
    `(select '/news/' || id as path from news limit 1) union all (select '/daily-brief/' || id from daily_briefs limit 1)
     union all (select '/trade-alert/' || id from trade_alerts limit 1) union all (select '/videos/' || id from videos limit 1)`,
  );
  READING.push(...found.map(({ path }) => path));
});
afterAll(() => app.stop());

type Loaded = { html: string; styles: string[]; scripts: string[]; resources: string[] };

/** A page, or undefined where it is not built. */
async function load(path: string, person: string): Promise<Loaded | undefined> {
  const response = await app.request(path, { cookies: cookies.get(person) });
  if (response.status === 404) return undefined;
  expect(response.status).toBe(200);
  const html = await response.text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address]) => address ?? "");
  return {
    html,
    styles: all(/<link rel="stylesheet" href="([^"]+)"/g),
    scripts: [
      ...new Set([...all(/<script[^>]*src="([^"]+)"/g), ...all(/<link rel="modulepreload" href="([^"]+)"/g)]),
    ],
    resources: [
      ...all(/<(?:script|img|iframe|source|video|audio|embed|input)[^>]*\ssrc="([^"]+)"/g),
      ...all(
        /<link rel="(?:stylesheet|modulepreload|preload|icon|apple-touch-icon|manifest)"[^>]*href="([^"]+)"/g,
      ),
      ...all(/<object[^>]*data="([^"]+)"/g),
      ...all(/srcset="([^"]+)"/gi).flatMap((set) =>
        set.split(",").map((part) => part.trim().split(" ")[0] ?? ""),
      ),
      ...all(/url\(([^)]+)\)/g),
    ],
  };
}

const weighed = new Map<string, number>();

/** Bytes on the wire, for a browser that takes brotli. `fetch` would unpack them. */
function weight(path: string, cookies = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": "br", Cookie: cookies };
    get(new URL(path, app.url), { headers }, (response) => {
      expect(response.headers["content-encoding"], path).toBe("br");
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on("end", () => resolve(size));
    }).on("error", reject);
  });
}

async function weightOf(paths: string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) {
    const size = weighed.get(path) ?? (await weight(path));
    weighed.set(path, size);
    sum += size;
  }
  return sum;
}

describe.each(["visitor", "premium"])("reading pages, for %s", (person) => {
  it("are at most 60 kB of HTML and CSS, and 5 kB of script", async () => {
    let seen = 0;
    for (const path of READING) {
      const page = await load(path, person);
      if (!page) continue;
      seen += 1;
      const size = (await weight(path, cookies.get(person))) + (await weightOf(page.styles));
      expect(size, path).toBeLessThanOrEqual(BUDGET.page);
      expect(page.styles, path).toHaveLength(1);
      expect(page.scripts, path).toEqual([expect.stringMatching(/^\/assets\/enhance-/)]);
      expect(await weightOf(page.scripts), path).toBeLessThanOrEqual(BUDGET.enhance);
    }
    expect(seen).toBeGreaterThanOrEqual(12);
  });

  it("ask no other host for anything", async () => {
    for (const path of person === "visitor" ? [...READING, ...WITH_STATE] : READING) {
      const page = await load(path, person);
      for (const address of page?.resources ?? []) expect(address, path).toMatch(/^(\/(?!\/)|data:)/);
    }
  });
});

it.each(WITH_STATE)("%s is at most 130 kB of script", async (path) => {
  const page = await load(path, "visitor");
  const own = page?.scripts.filter((address) => !address.includes("enhance")) ?? [];
  expect(own.length).toBeGreaterThan(2);
  // What the first modules import is not named in the page.
  const sought = [...own];
  for (const address of sought) {
    const code = await (await app.request(address)).text();
    for (const [, file = ""] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      if (!sought.includes(`/assets/${file}`)) sought.push(`/assets/${file}`);
    }
  }
  expect(await weightOf(sought)).toBeLessThanOrEqual(BUDGET.hydrated);
});
