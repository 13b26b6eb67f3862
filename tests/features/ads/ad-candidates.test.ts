import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { beforeAll, expect, it } from "vitest";
import { adsFor } from "~/features/ads/ads.queries.server";
import { clearSharedPanels } from "~/platform/shared-panel.server";

setUpApp();

const published: Record<string, string[]> = { many: [], few: [] };
beforeAll(async () => {
  const add = (values: Record<string, unknown>) => insertRecord(database, "ads", values);
  for (let nth = 0; nth < 60; nth += 1)
    published.many?.push(await add({ category: "rectangle", position: 1 }));
  for (let nth = 0; nth < 3; nth += 1) published.few?.push(await add({ category: "square", position: 10 }));
  await add({ category: "square", position: 10, status: "draft" });
});

/** Whom so many pages drew for a place, each by a reading of its own. */
async function drawnFor(slot: Parameters<typeof adsFor>[1][number], pages: number): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    clearSharedPanels();
    const args = { request: new Request("http://localhost/about"), context: {} as never };
    const [ad] = await adsFor(args, [slot]);
    ids.add(ad?.id ?? "none");
  }
  return ids;
}

it("of a few ads in a place each has its turn, and a draft has none", async () => {
  const drawn = await drawnFor({ category: "square", position: 10 }, 60);
  expect([...drawn].toSorted()).toEqual(published.few?.toSorted());
});

it("of more than take part in a draw each has its turn in another one", async () => {
  const drawn = await drawnFor({ category: "rectangle", position: 1 }, 200);
  expect(drawn.size).toBeGreaterThan(40);
  for (const id of drawn) expect(published.many).toContain(id);
});

it("a place without ads has none", async () => {
  expect(await drawnFor({ category: "square", position: 2 }, 1)).toEqual(new Set(["none"]));
});
