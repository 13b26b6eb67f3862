import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepBin } from "~/admin-kit/bin.server";
import { isRemovable } from "~/admin-kit/resource.server";
import { BINNED, SCREENS } from "~/features/registry.server";
import { binRows, clearRecords, deleteForGood, deleteToBin, remove, restoreFromBin } from "./binning";

setUpStaffApp();
beforeEach(clearRecords);

describe("a deleted article", () => {
  const content = "Its **text**, “quoted”.";
  const values = { title: "Copper climbs", content, author: "Ada", created_at: "2026-03-01T10:00:00.123Z" };

  it("is only in the bin, and is restored as a draft", spec("beyond deleted content stays bin"), async () => {
    const picture = await insertRecord(database, "images");
    const id = await insertRecord(database, "news", { ...values, image_id: picture });
    const [before] = await database.rows("select * from news");
    expect(await html(`/admin/news?delete=${id}`)).toContain("It stays in the bin for 30 days.");
    const binned = await deleteToBin("news", id);
    expect(binned).toMatchObject({ kind: "news", record_id: id, title: values.title, image_id: picture });
    expect((await app.request(`/news/${id}`)).status).toBe(404);
    expect((await api("GET", `/api/news/${id}`)).status).toBe(404);
    expect(await html("/admin/news")).not.toContain(values.title);
    expect(await html("/admin/bin")).toContain(values.title);
    const page = await html(`/admin/bin/${binned.id}`);
    for (const words of [values.title, "It is restored as a draft", "Restore this news item"])
      expect(page).toContain(words);

    const answer = await restoreFromBin(binned.id);
    expect(answer.headers.get("Location")).toBe(`/admin/news/${id}/edit`);
    const form = await followRedirect(answer);
    expect(form).toContain("Record restored");
    expect(form).toContain(content);
    const [after] = await database.rows<Record<string, unknown>>("select * from news");
    expect(after).toEqual({ ...(before as object), status: "draft", version: 2 });
    expect(await binRows()).toEqual([]);
    expect(await database.rows("select id from images")).toEqual([{ id: picture }]);
  });

  it("is logged, and the log links to it again after it is restored", async () => {
    const id = await insertRecord(database, "news", values);
    const { id: binned } = await deleteToBin("news", id);
    expect(await html("/admin/changes")).not.toContain(`/admin/news/${id}/edit`);
    await restoreFromBin(binned);
    const log = await html("/admin/changes");
    expect(log).toContain("brought back");
    expect(log).toContain(`/admin/news/${id}/edit`);
    await remove("news", id);
    expect(await html("/admin/changes")).not.toContain(`/admin/news/${id}/edit`);
  });

  it("is also moved to the bin by the API’s delete", async () => {
    const id = await insertRecord(database, "news", values);
    expect((await api("DELETE", `/api/news/${id}`)).status).toBe(200);
    const [binned] = await binRows();
    expect((await restoreFromBin(binned?.id ?? "")).status).toBe(303);
    expect(await database.rows("select id from news")).toEqual([{ id }]);
  });

  it("is permanently deleted with its picture", async () => {
    const picture = await insertRecord(database, "images");
    const { id } = await deleteToBin(
      "news",
      await insertRecord(database, "news", { ...values, image_id: picture }),
    );
    expect(await html(`/admin/bin?delete=${id}`)).toContain("“Copper climbs” will be permanently deleted.");
    const gone = await deleteForGood(id);
    expect(gone.headers.get("Location")).toBe("/admin/bin");
    expect(await followRedirect(gone)).toContain("Record permanently deleted");
    expect(await binRows()).toEqual([]);
    expect(await database.rows("select id from images")).toEqual([]);
    expect(await html("/admin/changes?kind=news")).toContain("deleted for good");
    expect(await html("/admin/changes")).not.toMatch(/\/admin\/news\/[^"]+\/edit/);
  });
});

describe("the bin", () => {
  it(
    "lists only records that the viewer may delete: none for editors, no banners for admins",
    spec("beyond deleted content stays bin"),
    async () => {
      const { id } = await deleteToBin("banner", await insertRecord(database, "banners"), "superadmin");
      expect((await get("/admin/bin", "editor")).status).toBe(403);
      expect((await post(`/admin/bin/${id}`, {}, "editor")).status).toBe(403);
      expect(await html("/admin/bin")).not.toContain("A banner");
      expect((await get(`/admin/bin/${id}`)).status).toBe(404);
      expect((await restoreFromBin(id)).status).toBe(404);
      expect((await deleteForGood(id)).status).toBe(404);
      expect((await deleteForGood(id, "editor")).status).toBe(403);
      expect((await restoreFromBin(id, "superadmin")).status).toBe(303);
      expect(await database.rows("select title from banners")).toEqual([{ title: "A banner" }]);
    },
  );

  it("is linked from the list of the deleted record", async () => {
    expect(await html("/admin/videos")).toContain('href="/admin/bin?kind=videos"');
    expect(await html("/admin/videos", "editor")).not.toContain("/admin/bin");
    await deleteToBin("videos", await insertRecord(database, "videos"));
    expect(await html("/admin/bin?kind=videos")).toContain("A film");
    expect(await html("/admin/bin?kind=news")).not.toContain("A film");
  });

  it("contains every kind of content and nothing else", () => {
    const kept = SCREENS.filter(({ resource }) => isRemovable(resource) && resource.removal.bin).map(
      ({ path }) => path,
    );
    expect(BINNED.map(({ path }) => path)).toEqual(kept);
    expect(kept).not.toContain("packages");
  });
});

describe("after 30 days the bin", () => {
  it(
    "permanently deletes older records with their pictures, and nothing newer",
    spec("beyond deleted content stays bin"),
    async () => {
      for (const [title, days] of [
        ["Old", 31],
        ["Young", 29],
      ] as const) {
        const picture = await insertRecord(database, "images");
        await insertRecord(database, "binned_records", {
          kind: "news",
          record_id: picture,
          title,
          held: "{}",
          image_id: picture,
          staff_name: "Ada",
          created_at: new Date(Date.now() - days * 86_400_000),
        });
      }
      expect(await sweepBin()).toBe(1);
      expect((await binRows()).map(({ title }) => title)).toEqual(["Young"]);
      expect(await database.rows("select 1 from images")).toHaveLength(1);
    },
  );
});
