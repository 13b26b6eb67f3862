import { followAs } from "tests/support/changes";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { memberIdOf, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { tellOfEndedTerms } from "~/access/ended-terms.server";
import { touchDueRecords } from "~/features/scheduling/publication.queries.server";

setUpStaffApp();

const set = (table: string, id: string, what: string) =>
  database.rows(`update ${table} set ${what} where id = ?`, [id]);

/** Changes times as the passing of time does: without a write that triggers see. */
async function letPass(table: string, id: string, what: string): Promise<void> {
  await database.rows(`alter table ${table} disable trigger user`);
  await set(table, id, what);
  await database.rows(`alter table ${table} enable trigger user`);
}

describe("a record that is published and becomes a draft again", () => {
  it("reaches readers while it is public, and staff always", async () => {
    const learned = await followAs("visitor", "private", "editor");
    const id = await insertRecord(database, "news", { status: "draft" });
    await set("news", id, "title = 'Still a draft'");
    const saved = `news ${id} saved`;
    expect(await learned()).toEqual({ visitor: [], private: [], editor: [saved, saved] });
    await set("news", id, "status = 'published'");
    await set("news", id, "title = 'Corrected'");
    expect(await learned()).toEqual({
      visitor: [saved, saved],
      private: [saved, saved],
      editor: [saved, saved],
    });
    await set("news", id, "status = 'draft'");
    const gone = `news ${id} deleted`;
    expect(await learned()).toEqual({ visitor: [gone], private: [gone], editor: [saved] });
    await set("news", id, "title = 'A draft'");
    await database.rows("delete from news where id = ?", [id]);
    expect(await learned()).toEqual({ visitor: [], private: [], editor: [saved, gone] });
  });

  it("reaches readers as deleted if it was public", async () => {
    const id = await insertRecord(database, "videos");
    const learned = await followAs("visitor");
    await database.rows("delete from videos where id = ?", [id]);
    expect(await learned()).toEqual({ visitor: [`videos ${id} deleted`] });
  });
});

describe("a planned record", () => {
  it("reaches readers at its minute, and not before", async () => {
    const learned = await followAs("visitor", "admin");
    const id = await insertRecord(database, "daily_briefs", {
      publish_at: new Date(Date.now() + 3_600_000),
    });
    const saved = `daily-brief ${id} saved`;
    expect(await learned()).toEqual({ visitor: [], admin: [saved] });
    await letPass(
      "daily_briefs",
      id,
      "publish_at = now() - interval '1 minute', updated_at = now() - interval '1 hour'",
    );
    await touchDueRecords();
    expect(await learned()).toEqual({ visitor: [saved], admin: [saved] });
    await touchDueRecords();
    expect(await learned()).toEqual({ visitor: [], admin: [] });
  });

  it("reaches everybody at its minute if it is an alert", async () => {
    const id = await insertRecord(database, "trade_alerts", {
      publish_at: new Date(Date.now() + 3_600_000),
    });
    const learned = await followAs("visitor");
    await letPass(
      "trade_alerts",
      id,
      "publish_at = now() - interval '1 minute', updated_at = now() - interval '1 hour'",
    );
    await touchDueRecords();
    expect(await learned()).toEqual({ visitor: [`trade-alert ${id} saved`] });
  });

  it("reaches readers as deleted at its end if it is an ad or a banner", async () => {
    const later = { unpublish_at: new Date(Date.now() + 3_600_000) };
    const ad = await insertRecord(database, "ads", { status: "published", ...later });
    const banner = await insertRecord(database, "banners", later);
    const learned = await followAs("visitor", "superadmin");
    for (const [table, id] of [
      ["ads", ad],
      ["banners", banner],
    ] as const)
      await letPass(
        table,
        id,
        "unpublish_at = now() - interval '1 minute', updated_at = now() - interval '1 hour'",
      );
    await touchDueRecords();
    expect(await learned()).toEqual({
      visitor: [`ads ${ad} deleted`, `banners ${banner} deleted`],
      superadmin: [`ads ${ad} saved`, `banners ${banner} saved`],
    });
    // Edits after the end are nothing to readers, until it runs again.
    const edit = (what: string) =>
      Promise.all([set("ads", ad, what), set("banners", banner, what)]).then(learned);
    expect((await edit("version = version + 1")).visitor).toEqual([]);
    expect((await edit("unpublish_at = now() + interval '1 hour'")).visitor.sort()).toEqual([
      `ads ${ad} saved`,
      `banners ${banner} saved`,
    ]);
    expect((await edit("unpublish_at = now() - interval '1 second'")).visitor.sort()).toEqual([
      `ads ${ad} deleted`,
      `banners ${banner} deleted`,
    ]);
    expect((await edit("version = version + 1")).visitor).toEqual([]);
    await Promise.all(
      [ad, banner].map((id, nth) =>
        database.rows(`delete from ${["ads", "banners"][nth]} where id = ?`, [id]),
      ),
    );
    expect((await learned()).visitor).toEqual([]);
  });
});

describe("a locked alert", () => {
  it("reaches members with access after a change, and everybody after its deletion", async () => {
    const learned = await followAs("visitor", "basic", "premium", "private", "editor", "admin");
    const open = await insertRecord(database, "trade_alerts");
    const narrow = await insertRecord(database, "trade_alerts", { audience: "private" });
    const everybody = [`trade-alert ${open} saved`, `trade-alert ${narrow} saved`];
    for (const entries of Object.values(await learned())) expect(entries).toEqual(everybody);
    await set("trade_alerts", open, "target_price = 77");
    await set("trade_alerts", narrow, "target_price = 77");
    const [first] = everybody;
    expect(await learned()).toEqual({
      ...{ visitor: [], basic: [], premium: [first], private: everybody, editor: [], admin: everybody },
    });
    await set("trade_alerts", open, "settled_at = now()");
    for (const entries of Object.values(await learned())) expect(entries).toEqual([]);
    await database.rows("delete from trade_alerts where id = any(?)", [[open, narrow]]);
    for (const entries of Object.values(await learned())) expect(entries).toHaveLength(2);
  });

  it("reaches a member who loses access to it", async () => {
    const id = await insertRecord(database, "trade_alerts");
    const learned = await followAs("premium", "visitor");
    await set("trade_alerts", id, "audience = 'private'");
    expect(await learned()).toEqual({ premium: [`trade-alert ${id} saved`], visitor: [] });
  });
});

describe("a locked brief or video", () => {
  it("reaches everybody after a change that they see, and else those who read it in full", async () => {
    const brief = await insertRecord(database, "daily_briefs");
    const video = await insertRecord(database, "videos", { audience: "private" });
    const free = await insertRecord(database, "videos", { is_free: true });
    const learned = await followAs("visitor", "premium", "private");
    await set("daily_briefs", brief, "analysis = 'Another one', version = version + 1, updated_at = now()");
    await set("videos", video, "youtube_link = 'https://youtu.be/bbbbbbbbbbb'");
    const [changedBrief, changedVideo] = [`daily-brief ${brief} saved`, `videos ${video} saved`];
    expect(await learned()).toEqual({
      ...{ visitor: [], premium: [changedBrief], private: [changedBrief, changedVideo] },
    });
    await set("daily_briefs", brief, "headline = 'Another headline'");
    await set("videos", free, "youtube_link = 'https://youtu.be/bbbbbbbbbbb'");
    for (const entries of Object.values(await learned()))
      expect(entries).toEqual([changedBrief, `videos ${free} saved`]);
  });
});

describe("a record that only staff see", () => {
  it("reaches nobody else", async () => {
    const learned = await followAs("visitor", "private", "editor", "admin", "superadmin");
    const member = await memberIdOf("basic");
    await set("members", member, "firstname = 'Ada'");
    const payment = await insertRecord(database, "payments", { member_id: member });
    const coupon = await insertRecord(database, "coupons");
    const { visitor, private: reader, editor, admin, superadmin } = await learned();
    expect([visitor, reader, editor]).toEqual([[], [], []]);
    expect(new Set(admin.map((entry) => entry.split(" ")[0]))).toEqual(new Set(["members"]));
    expect(admin).toContain(`members ${member} saved`);
    expect(superadmin).toEqual(
      expect.arrayContaining([...admin, `payments ${payment} saved`, `coupons ${coupon} saved`]),
    );
  });

  it("reaches staff once if it is a member whose paid term has ended", async () => {
    const member = (subscription: string, end: string) =>
      database
        .rows<{ id: string }>(
          `insert into members (firstname, lastname, email, password_hash, referral_code, subscription, subscription_expires_at)
           values ('Mara', 'Lindqvist', gen_random_uuid() || '@example.com', repeat('x', 30), substr(gen_random_uuid()::text, 1, 13), ?, now() + ?::interval)
           returning id`,
          [subscription, end],
        )
        .then(([row]) => row?.id ?? "");
    const [ended, ...others] = [
      await member("Premium", "-1 minute"),
      await member("Premium", "1 hour"),
      await member("Basic", "-1 minute"),
      await member("Private", "-8 days"),
    ];
    const learned = await followAs("visitor", "admin");
    for (const id of [ended, ...others])
      await letPass("members", id, "updated_at = now() - interval '9 days'");
    expect(await tellOfEndedTerms()).toBe(1);
    expect(await learned()).toEqual({ visitor: [], admin: [`members ${ended} saved`] });
    expect(await tellOfEndedTerms()).toBe(0);
    expect(await learned()).toEqual({ visitor: [], admin: [] });
  });

  it("reaches everybody as deleted if it is an archived package, and nobody for the counts of an ad", async () => {
    const plan = await insertRecord(database, "packages");
    const ad = await insertRecord(database, "ads", { status: "published" });
    const learned = await followAs("visitor", "admin");
    await set("packages", plan, "archived_at = now()");
    await set("ads", ad, "kept_views = kept_views + 1");
    const gone = [`packages ${plan} deleted`];
    expect(await learned()).toEqual({ visitor: gone, admin: gone });
  });
});
