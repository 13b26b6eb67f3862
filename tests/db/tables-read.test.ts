// alone: declarations
import { News } from "db/entities/news";
import { em, startOrm, stopOrm } from "db/orm.server";
import { query } from "db/query.server";
import { ANY_TABLE, CONTENT_TABLES, observeTables, tablesIn } from "db/tables-read.server";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { allStatements } from "tests/support/statements";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await startOrm({ url: database.url });
});
afterAll(async () => {
  await stopOrm();
  await database.drop();
});

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

describe("the schema's triggers and functions", () => {
  it("notify changes of exactly the cached tables and the settings", async () => {
    const rows = await query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid where p.proname = 'notify_content_change'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...CONTENT_TABLES, SETTINGS_TABLE].sort());
  });

  it("include no view and no function that reads a table outside the statement", async () => {
    const views = await query("select viewname from pg_views where schemaname = 'public'");
    const functions = await query<{ name: string }>(
      `select p.proname as name from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
        where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and d.objid is null`,
    );
    const pure = [
      "hold_until",
      "mailbox_of",
      "pictures_in",
      "price_after",
      "quote_kind",
      "search_fold",
      "search_parts",
    ];
    /** Triggers run these to link records with instruments and settled calls. */
    const ofTriggers = [
      ...[
        "instrument_by_symbol",
        "instrument_by_name",
        "instrument_for",
        "instrument_of_call",
        "held_instrument",
      ],
      ...["public_name_of", "renew_public_name", "keep_settled"],
    ];
    const calledByStatements = (await allStatements()).filter(({ text }) =>
      ofTriggers.some((name) => text.includes(name)),
    );
    /** These write during captures, refunds and seeds. No page depends on their reads. */
    const writing = ["fill_access_periods", "next_receipt_number", "number_payment"];
    const numbering = (await allStatements()).filter(({ text }) => text.includes("number_payment"));
    expect(numbering.map(({ name }) => name)).toEqual(["payment-follow-up.give-number"]);
    expect(calledByStatements).toEqual([]);
    expect(views).toEqual([]);
    expect(functions.map(({ name }) => name).sort()).toEqual([...pure, ...ofTriggers, ...writing].sort());
  });

  it("notify only updates of pictures, because their records notify the rest", async () => {
    const [row] = await query<{ text: string }>(
      "select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'images_content_change'",
    );
    expect(row?.text).toContain("AFTER UPDATE OR TRUNCATE");
  });
});
