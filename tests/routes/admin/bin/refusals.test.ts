import { randomUUID } from "node:crypto";
import { withFailingWrites, withoutTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { binRows, clearRecords, deleteForGood, deleteToBin, remove, restoreFromBin } from "./binning";

setUpStaffApp();
beforeEach(clearRecords);

const GONE = "This record is no longer in the bin: it was restored or permanently deleted.";
const article = () => insertRecord(database, "news", { title: "Copper climbs" });

describe("restoring a deleted record", () => {
  it("succeeds once; a second request is refused", spec("beyond deleted content stays bin"), async () => {
    const { id } = await deleteToBin("news", await article());
    const answers = await Promise.all([restoreFromBin(id), restoreFromBin(id, "superadmin")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404]);
    expect(await database.rows("select 1 from news")).toHaveLength(1);
    const late = await restoreFromBin(id);
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining(GONE)]);
    expect((await get(`/admin/bin/${id}`)).status).toBe(404);
  });

  it("at the same time as a permanent deletion, exactly one of the two succeeds", async () => {
    const picture = await insertRecord(database, "images");
    const { id } = await deleteToBin("news", await insertRecord(database, "news", { image_id: picture }));
    const [back, gone] = await Promise.all([restoreFromBin(id), deleteForGood(id, "superadmin")]);
    expect([back.status, gone.status].toSorted()).toEqual([303, 404]);
    const left = back.status === 303 ? 1 : 0;
    expect(await database.rows("select 1 from news")).toHaveLength(left);
    expect(await database.rows("select 1 from images")).toHaveLength(left);
    expect(await binRows()).toEqual([]);
  });

  it("is refused if its id is taken", async () => {
    const id = await article();
    const binned = await deleteToBin("news", id);
    await insertRecord(database, "news", { id, title: "In its place" });
    const refused = await restoreFromBin(binned.id);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Nothing was restored: another news item already has this ID.");
    expect(await database.rows("select title from news")).toEqual([{ title: "In its place" }]);
    expect(await binRows()).toHaveLength(1);
  });

  it.each([
    ["a category that is no more", { category: "Railways" }, "Category is not valid"],
    ["a title that is too long by now", { title: "x".repeat(301) }, "Title is not valid"],
  ])("is refused with the reason: %s", spec("beyond deleted content stays bin"), async (_, held, reason) => {
    const { id } = await deleteToBin("news", await article());
    await database.rows("update binned_records set held = held || ?::jsonb", [JSON.stringify(held)]);
    const refused = await restoreFromBin(id);
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain(`This record cannot be restored: ${reason}. The change log lists its values`);
    expect(page).toContain("Restore this");
    expect(await database.rows("select 1 from news")).toEqual([]);
    expect(await binRows()).toHaveLength(1);
  });

  it("is refused with the violated rule", async () => {
    const brief = await insertRecord(database, "daily_briefs", { buy_zone_min: "1", buy_zone_max: "2" });
    const { id } = await deleteToBin("daily-brief", brief);
    await database.rows(`update binned_records set held = held || '{"buyZoneMin":"3"}'`);
    const refused = await restoreFromBin(id);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("“Buy zone to” must not be below “Buy zone from”"),
    ]);
  });

  it("is refused by a constraint without a field", async () => {
    const { id } = await deleteToBin("news", await article());
    await database.rows(
      "alter table news add constraint oddly_checked check (title <> 'Copper climbs') not valid",
    );
    const refused = await restoreFromBin(id);
    await database.rows("alter table news drop constraint oddly_checked");
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("its values are no longer allowed"),
    ]);
  });

  it("keeps the record in the bin if the save fails", async () => {
    const { id } = await deleteToBin("news", await article());
    const broken = await withFailingWrites(app, "insert", "changes", () => restoreFromBin(id));
    expect([broken.status, await broken.text()]).toEqual([
      500,
      expect.stringContaining("Failed to restore the record"),
    ]);
    expect(await database.rows("select 1 from news")).toEqual([]);
    expect(await binRows()).toHaveLength(1);
    expect((await restoreFromBin(id)).status).toBe(303);
  });
});

describe("permanent deletion", () => {
  it("keeps the record and its picture in the bin if it fails", async () => {
    const picture = await insertRecord(database, "images");
    const { id } = await deleteToBin("news", await insertRecord(database, "news", { image_id: picture }));
    const broken = await withFailingWrites(app, "insert", "changes", () => deleteForGood(id));
    expect([broken.status, await broken.text()]).toEqual([
      500,
      expect.stringContaining("Failed to delete the record"),
    ]);
    expect(await binRows()).toMatchObject([{ id, image_id: picture }]);
  });

  it.each([
    ["", "nonsense"],
    ["a record that never was", randomUUID()],
  ])("returns 404 for an invalid id: %s", async (_, id) => {
    const answer = await deleteForGood(id);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(GONE)]);
  });
});

it("a record is not deleted if the bin cannot store it", async () => {
  const id = await article();
  const broken = await withFailingWrites(app, "insert", "binned_records", () => remove("news", id));
  expect([broken.status, await broken.text()]).toEqual([
    500,
    expect.stringContaining("Failed to delete news."),
  ]);
  expect(await database.rows("select id from news")).toEqual([{ id }]);
  expect(await database.rows("select 1 from changes")).toEqual([]);
});

it("the bin shows a message if it cannot be read", async () => {
  const page = await withoutTable(app, "binned_records", () => html("/admin/bin"));
  expect(page).toContain("Failed to fetch the bin");
});
