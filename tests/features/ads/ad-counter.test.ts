import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { AdCounter, type WaitingCounts } from "~/features/ads/ad-counter.server";
import { recentDays } from "~/features/ads/ad-counts.queries.server";
import { addCounts } from "~/features/ads/flush-ad-counts.server";
import { renewRecentCounts } from "~/features/ads/recent-counts.server";

describe("the counter", () => {
  const fails = () => Promise.reject(new Error("away"));

  /** A counter with the test's own clock, and its flushed counts. */
  function counter() {
    const clock = { now: 1_000_000 };
    const counting = new AdCounter(() => clock.now);
    const written = async () => {
      const all: WaitingCounts[] = [];
      await counting.flush(async (waiting) => void all.push(...waiting));
      return all;
    };
    return { clock, counting, written };
  }

  it("flushes each count once, one row per ad", async () => {
    const { counting, written } = counter();
    for (const what of ["views", "views", "clicks"] as const) counting.count("a", what);
    counting.count("b", "views");
    expect(await written()).toEqual([
      { adId: "a", views: 2, clicks: 1, ageSeconds: 0 },
      { adId: "b", views: 1, clicks: 0, ageSeconds: 0 },
    ]);
    expect(await written()).toEqual([]);
  });

  it("keeps counts that could not be written, adds new ones, and knows their age", async () => {
    const { clock, counting, written } = counter();
    counting.count("a", "views");
    await expect(
      counting.flush(() => {
        counting.count("a", "clicks");
        return fails();
      }),
    ).rejects.toThrow("away");
    clock.now += 3_600_000;
    counting.count("a", "views");
    expect(await written()).toEqual([
      { adId: "a", views: 1, clicks: 0, ageSeconds: 3600 },
      { adId: "a", views: 0, clicks: 1, ageSeconds: 3600 },
      { adId: "a", views: 1, clicks: 0, ageSeconds: 0 },
    ]);
  });

  it("is bounded while nobody flushes it, and counts again afterwards", async () => {
    const { clock, counting, written } = counter();
    for (let n = 0; n < 12_000; n += 1) counting.count(`ad ${n}`, "views");
    await expect(counting.flush(fails)).rejects.toThrow();
    clock.now += 60_000;
    counting.count("one more", "views");
    expect(await written()).toHaveLength(10_000);
    counting.count("one more", "views");
    expect(await written()).toHaveLength(1);
  });
});

describe("counts in the database", () => {
  setUpOrm();

  const adCounts = (adId: string, views: number, clicks = 0, ageSeconds = 0) => ({
    adId,
    views,
    clicks,
    ageSeconds,
  });
  const counts = (adId: string) =>
    database.rows("select views, clicks from ad_counts where ad_id = ? order by day desc", [adId]);

  it("add up, also for two batches of one day in one statement", async () => {
    const ad = await insertRecord(database, "ads");
    await addCounts([adCounts(ad, 2, 1), adCounts(ad, 3)], "UTC");
    await addCounts([adCounts(ad, 5, 2)], "UTC");
    expect(await counts(ad)).toEqual([{ views: 10, clicks: 3 }]);
  });

  it("add up when many instances write at once", spec("beyond views clicks ads day"), async () => {
    const ads = await Promise.all([1, 2, 3, 4].map(() => insertRecord(database, "ads")));
    const orders = Array.from({ length: 40 }, (_, n) => (n % 2 ? ads : ads.toReversed()));
    await Promise.all(
      orders.map((order) =>
        addCounts(
          order.map((ad) => adCounts(ad, 1, 1)),
          "UTC",
        ),
      ),
    );
    for (const ad of ads) expect(await counts(ad)).toEqual([{ views: 40, clicks: 40 }]);
  });

  const kept = (adId: string) =>
    database.rows("select kept_views, kept_clicks from ads where id = ?", [adId]);

  it("update the stored sums of their ads without a new version of the ad", async () => {
    const ads = await Promise.all([1, 2].map(() => insertRecord(database, "ads")));
    const edited = () => database.rows("select updated_at, version from ads order by id");
    const before = await edited();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        addCounts(
          (n % 2 ? ads : ads.toReversed()).map((ad) => adCounts(ad, 1, 1, (n % 3) * 86_400)),
          "UTC",
        ),
      ),
    );
    for (const ad of ads) expect(await kept(ad)).toEqual([{ kept_views: 20, kept_clicks: 20 }]);
    expect(await edited()).toEqual(before);
  });

  it("leave the sums when their day is out of the span", async () => {
    const ad = await insertRecord(database, "ads");
    for (const [ago, views] of [
      [0, 1],
      [29, 20],
      [30, 300],
    ] as const)
      await database.rows(
        "insert into ad_counts values (?, (now() at time zone 'UTC')::date - ?::int, ?, 2)",
        [ad, ago, views],
      );
    await database.rows(
      "update ads set kept_views = 320, kept_clicks = 4, kept_until = current_date - 1 where id = ?",
      [ad],
    );
    expect(await renewRecentCounts("UTC")).toBe(1);
    expect(await kept(ad)).toEqual([{ kept_views: 21, kept_clicks: 4 }]);
    expect(await renewRecentCounts("UTC")).toBe(0);
  });

  it("exist only for published ads", async () => {
    const draft = await insertRecord(database, "ads", { status: "draft" });
    const nobody = "00000000-0000-4000-8000-000000000000";
    const ad = await insertRecord(database, "ads");
    await addCounts([adCounts(draft, 1), adCounts(nobody, 1), adCounts(ad, 1)], "UTC");
    expect([await counts(draft), await counts(nobody), await counts(ad)]).toEqual([
      [],
      [],
      [{ views: 1, clicks: 0 }],
    ]);
  });

  it("belong to the day in the site's zone on which they happened, however late they are written", async () => {
    const ad = await insertRecord(database, "ads", { created_at: "2020-01-01" });
    // These two zones are always on different days.
    const [east, west] = ["Pacific/Kiritimati", "Etc/GMT+12"];
    await addCounts([adCounts(ad, 1)], east);
    await addCounts([adCounts(ad, 2)], west);
    expect(await counts(ad)).toEqual([
      { views: 1, clicks: 0 },
      { views: 2, clicks: 0 },
    ]);
    const [today, ...before] = await recentDays(ad, 7, east);
    expect([today?.views, before.reduce((sum, { views }) => sum + views, 0)]).toEqual([1, 2]);
    expect((await recentDays(ad, 7, west)).map(({ views }) => views)).toEqual([2, 0, 0, 0, 0, 0, 0]);
    const late = await insertRecord(database, "ads", { created_at: "2020-01-01" });
    await addCounts([adCounts(late, 3, 0, 2 * 86_400), adCounts(late, 4, 1, 86_400)], "UTC");
    expect((await recentDays(late, 7, "UTC")).map(({ views }) => views)).toEqual([0, 4, 3, 0, 0, 0, 0]);
  });

  it("ignore an unknown ad", async () => {
    expect(await recentDays("00000000-0000-4000-8000-000000000000", 7, "UTC")).toEqual([]);
  });
});
