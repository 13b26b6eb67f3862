import { migrateDatabase } from "db/migrate.server";
import { backTo } from "tests/support/earlier-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalizeEmail } from "~/web/email-address";
import { emptyDatabase, openQueries, type Queries, type TestDatabase } from "../support/postgres";

const BEFORE = "Migration20261120140000_payment_totals";

let database: TestDatabase;
let queries: Queries;

/** The database as it was, with these people in it, brought up to date. */
beforeAll(async () => {
  database = await emptyDatabase();
  queries = openQueries(database.url);
  await migrateDatabase(database.url);
  await backTo(database.url, BEFORE);
  for (const [email, status] of PEOPLE) await member(email, status);
  await queries.run(`insert into staff (fullname, email, password_hash, role)
    values ('Sta Ff', 'Staff@Demo.test', '${"h".repeat(30)}', 'editor')`);
  await queries.run(`insert into mails (to_address, subject, template, cause, html, text)
    values ('Ada@Demo.test', 'Hello', 'welcome', 'one', 'a', 'a')`);
  await queries.run(`insert into referrals (referrer_id, friend_id)
    select r.id, f.id from members r, members f where r.email = 'ada@demo.test' and f.email = 'pending@demo.test'`);
  await migrateDatabase(database.url);
});
afterAll(async () => {
  await queries.close();
  await database.drop();
});

let codes = 0;
async function member(email: string, status: string): Promise<void> {
  codes += 1;
  await queries.run(
    `insert into members (created_at, firstname, lastname, email, password_hash, status, referral_code)
     values (now() + make_interval(secs => ?), 'Ada', 'Wexford', ?, ?, ?, ?)`,
    [codes, email, `hash of ${email}`.padEnd(30, "."), status, `CODE${codes}`],
  );
}

const PEOPLE = [
  ["Ada@Demo.test", "active"],
  ["ｆｕｌｌ@demo.test", "active"],
  ["host@Münze.test", "active"],
  ["jürgen@demo.test", "active"],
  ["ｔｗｉｎ@demo.test", "active"],
  ["twin@demo.test", "active"],
  ["ＦＩＲＳＴ@demo.test", "active"],
  ["fIrＳt@demo.test", "active"],
  ["Pending@demo.test", "pending"],
  ["plain@demo.test", "active"],
] as const;

describe("addresses from before", () => {
  it("have their normal form; where that is somebody else's, nobody loses anything", async () => {
    const found = await queries.run<{ email: string }>("select email from members order by created_at");
    const emails = found.map(({ email }) => email);
    expect(emails).toEqual([
      "ada@demo.test",
      "full@demo.test",
      "host@xn--mnze-0ra.test",
      "jürgen@demo.test",
      // Two accounts whose addresses were different ones: the one that has the form keeps it.
      "ｔｗｉｎ@demo.test",
      "twin@demo.test",
      // Of two that both have another form, the older one.
      "first@demo.test",
      "fIrＳt@demo.test",
      "pending@demo.test",
      "plain@demo.test",
    ]);
    const kept = ["ｔｗｉｎ@demo.test", "fIrＳt@demo.test"];
    for (const email of emails.filter((one) => !kept.includes(one)))
      expect(normalizeEmail(email)).toBe(email);
  });

  it("of staff and of mails, too", async () => {
    expect(await queries.run("select email from staff")).toEqual([{ email: "staff@demo.test" }]);
    expect(await queries.run("select to_address from mails")).toEqual([{ to_address: "ada@demo.test" }]);
  });
});

describe("registrations from before", () => {
  it("that nobody proved are rows of their own, with whose link led there", async () => {
    const found = await queries.run(
      `select m.email, r.firstname, r.lastname, r.password_hash = m.password_hash as same, r.browser_hash,
              r.referral_code from registrations r join members m on m.id = r.member_id`,
    );
    expect(found).toEqual([
      {
        email: "pending@demo.test",
        firstname: "Ada",
        lastname: "Wexford",
        same: true,
        browser_hash: null,
        referral_code: "CODE1",
      },
    ]);
  });
});
