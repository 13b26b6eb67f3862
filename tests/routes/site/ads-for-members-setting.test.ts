import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { html, setUpStaffApp } from "tests/support/staff-app";
import { expect, it } from "vitest";

setUpStaffApp({ FEWER_ADS_FOR_MEMBERS: "0" });

it(
  "the owner can show members as many ads as others, but none for memberships they have",
  spec("beyond pays sold memberships shown"),
  async () => {
    for (const position of [1, 2]) {
      await insertRecord(database, "ads", { name: `https://square-${position}.example/`, position });
      await insertRecord(database, "ads", {
        name: `https://join-${position}.example/`,
        position,
        sells_membership: true,
      });
    }
    for (const position of [1, 3])
      await insertRecord(database, "ads", {
        name: `https://rectangle-${position}.example/`,
        category: "rectangle",
        position,
      });
    const article = await insertRecord(database, "news");
    const page = () => html(`/news/${article}`, "premium");
    await expect.poll(async () => (await page()).match(/<span class="ad-label">/g)?.length).toBe(3);
    expect(await page()).not.toContain("https://join-");
  },
);
