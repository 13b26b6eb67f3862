import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepBin } from "~/admin-kit/bin.server";
import { MANAGED } from "~/features/registry.server";
import { BINNED } from "~/features/staff/bin/bin.resource.server";

setUpStaffApp();

beforeEach(async () => {
  await database.rows(
    "truncate binned_records, news, videos, banners, ads, trade_alerts, quotes, changes cascade",
  );
  await database.rows("delete from images");
});

type BinRow = { id: string; kind: string; record_id: string; title: string; image_id: string | null };

const binRows = () => database.rows<BinRow>("select * from binned_records order by title");
const only = async (): Promise<BinRow> => {
  const [row] = await binRows();
  if (!row) throw new Error("The bin is empty");
  return row;
};

const remove = (kind: string, id: string, person: Person = "admin") =>
  post(`/admin/${kind}?delete=${id}`, {}, person);

/** Deletes a record by its form. @returns its line in the bin */
async function binnedOf(kind: string, id: string, person: Person = "admin"): Promise<BinRow> {
  expect((await remove(kind, id, person)).status).toBe(303);
  return only();
}

const bringBack = (id: string, person: Person = "admin") => post(`/admin/bin/${id}`, {}, person);

describe("a deleted article", () => {
  const content = "Its **text**, “quoted”.";
  const values = { title: "Copper climbs", content, author: "Ada", created_at: "2026-03-01T10:00:00.123Z" };

  it("is nowhere but in the bin, and comes back as the draft that it was", async () => {
    const picture = await insertRecord(database, "images");
    const id = await insertRecord(database, "news", { ...values, image_id: picture });
    const [before] = await database.rows("select * from news");
    expect(await html(`/admin/news?delete=${id}`)).toContain("It stays in the bin for 30 days.");
    const binned = await binnedOf("news", id);
    expect(binned).toMatchObject({ kind: "news", record_id: id, title: values.title, image_id: picture });
    expect((await app.request(`/news/${id}`)).status).toBe(404);
    expect((await api("GET", `/api/news/${id}`)).status).toBe(404);
    expect(await html("/admin/news")).not.toContain(values.title);
    expect(await html("/admin/bin")).toContain(values.title);
    const page = await html(`/admin/bin/${binned.id}`);
    for (const words of [values.title, "It comes back as a draft", "Bring back this news item"])
      expect(page).toContain(words);

    const answer = await bringBack(binned.id);
    expect(answer.headers.get("Location")).toBe(`/admin/news/${id}/edit`);
    const form = await followRedirect(answer);
    expect(form).toContain("Record brought back");
    expect(form).toContain(content);
    const [after] = await database.rows<Record<string, unknown>>("select * from news");
    expect(after).toEqual({
      ...(before as object),
      status: "draft",
      version: after?.version,
      updated_at: after?.updated_at,
    });
    expect(await binRows()).toEqual([]);
    expect(await database.rows("select id from images")).toEqual([{ id: picture }]);
  });

  it("is told of in the log, which leads to it again once it is back", async () => {
    const id = await insertRecord(database, "news", values);
    const { id: binned } = await binnedOf("news", id);
    expect(await html("/admin/changes")).not.toContain(`/admin/news/${id}/edit`);
    await bringBack(binned);
    const log = await html("/admin/changes");
    expect(log).toContain("brought back");
    expect(log).toContain(`/admin/news/${id}/edit`);
    await remove("news", id);
    expect(await html("/admin/changes")).not.toContain(`/admin/news/${id}/edit`);
  });

  it("comes back once, whoever asks second", async () => {
    const { id } = await binnedOf("news", await insertRecord(database, "news", values));
    const answers = await Promise.all([bringBack(id), bringBack(id, "superadmin")]);
    expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(await database.rows("select 1 from news")).toHaveLength(1);
    expect((await bringBack(id)).status).toBe(404);
  });

  it("is kept by the API’s delete, too", async () => {
    const id = await insertRecord(database, "news", values);
    expect((await api("DELETE", `/api/news/${id}`)).status).toBe(200);
    expect((await bringBack((await only()).id)).status).toBe(303);
    expect(await database.rows("select id from news")).toEqual([{ id }]);
  });

  it("goes for good with its picture, when somebody says so", async () => {
    const picture = await insertRecord(database, "images");
    const { id } = await binnedOf(
      "news",
      await insertRecord(database, "news", { ...values, image_id: picture }),
    );
    expect(await html(`/admin/bin?delete=${id}`)).toContain("“Copper climbs” goes for good.");
    expect((await post(`/admin/bin?delete=${id}`, {})).status).toBe(303);
    expect(await binRows()).toEqual([]);
    expect(await database.rows("select id from images")).toEqual([]);
  });
});

describe("who finds what in the bin", () => {
  it("is who may delete it: an editor nothing, an admin no banners", async () => {
    const { id } = await binnedOf("banner", await insertRecord(database, "banners"), "superadmin");
    expect((await get("/admin/bin", "editor")).status).toBe(403);
    expect((await post(`/admin/bin/${id}`, {}, "editor")).status).toBe(403);
    expect(await html("/admin/bin")).not.toContain("A banner");
    expect((await get(`/admin/bin/${id}`)).status).toBe(404);
    expect((await bringBack(id)).status).toBe(404);
    expect((await post(`/admin/bin?delete=${id}`, {})).status).toBe(404);
    expect((await bringBack(id, "superadmin")).status).toBe(303);
    expect(await database.rows("select title from banners")).toEqual([{ title: "A banner" }]);
  });

  it("is reached from the list that it was deleted from", async () => {
    expect(await html("/admin/videos")).toContain('href="/admin/bin?kind=videos"');
    expect(await html("/admin/videos", "editor")).not.toContain("/admin/bin");
    await binnedOf("videos", await insertRecord(database, "videos"));
    expect(await html("/admin/bin?kind=videos")).toContain("A film");
    expect(await html("/admin/bin?kind=news")).not.toContain("A film");
  });

  it("every kind of content is kept, and nothing else", () => {
    const kept = MANAGED.filter(({ resource }) => resource.removal.bin).map(({ path }) => path);
    expect(BINNED.map(({ path }) => path)).toEqual(kept);
    expect(kept).not.toContain("packages");
  });
});

describe("what has no drafts", () => {
  it("is with its readers at once: an advertisement with its picture, a quote with its price", async () => {
    const ad = await insertRecord(database, "ads");
    await bringBack((await binnedOf("ads", ad)).id);
    expect(await database.rows("select id, status from ads")).toEqual([{ id: ad, status: "draft" }]);
    const quote = await insertRecord(database, "quotes", { created_at: "2026-01-01T00:00:00Z" });
    await bringBack((await binnedOf("market", quote)).id);
    const [row] = await database.rows<{ last: string; created_at: Date }>(
      "select last, created_at from quotes",
    );
    expect(row).toMatchObject({ last: "100.25", created_at: new Date("2026-01-01T00:00:00Z") });
  });

  it("is a new call, dated anew, and the one of before stays withdrawn", async () => {
    const made = await post("/admin/trade-alert/new", {
      ticker: "ALRT",
      name: "An alert",
      tag: "buy",
      targetPrice: "12.5",
      analysis: "Why.",
      holdingPeriod: "1 week",
    });
    expect(made.status).toBe(303);
    // Older than a mistake, which would go wholly.
    await database.rows("update calls set made_at = made_at - interval '1 hour'");
    const [alert] = await database.rows<{ id: string }>("select id from trade_alerts");
    const { id } = await binnedOf("trade-alert", alert?.id ?? "");
    expect(await html(`/admin/bin/${id}`)).toContain("dated today");
    await bringBack(id);
    expect(await database.rows("select number, state from calls order by number")).toEqual([
      { number: 1, state: "withdrawn" },
      { number: 2, state: "open" },
    ]);
    const [again] = await database.rows(
      "select id, created_at > now() - interval '1 minute' as fresh from trade_alerts",
    );
    expect(again).toEqual({ id: alert?.id, fresh: true });
  });
});

describe("after 30 days", () => {
  it("what is in the bin goes with its picture, and nothing before", async () => {
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
  });
});
