import { em } from "db/orm.server";
import { askChanges, followAs } from "tests/support/changes";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { get, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import {
  beginChangesAnew,
  numberChanges,
  sweepRecordChanges,
  thinChanges,
} from "~/features/changes-feed/number-changes.server";
import { readBacklog } from "~/features/staff/backlog.queries.server";

setUpStaffApp();

async function expectGone(cursor: string): Promise<void> {
  const answer = await get(`/api/changes?after=${encodeURIComponent(cursor)}`, "visitor");
  expect(answer.status).toBe(410);
  expect(await answer.json()).toEqual({ message: expect.stringContaining("Start again") });
}

const newestCursor = async () => {
  await numberChanges();
  return (await askChanges("visitor")).next;
};

describe("a cursor", () => {
  it("without `after` is the newest one, and stays valid", async () => {
    const first = await newestCursor();
    const answer = await askChanges("visitor", first);
    expect([answer.changes, answer.more]).toEqual([[], false]);
    await askChanges("visitor", answer.next);
  });

  it("from a change continues after that change", async () => {
    const start = await newestCursor();
    for (let nth = 0; nth < 3; nth += 1) await insertRecord(database, "news");
    await numberChanges();
    const all = await askChanges("visitor", start);
    const [first, ...rest] = all.changes.map(({ id }) => id);
    expect((await askChanges("visitor", all.changes[0]?.cursor)).changes.map(({ id }) => id)).toEqual(rest);
    const page = await askChanges("visitor", start, 1);
    expect([page.changes.map(({ id }) => id), page.more]).toEqual([[first], true]);
  });

  it.each(["", "none", "AAAA", "A".repeat(70), "0".repeat(5_000)])(
    "is refused if the server never wrote it: %j",
    expectGone,
  );

  it("is refused if it belongs to another database", async () => {
    const cursor = await newestCursor();
    await database.rows("update change_numbers set database_id = gen_random_uuid()");
    await expectGone(cursor);
  });

  it("is refused if the database has lost its change", async () => {
    const cursor = await newestCursor();
    await database.rows("update change_numbers set newest = newest - 1");
    await expectGone(cursor);
    await database.rows("update change_numbers set newest = newest + 1");
  });

  it("is refused after a promotion that lost its change, though later ones have reached its number", async () => {
    // As if the numbers so far were given before the promotion.
    const rewind = () =>
      database.rows("update change_numbers set timeline = 7, former_timeline = null, branched_at = null");
    const place = async () => (await askChanges("visitor")).next;
    await numberChanges();
    await rewind();
    const kept = await place();
    const lost = await insertRecord(database, "news");
    await insertRecord(database, "news");
    await numberChanges();
    await rewind();
    const gone = await place();
    await database.rows("delete from news where id = ?", [lost]);
    await database.rows(
      "delete from record_changes where number > (select newest - 2 from change_numbers) or number is null",
    );
    await database.rows("update change_numbers set newest = newest - 2");
    const others = [];
    for (let nth = 0; nth < 3; nth += 1) others.push(await insertRecord(database, "news"));
    const now = await newestCursor();
    await expectGone(gone);
    expect((await askChanges("visitor", kept)).changes.map(({ id }) => id)).toEqual(others);
    expect((await askChanges("visitor", now)).changes).toEqual([]);
    // One more promotion, which lost nothing: nobody knows what a place from before both of them is.
    await database.rows(
      "update change_numbers set former_timeline = timeline, timeline = timeline + 1, branched_at = newest",
    );
    await expectGone(kept);
    expect((await askChanges("visitor", now)).changes).toEqual([]);
    await database.rows("update change_numbers set timeline = null, former_timeline = null");
  });

  it("is refused after a restore, and so are no changes from before told", async () => {
    const cursor = await newestCursor();
    await insertRecord(database, "news");
    await em().transactional(beginChangesAnew);
    await expectGone(cursor);
    const next = await newestCursor();
    expect((await askChanges("visitor", next)).changes).toEqual([]);
  });

  it("is refused once a change after it is forgotten, after 30 days", async () => {
    const cursor = await newestCursor();
    await insertRecord(database, "news");
    const newer = await newestCursor();
    await insertRecord(database, "news");
    await numberChanges();
    await database.rows("update record_changes set at = now() - interval '29 days 23 hours'");
    expect(await sweepRecordChanges()).toBe(0);
    await database.rows(
      "update record_changes set at = now() - interval '31 days' where number < (select newest from change_numbers)",
    );
    expect(await sweepRecordChanges()).toBeGreaterThan(0);
    await expectGone(cursor);
    expect((await askChanges("visitor", newer)).changes).toHaveLength(1);
  });

  it.each(["0", "1001", "x"])("is refused with a limit of %s", async (limit) => {
    expect((await get(`/api/changes?limit=${limit}`, "visitor")).status).toBe(400);
  });
});

describe("after an hour", () => {
  it("a change that a later one repeats for the same readers is removed, and no other", async () => {
    await database.rows("delete from record_changes");
    const learned = await followAs("visitor", "editor");
    const [often, once] = [await insertRecord(database, "news"), await insertRecord(database, "news")];
    for (const title of ["a", "b"])
      await database.rows("update news set title = ? where id = ?", [title, often]);
    await database.rows("update news set status = 'draft' where id = ?", [once]);
    await database.rows("update news set title = 'A draft' where id = ?", [once]);
    await numberChanges();
    await thinChanges();
    const count = "select count(*)::int as count from record_changes";
    expect(await database.rows(count)).toEqual([{ count: 6 }]);
    await database.rows("update record_changes set at = now() - interval '2 hours'");
    await thinChanges();
    const left = [`news ${often} saved`, `news ${once} deleted`];
    expect(await learned()).toEqual({
      visitor: left,
      editor: [`news ${often} saved`, `news ${once} saved`, `news ${once} saved`],
    });
  });
});

it("the oldest change that waits for its number is known", async () => {
  await numberChanges();
  expect((await readBacklog()).changes.oldest).toBe(0);
  await insertRecord(database, "news");
  await database.rows("update record_changes set at = now() - interval '3 hours' where number is null");
  expect(Math.floor((await readBacklog()).changes.oldest / 3600)).toBe(3);
});
