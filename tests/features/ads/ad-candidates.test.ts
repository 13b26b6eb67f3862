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

/** The ads drawn for a slot on this many pages, each with a new read. */
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

it("a few ads of a position all appear, and a draft never does", async () => {
  const drawn = await drawnFor({ category: "square", position: 10 }, 60);
  expect([...drawn].toSorted()).toEqual(published.few?.toSorted());
});

it("many ads of a position rotate through the draws", async () => {
  const drawn = await drawnFor({ category: "rectangle", position: 1 }, 200);
  expect(drawn.size).toBeGreaterThan(40);
  for (const id of drawn) expect(published.many).toContain(id);
});

it("a position without ads draws none", async () => {
  expect(await drawnFor({ category: "square", position: 2 }, 1)).toEqual(new Set(["none"]));
});
