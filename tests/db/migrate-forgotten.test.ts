import { migrateDatabase } from "db/migrate.server";
import { backTo } from "tests/support/earlier-schema";
import { expect, it } from "vitest";
import { emptyDatabase, openQueries } from "../support/postgres";

const SOMEBODY = "5a0f8a52-6d6c-4f0e-9d0a-0c6a2b1f9a01";
const PAID_AND_GONE = "5a0f8a52-6d6c-4f0e-9d0a-0c6a2b1f9a02";
const GONE = "5a0f8a52-6d6c-4f0e-9d0a-0c6a2b1f9a03";

it("names that earlier deletions left behind are forgotten, and those of members who stay are not", async () => {
  const database = await emptyDatabase();
  const queries = openQueries(database.url);
  try {
    await migrateDatabase(database.url);
    await backTo(database.url, "Migration20261127130000_access_tiers");
    for (const [id, email] of [
      [SOMEBODY, "ada@demo.test"],
      [PAID_AND_GONE, `deleted-${PAID_AND_GONE}@invalid`],
    ] as const) {
      await queries.run(
        `insert into members (id, firstname, lastname, email, password_hash, status, referral_code)
         values (?, 'Ada', 'Wexford', ?, repeat('h', 30), 'active', ?)`,
        [id, email, `CODE-${id.slice(-4)}`],
      );
      await queries.run("insert into known_devices (member_id, device_hash) values (?, repeat('0', 64))", [
        id,
      ]);
      await queries.run(
        `insert into orders (member_id, plan_name, tier, amount, currency, days, last_error)
         values (?, 'Premium', 'Premium', 29, 'USD', 30, 'Their words')`,
        [id],
      );
    }
    for (const id of [SOMEBODY, PAID_AND_GONE, GONE, "an-export"])
      await queries.run(
        `insert into changes (staff_name, action, resource, record_id, record_title, detail, differences)
         values ('Grace', 'wrote to', 'manage-users', ?, 'Ada Wexford', '{"fields": ["Bea gives you Premium"]}', '{}')`,
        [id],
      );
    for (const id of [SOMEBODY, PAID_AND_GONE, GONE]) {
      const [mail] = await queries.run<{ id: string }>(
        `insert into mails (to_address, subject, template, cause, html, text)
         values ('friend@demo.test', 'Days', 'referral-reward', 'referral-reward:' || ?, 'Ada W.', 'Ada W.') returning id`,
        [id],
      );
      await queries.run(
        `insert into mails (to_address, subject, template, cause, html, text)
         values ('friend@demo.test', 'Days', 'referral-reward', 'again:' || ? || ':1', 'Ada W.', 'Ada W.')`,
        [mail?.id ?? ""],
      );
    }
    await migrateDatabase(database.url);
    expect(
      await queries.run(
        "select record_id as id, record_title as title, detail from changes order by record_id",
      ),
    ).toEqual([
      { id: SOMEBODY, title: "Ada Wexford", detail: null },
      { id: PAID_AND_GONE, title: "Deleted member", detail: null },
      { id: GONE, title: "Deleted member", detail: null },
      { id: "an-export", title: "Ada Wexford", detail: null },
    ]);
    expect(await queries.run("select named_member_id as id from mails")).toEqual([
      { id: SOMEBODY },
      { id: SOMEBODY },
    ]);
    expect(await queries.run("select member_id as id from known_devices")).toEqual([{ id: SOMEBODY }]);
    expect(await queries.run("select member_id as id from orders where last_error is not null")).toEqual([
      { id: SOMEBODY },
    ]);
    const codes = await queries.run<{ code: string }>(
      "select referral_code as code from members order by id",
    );
    expect(codes.map(({ code }) => code)).toEqual(["CODE-9a01", expect.stringMatching(/^X[0-9A-F]{15}$/)]);
  } finally {
    await queries.close();
    await database.drop();
  }
});
