import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, describe, expect, it } from "vitest";

setUpStaffApp();

let image: string;
let article: string;
let alert: string;
beforeAll(async () => {
  image = await insertRecord(database, "images");
  article = await insertRecord(database, "news");
  alert = await insertRecord(database, "trade_alerts");
});

const PAYING: Person[] = ["premium", "private"];
const OTHERS: Person[] = ["visitor", "basic", "lapsed"];
const adsOn = async (path: string, person: Person) =>
  (await html(path, person)).match(/<span class="ad-label">/g)?.length ?? 0;

describe("an ad for memberships", () => {
  const advertisement = (name: string, values: Record<string, unknown>) =>
    insertRecord(database, "ads", { name: `https://${name}.example/`, image_id: image, ...values });

  beforeAll(async () => {
    // One position has nothing else. In the other anybody may see either.
    await advertisement("join-us", { category: "square", position: 1, sells_membership: true });
    await advertisement("join-now", { category: "rectangle", position: 1, sells_membership: true });
    await advertisement("broker", { category: "rectangle", position: 1 });
    await insertRecord(database, "banners", {
      title: "Half price this week.",
      image_id: image,
      sells_membership: true,
      created_at: "2026-02-01T00:00:00Z",
    });
    await insertRecord(database, "banners", {
      title: "Capital at risk.",
      image_id: image,
      created_at: "2026-01-01T00:00:00Z",
    });
  });

  it.each(OTHERS)("appears for the %s", async (person) => {
    await expect.poll(() => html("/", person)).toContain("https://join-us.example/");
    expect(await html("/", person)).toContain("Half price this week.");
  });

  // Twice: the second response comes from the cache.
  it.each(PAYING)(
    "is hidden from the %s member, rendered or cached",
    spec("beyond pays sold memberships shown"),
    async (person) => {
      for (const path of ["/", "/about", "/market", "/stock-picks", "/about", "/"]) {
        const page = await html(path, person);
        expect(page, path).not.toMatch(/join-us\.example|join-now\.example|Half price this week/);
      }
      expect(await html("/", person)).toContain("Capital at risk.");
      expect(await html("/market", person)).toContain("https://broker.example/");
    },
  );

  it("can be marked by staff, which applies to the next page", async () => {
    const [banner] = await database.rows<{ id: string }>(
      "select id from banners where title = 'Capital at risk.'",
    );
    const token = await app.tokenOf("superadmin");
    const mark = async (sellsMembership: boolean) => {
      const answer = await app.request(`/api/banners/${banner?.id}`, {
        method: "PUT",
        headers: { Authorization: `Bearer ${token}` },
        json: { sellsMembership },
      });
      expect(await answer.json()).toMatchObject({ title: "Capital at risk.", sellsMembership });
    };
    await mark(true);
    expect(await html("/", "premium")).not.toContain("Capital at risk.");
    expect(await html("/", "visitor")).toContain("Capital at risk.");
    await mark(false);
    expect(await html("/", "premium")).toContain("Capital at risk.");
    expect(await html("/admin/banner/new", "superadmin")).toContain("Promotes our memberships");
    expect(await html("/admin/ads/new", "superadmin")).toContain("Promotes our memberships");
  });

  it("marked by SQL in the database is recognised, too", async () => {
    await database.rows("update ads set sells_membership = true where name = 'https://broker.example/'");
    await expect.poll(() => html("/market", "premium")).not.toContain("https://broker.example/");
    await database.rows("update ads set sells_membership = false where name = 'https://broker.example/'");
    await expect.poll(() => html("/market", "premium")).toContain("https://broker.example/");
  });
});

it("paying members find the plans in the account menu, without an invitation to subscribe", async () => {
  const menu = async (person: Person) =>
    /<a href="\/subscription"[^>]*>([^<]*)<\/a>/.exec(await html("/about", person))?.[1];
  for (const person of PAYING) expect([await menu(person), await menu(person)]).toEqual(["Plans", "Plans"]);
  for (const person of ["basic", "lapsed"] as const) expect(await menu(person)).toBe("Subscribe to Premium");
});

describe("ads next to those of the column", () => {
  it(
    "are hidden from paying members on every page with a column",
    spec("beyond pays sold memberships shown"),
    async () => {
      await database.rows("delete from ads");
      for (const [category, position] of [
        ["square", 1],
        ["square", 2],
        ["rectangle", 1],
        ["rectangle", 3],
      ] as const)
        await insertRecord(database, "ads", {
          name: `https://${category}-${position}.example/`,
          category,
          position,
          image_id: image,
        });
      // The column of an article has room for a second one.
      const pages = { "/trade-alert": 2, [`/trade-alert/${alert}`]: 2, [`/news/${article}`]: 3 };
      for (const [path, count] of Object.entries(pages)) {
        for (const person of OTHERS)
          await expect.poll(() => adsOn(path, person), { message: path }).toBe(count);
        for (const person of PAYING) await expect.poll(() => adsOn(path, person), { message: path }).toBe(1);
      }
      for (const person of PAYING) expect(await adsOn("/market", person)).toBe(2);
    },
  );
});
