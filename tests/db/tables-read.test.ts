import { News } from "db/entities/news";
import { em } from "db/orm.server";
import { query } from "db/query.server";
import { ANY_TABLE, CONTENT_TABLES, observeTables, tablesIn } from "db/tables-read.server";
import { setUpOrm } from "tests/support/own-database";
import { describe, expect, it } from "vitest";
import { SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";

setUpOrm();

async function tablesReadBy(read: () => Promise<unknown>): Promise<string[]> {
  const tables = new Set<string>();
  await observeTables((some) => {
    for (const table of some) tables.add(table);
  }, read);
  return [...tables].sort();
}

describe("the tables in a statement", () => {
  it.each([
    ["select * from news", ["news"]],
    [`select "n"."id" from "news" as "n" left join "images" as "i" on true`, ["news", "images"]],
    ["select 1 from quotes union all (select 2 from movers)", ["quotes", "movers"]],
    ["select 1 from newsletters", [ANY_TABLE]],
    ["select now()", [ANY_TABLE]],
  ])("%s", (sql, tables) => {
    expect([...tablesIn(sql)].sort()).toEqual([...tables].sort());
  });
});

describe("an observer of reads", () => {
  it("is notified of statements and ORM queries, in sequence and in parallel", async () => {
    expect(
      await tablesReadBy(async () => {
        await query("select 1 from quotes limit 1");
        await Promise.all([em().find(News, {}, { limit: 1 }), query("select 1 from ads limit 1")]);
      }),
    ).toEqual(["ads", "news", "quotes"]);
  });

  it("is notified of reads within a transaction", async () => {
    const tables = await tablesReadBy(() =>
      em().transactional((manager) => query("select 1 from videos limit 1", [], manager)),
    );
    expect(tables).toContain("videos");
  });

  it("is not notified of other requests' reads", async () => {
    const others = Array.from({ length: 30 }, () => query("select pg_sleep(0.01) from movers limit 1"));
    const tables = await tablesReadBy(async () => {
      await Promise.all(Array.from({ length: 30 }, () => query("select 1 from news limit 1")));
    });
    await Promise.all(others);
    expect(tables).toEqual(["news"]);
  });
});

describe("the schema's triggers", () => {
  it("notify changes of exactly the cached tables and the settings", async () => {
    const rows = await query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid where p.proname = 'notify_content_change'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...CONTENT_TABLES, SETTINGS_TABLE].sort());
  });

  it("notify only updates of pictures, because their records notify the rest", async () => {
    const [row] = await query<{ text: string }>(
      "select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'images_content_change'",
    );
    expect(row?.text).toContain("AFTER UPDATE OR TRUNCATE");
  });
});
