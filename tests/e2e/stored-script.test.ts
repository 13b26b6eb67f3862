import type { APIRequestContext, Page } from "@playwright/test";
import { openPageAs, setUpBrowser } from "tests/support/call-browser";
import { setUpApp } from "tests/support/running-app";
import { drawn, isDeep, SEED_NOTE } from "tests/support/sample";
import { PASSWORD } from "tests/support/test-app";
import { expect, it } from "vitest";
import { HOSTILE_TEXTS, packed } from "./hostile-texts";

/* Texts that run a script if a page takes them for markup, read in Chromium. They would be in the way of all other
   browser tests, so they have a site of their own. */

type Kind = {
  path: string;
  /** Further required fields of a record. */
  body: Record<string, unknown>;
  /** Its text fields and their lengths. */
  texts: Record<string, number>;
  /** The pages that show it. `:id` stands for the newest record. */
  pages: readonly string[];
};

const KINDS: readonly Kind[] = [
  {
    path: "news",
    body: { category: "Tech" },
    texts: { title: 300, author: 100, content: 100_000 },
    pages: ["/news", "/news/:id", "/admin/news", "/admin/news/:id/edit"],
  },
  {
    path: "daily-brief",
    body: {},
    texts: {
      ...{ companyName: 300, ticker: 20, author: 100, analysis: 100_000 },
      ...{ headline: 200, teaser: 500, disclosure: 500 },
    },
    pages: ["/daily-brief", "/daily-brief/:id", "/admin/daily-brief", "/admin/daily-brief/:id/edit"],
  },
  {
    path: "trade-alert",
    body: { tag: "buy", targetPrice: 2 },
    texts: {
      ...{ ticker: 20, name: 300, holdingPeriod: 100, analysis: 100_000 },
      ...{ author: 100, disclosure: 500 },
    },
    pages: ["/trade-alert", "/trade-alert/:id", "/admin/trade-alert", "/admin/trade-alert/:id/edit"],
  },
  {
    path: "stock-picks",
    body: { category: "Tenet" },
    texts: { ticker: 20, name: 300, author: 100, disclosure: 500 },
    pages: ["/stock-picks", "/admin/stock-picks", "/admin/stock-picks/:id/edit"],
  },
  {
    path: "videos",
    body: { youtubeLink: "https://www.youtube.com/watch?v=aaaaaaaaaaa", isFree: true },
    texts: { title: 300, caption: 100_000 },
    pages: ["/videos", "/videos/:id", "/admin/videos", "/admin/videos/:id/edit"],
  },
  {
    path: "markets",
    body: { category: "Stocks", last: 2 },
    texts: { name: 300 },
    pages: ["/market?category=Stocks", "/admin/market"],
  },
  {
    path: "market-movers/admin",
    body: { last: 2, changePercent: 1, moverType: "gainers" },
    texts: { name: 300 },
    pages: ["/market", "/admin/market-movers"],
  },
  {
    path: "packages",
    body: { price: 2, expiresIn: 2, tier: "Premium" },
    texts: { name: 100, tagline: 300 },
    pages: ["/subscription", "/admin/packages"],
  },
];

/** Records of a kind with other texts: fewer than the first page of a list has, in a deep run as many as there are texts. */
const RECORDS = isDeep ? HOSTILE_TEXTS.length : 8;

setUpApp();
setUpBrowser();

it("150 hostile texts in the text fields run nothing", async () => {
  expect(HOSTILE_TEXTS).toHaveLength(150);
  const page = await openPageAs("private", true);
  const { request } = page.context();
  const staff = { email: "superadmin@demo.test", password: PASSWORD };
  expect((await request.post("/api/auth/admin/login", { data: staff })).ok()).toBe(true);
  const pages = ["/", "/search?q=alert", "/search?q=script"];
  for (const kind of KINDS) pages.push(...(await fill(request, kind)));
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(page.url());
    return dialog.dismiss();
  });
  const marked: string[] = [];
  for (const path of pages) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    marked.push(...(await scriptsIn(page)).map((found) => `${path}: ${found}`));
  }
  expect(marked, SEED_NOTE).toEqual([]);
  expect(ran, SEED_NOTE).toEqual([]);
});

/**
 * Writes texts into every field of a kind: all of them into long fields, a drawn part into short ones, in a deep run
 * all into each.
 * @returns the pages that show them
 */
async function fill(request: APIRequestContext, { path, body, texts, pages }: Kind): Promise<string[]> {
  const packs = Object.entries(texts).map(([field, most]) => {
    const all = packed(HOSTILE_TEXTS, most, most > 1_000 ? "\n\n" : " ");
    return [field, drawn(all, RECORDS, `texts of ${path}, ${field}`)] as const;
  });
  const records = Math.max(...packs.map(([, each]) => each.length));
  let id = "";
  for (let nth = 0; nth < records; nth += 1) {
    const written = packs.map(([field, each]) => [field, each[nth % each.length]]);
    const reply = await request.post(`/api/${path}`, { data: { ...body, ...Object.fromEntries(written) } });
    expect(reply.status(), `${path}: ${await reply.text()}`).toBe(201);
    ({ id } = await reply.json());
  }
  return pages.map((page) => page.replace(":id", id));
}

/** Scripts that would run or did run in a page. Our pages have no inline handlers and no links to scripts. */
const scriptsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const bad = [...element.attributes].filter(
        ({ name, value }) =>
          /^on/i.test(name) ||
          (/^(href|src|action|formaction|data|srcdoc)$/i.test(name) &&
            /^(javascript|vbscript|data:text)/i.test(value.replace(/[^!-~]/g, ""))),
      );
      return bad.map(({ name, value }) => `<${element.localName} ${name}="${value}">`);
    }),
  );
