import { type Canary, leakedIn } from "tests/support/canaries";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { coveringPairs, SEED_NOTE } from "tests/support/sample";
import { beforeAll, describe, expect, it } from "vitest";
import { DISCOVERIES } from "~/features/registry.server";
import { MATRIX } from "./matrix";
import { matrixPath } from "./matrix-records";

/* A draft alert and a draft pick: only staff see them at any address, whatever others pay. */

setUpApp();

const SAID = { name: "Canary Draft Plc", author: "Canary Author", disclosure: "Canary holdings" };
const ALERT = {
  ...{ ticker: "CNDRA", ...SAID, tag: "buy", targetPrice: 7311.17, stopLoss: 6622.53, currentPrice: 6999.37 },
  ...{ analysis: "Canary analysis", status: "draft" },
};
const PICK = {
  ...{ ticker: "CNDRP", ...SAID, category: "Moonshots", currentPrice: 6888.29, currentYTP: 7822.41 },
  status: "draft",
};
const CANARIES: Canary[] = [
  "CNDRA",
  "CNDRP",
  "Canary",
  "7,?311\\.17",
  "6,?622\\.53",
  "6,?999\\.37",
  "6,?888\\.29",
  "7,?822\\.41",
].map((text) => ({ name: text, text, pattern: new RegExp(text, "i") }));

const ids: Record<string, string> = {};
const headers: Record<string, Record<string, string>> = { visitor: {} };

beforeAll(async () => {
  const cookies = await app.cookiesOf("admin");
  for (const [table, path, json] of [
    ["trade_alerts", "/api/trade-alert", ALERT],
    ["stock_picks", "/api/stock-picks", PICK],
  ] as const) {
    const answer = await app.request(path, { method: "POST", cookies, json });
    expect(answer.status).toBe(201);
    ids[table] = ((await answer.json()) as { id: string }).id;
  }
  for (const person of PEOPLE.slice(1)) headers[person] = { Cookie: await app.cookiesOf(person) };
});

/** Every readable address in its forms, with the drafts wherever it names a record. */
const addresses = (): string[][] => [
  ...allRoutes()
    .filter(({ reads, page, pattern }) => (reads || page) && !pattern.startsWith("/admin"))
    .flatMap(({ pattern, page }) => {
      const id = ids[MATRIX[pattern]?.table ?? ""];
      const paths = pattern.includes(":symbol")
        ? ["CNDRA", "CNDRP"].map((symbol) => fillParams(pattern, { symbol }))
        : pattern.includes(":slug")
          ? [fillParams(pattern, { slug: "canary-author" })]
          : pattern.includes(":id") && id
            ? [fillParams(pattern, { id })]
            : [matrixPath(pattern)];
      return paths.map((path) => (page ? [path, dataUrl(path)] : [path]));
    }),
  ...["/search", "/search/suggestions", "/trade-alert", "/stock-picks"].flatMap((path) =>
    ["CNDR", "cana", "draft plc"].map((word) => [`${path}?q=${encodeURIComponent(word)}`]),
  ),
  ...[
    "/stock-picks?category=Moonshots",
    "/api/stock-picks?category=Moonshots",
    `/stock-picks?pick=${ids.stock_picks}`,
  ].map((path) => [path]),
];

const PEOPLE = ["visitor", "basic", "premium", "private"] as const;

describe("a draft of an alert and of a pick", () => {
  it.each(PEOPLE)("is at no address for: %s", async (person) => {
    const leaks = [];
    // Everybody requests each address, in one form at least.
    const requests = addresses().flatMap((forms, nth) =>
      coveringPairs(PEOPLE, forms, `drafts at address ${nth}`),
    );
    for (const [, path] of requests.filter(([asker]) => asker === person)) {
      const response = await app.request(path, { headers: headers[person] });
      const unsaid = CANARIES.filter(({ text }) => !path.toLowerCase().includes(text.toLowerCase()));
      const found = leakedIn(
        path.match(/q=cana|canary|CNDR/i)
          ? unsaid.filter(({ text }) => text !== "Canary" && !/^CNDR/.test(text))
          : unsaid,
        response,
        await response.text(),
      );
      leaks.push(...found.map((name) => `${path} gives away ${name}`));
    }
    expect(leaks, SEED_NOTE).toEqual([]);
  });

  it("is missing by its id and in every count", async () => {
    for (const [path, status] of [
      [`/trade-alert/${ids.trade_alerts}`, 404],
      [`/api/trade-alert/${ids.trade_alerts}`, 404],
      [`/api/stock-picks/${ids.stock_picks}`, 404],
    ] as const)
      for (const person of ["visitor", "premium"])
        expect([path, person, (await app.request(path, { headers: headers[person] })).status]).toEqual([
          ...[path, person],
          status,
        ]);
    for (const path of ["/api/trade-alert", "/api/stock-picks"]) {
      const answer = await app.request(path, { headers: headers.private });
      expect([path, JSON.stringify(await answer.json()).includes("draft")]).toEqual([path, false]);
    }
  });

  it("is no call, creates no instrument, and is in no feed, sitemap or share picture", async () => {
    expect(await database.rows("select 1 from call_events")).toEqual([]);
    expect(await database.rows("select symbol from instruments where symbol like 'CNDR%'")).toEqual([]);
    for (const { published, section } of DISCOVERIES)
      if (section === "stock-picks" || section === "trade-alert")
        expect([section, published !== undefined]).toEqual([section, true]);
  });

  it("is visible to its authors", async () => {
    const cookies = await app.cookiesOf("admin");
    const list = await app.request("/admin/trade-alert?status=draft", { cookies });
    expect(await list.text()).toContain("CNDRA");
    const picks = await app.request("/admin/stock-picks?status=draft", { cookies });
    expect(await picks.text()).toContain("CNDRP");
    const preview = await app.request(`/admin/trade-alert/${ids.trade_alerts}/preview`, { cookies });
    expect(preview.status).toBe(200);
  });
});
