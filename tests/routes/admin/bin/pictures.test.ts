import { drawnPicture } from "tests/support/drawn-pictures";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { binRows, clearRecords, deleteForGood, deleteToBin, restoreFromBin } from "./binning";

let chosen: Blob;
setUpStaffApp();
beforeAll(async () => {
  chosen = await drawnPicture();
});
beforeEach(clearRecords);

const KINDS = [
  {
    ...{ kind: "news", api: "news", picture: "imageUrl" },
    values: { title: "Copper", content: "Its text.", category: "Tech", status: "published" },
  },
  {
    ...{ kind: "ads", api: "ads", picture: "image" },
    values: { name: "https://advertiser.test/", category: "square", position: "1", status: "published" },
  },
  { kind: "banner", api: "banners", picture: "image", values: { title: "Capital at risk." } },
] as const;

/** @returns the id of a record with a picture, and the picture's address */
async function added({ api, picture, values }: (typeof KINDS)[number]) {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  body.append("image", chosen, "picture.png");
  const headers = { Authorization: `Bearer ${await app.tokenOf("superadmin")}` };
  const made = await app.request(`/api/${api}`, { method: "POST", headers, body });
  const record = (await made.json()) as Record<string, string>;
  return { id: record.id ?? "", address: record[picture] ?? "" };
}

const answerOf = async (address: string, person: Person) => {
  const answer = await get(address, person);
  return [answer.status, answer.headers.get("Cache-Control")];
};
const EVERYBODY: readonly Person[] = ["visitor", "premium", "editor", "superadmin"];
const SERVED = [200, "public, max-age=31536000, immutable, s-maxage=0"];
const HIDDEN = [404, "no-store"];

describe.each(KINDS)("the picture of a deleted record: $kind", (of) => {
  it(
    "is served to nobody until the record is restored",
    spec("beyond deleted content stays bin"),
    async () => {
      const { id, address } = await added(of);
      expect(await answerOf(address, "visitor")).toEqual(SERVED);
      const binned = await deleteToBin(of.kind, id, "superadmin");
      for (const person of EVERYBODY)
        expect([person, await answerOf(address, person)]).toEqual([person, HIDDEN]);
      await restoreFromBin(binned.id, "superadmin");
      // Records with a status are restored as drafts.
      if (of.kind !== "banner") {
        expect(await answerOf(address, "visitor")).toEqual(HIDDEN);
        expect(await answerOf(address, "superadmin")).toEqual([200, "private, no-store"]);
        await database.rows(`update ${of.kind} set status = 'published'`);
      }
      for (const person of EVERYBODY)
        expect([person, await answerOf(address, person)]).toEqual([person, SERVED]);
    },
  );

  it("is deleted with the permanent deletion of the record", async () => {
    const { id, address } = await added(of);
    const binned = await deleteToBin(of.kind, id, "superadmin");
    expect((await deleteForGood(binned.id, "superadmin")).status).toBe(303);
    expect(await database.rows("select 1 from images")).toEqual([]);
    expect(
      await database.rows("select id from picture_removals where id = ?", [address.split("/")[2]]),
    ).toEqual([]);
    expect(await answerOf(address, "superadmin")).toEqual(HIDDEN);
  });
});

it("a deletion does not affect other pictures, and a restored record may get a new one", async () => {
  const [article] = KINDS;
  const [kept, deleted] = [await added(article), await added(article)];
  const binned = await deleteToBin("news", deleted.id);
  expect(await answerOf(kept.address, "visitor")).toEqual(SERVED);
  await restoreFromBin(binned.id);
  expect((await binRows()).length).toBe(0);
  expect(await answerOf(deleted.address, "editor")).toEqual([200, "private, no-store"]);
  await database.rows("update news set status = 'published'");
  expect(await answerOf(deleted.address, "visitor")).toEqual(SERVED);
});
