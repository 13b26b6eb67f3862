import { withoutTable, withUnavailableTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";

setUpStaffApp();

const PAGE = "/admin/numbers";
const FILE = `${PAGE}/export.csv`;

const KEPT = ["payer_days", "revenue_days"];
beforeEach(async () => {
  for (const table of [...KEPT, "referrals", "payments", "orders"])
    await database.rows(`delete from ${table}`);
  await database.rows("update members set subscription = 'Basic', subscription_expires_at = null");
});

async function addUp(): Promise<void> {
  const part = aggregateDays();
  while ((await part()) > 0);
}

const DAY_MS = 86_400_000;
const today = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Noon, the given number of days ago. */
const ago = (days: number) => new Date(today() - days * DAY_MS + DAY_MS / 2).toISOString();
const dayAgo = (days: number) => ago(days).slice(0, 10);

type Sold = {
  member_id?: string;
  /** Days since the payment, and the end of the access it bought. */
  paid: number;
  days?: number;
  refunded?: number;
  amount?: string;
  plan?: string;
  tier?: string;
  currency?: string;
};

async function sell({ paid, days = 30, refunded, ...values }: Sold): Promise<string> {
  const member_id = values.member_id ?? (await insertRecord(database, "members"));
  await insertRecord(database, "payments", {
    ...values,
    member_id,
    created_at: ago(paid),
    payment_date: ago(paid),
    access_from: ago(paid),
    expires_at: ago(paid - days),
    refunded_at: refunded === undefined ? null : ago(refunded),
  });
  return member_id;
}

const wordsOf = (page: string) => page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const words = async (search = "") => wordsOf(await html(PAGE + search, "superadmin"));
const lines = async (search = "") =>
  (await (await get(FILE + search, "superadmin")).text()).replace("\uFEFF", "").trimEnd().split("\r\n");

describe("a site without payments", () => {
  it.each([
    "",
    "?days=7",
    "?days=365",
    "?days=all",
  ])("shows a message and no empty figure for %j", async (search) => {
    for (const isAddedUp of [false, true]) {
      if (isAddedUp) await addUp();
      const text = await words(search);
      expect(text).toContain("No payments yet.");
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("has a CSV of empty days", async () => {
    await addUp();
    const [head, first, ...rest] = await lines("?days=7");
    expect(head).toBe("day,payers,payers_at_end,new,returned,renewals,ended,free_readers");
    expect(first).toBe(`${dayAgo(6)},0,0,0,0,0,0,`);
    expect(rest.at(-1)).toBe("#rows,7");
  });
});

describe("analytics figures", () => {
  it("include a payment as soon as it is made", async () => {
    await addUp();
    const member = await insertRecord(database, "members");
    await database.rows(
      `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, access_from, expires_at)
       values (?, 'Premium', 'Premium', 29, 'USD', 'COMPLETED', 'PayPal', now(), now() + interval '30 days')`,
      [member],
    );
    const text = await words();
    expect(text).toContain("Current payers 1 , 0 at the start of the range");
    expect(text).toContain("New 1 , 0 in the previous 30 days");
    expect(text).toContain("Revenue, USD $29.00 , $0.00 in the previous 30 days");
    expect(text).toContain("1 member has paid access now");
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    await addUp();
    expect(await words()).toContain("Current payers 1 , 0 at the start of the range");
  });

  it(
    "count new, renewing, ended and returned payers and revenue, for the range and the one before",
    spec("beyond owner s numbers pays"),
    async () => {
      const stays = await sell({ paid: 40, days: 30, amount: "29.10" });
      await sell({ member_id: stays, paid: 15, days: 60, amount: "29.20" });
      await sell({ paid: 20, days: 10, amount: "0.03", plan: "Trial week" });
      await sell({ paid: 5, amount: "79.00", plan: "Private", tier: "Private", refunded: 2 });
      await sell({ paid: 3, amount: "10.00", currency: "EUR", plan: "Premium" });
      await addUp();
      const text = await words();
      expect(text).toContain("Current payers 2 , 1 at the start of the range");
      expect(text).toContain("New 3 , 1 in the previous 30 days");
      expect(text).toContain("Returned 0 , 0 in the previous 30 days");
      expect(text).toContain("Ended 2 , 0 in the previous 30 days");
      expect(text).toContain("Renewals 1 , 0 in the previous 30 days");
      expect(text).toContain("Revenue, USD $29.23 , $29.10 in the previous 30 days, +0.4%");
      expect(text).toContain("Revenue, EUR 10.00 EUR , 0.00 EUR in the previous 30 days");
      expect(text).toContain("$108.23 received, $79.00 refunded.");
      expect(text).toContain("Private 1 $79.00 $79.00 $0.00 $0.00");
      expect(text).toContain("Trial week Premium 1 $0.03 $0.00 $0.03 $0.00");
      const week = await words("?days=7");
      expect(week).toContain("Revenue, USD $0.00 , $0.00 in the previous 7 days");
      expect(week).toContain("Ended 1 , 1 in the previous 7 days");
      const all = await words("?days=all");
      expect(all).toContain("Revenue, USD $58.33");
      expect(all).not.toContain("previous 30 days");
      const year = await words("?days=365");
      expect(year).toContain("on the last day of each week");
      expect(year).toContain("Current payers 2 , 0 at the start of the range");
    },
  );

  it("are negative on a day with more refunds than revenue", async () => {
    await sell({ paid: 10, refunded: 1, amount: "29.00" });
    await addUp();
    expect(await words("?days=7")).toContain("Revenue, USD −$29.00 , $29.00 in the previous 7 days");
    const [, ...days] = await lines("?days=7");
    expect(days.find((line) => line.startsWith(dayAgo(1)))).toMatch(/,0,0,1,2900,-2900,/);
  });

  it("match the list of payments", spec("beyond owner s numbers pays"), async () => {
    await sell({ paid: 200, amount: "12345678.91" });
    await sell({ paid: 3, amount: "0.09", refunded: 1 });
    await sell({ paid: 3, amount: "0.02" });
    await addUp();
    expect(await words("?days=all")).toContain("Revenue, USD $12,345,678.93");
    expect(wordsOf(await html("/admin/payments", "superadmin"))).toContain("$12,345,678.93 net of refunds");
  });

  it("stay when a member is deleted, and leave out members who paid nothing", async () => {
    const gone = await sell({ paid: 9 });
    await sell({ paid: 8, amount: "0.00" });
    await addUp();
    const before = await words();
    await database.rows(
      `update members set firstname = 'Deleted', lastname = 'member', email = 'deleted-' || id || '@invalid',
              status = 'inactive' where id = ?`,
      [gone],
    );
    await addUp();
    expect(await words()).toBe(before);
    expect(before).toContain("Current payers 1 , 0 at the start of the range");
    expect(before).toContain("New 1 , 0");
  });

  it("count free readers separately", async () => {
    const paid = await sell({ paid: 1 });
    const given = await insertRecord(database, "members");
    await insertRecord(database, "members", { subscription: "Private", subscription_expires_at: ago(1) });
    for (const id of [paid, given])
      await database.rows("update members set subscription = 'Premium' where id = ?", [id]);
    await addUp();
    const text = await words();
    expect(text).toContain("Free readers 1 ,");
    expect(text).toContain("Current payers 1 ,");
  });

  it("use UTC days, and thirty days for an invalid range", async () => {
    await sell({ paid: 29 });
    await sell({ paid: 30, currency: "EUR" });
    await addUp();
    const usual = await words();
    expect(usual).toContain("Revenue, USD $29.00");
    expect(usual).toContain("Revenue, EUR 0.00 EUR , 29.00 EUR in the previous 30 days");
    for (const days of ["31", "-7", "7.0", "all ", "%00", "'; drop table payments; --", "9".repeat(400)])
      expect(await words(`?days=${encodeURIComponent(days)}`)).toBe(usual);
    expect(await lines("?days=nonsense")).toEqual(await lines());
  });
});

describe("analytics while days are not aggregated", () => {
  it("shows a message and no wrong figure", async () => {
    await sell({ paid: 50 });
    await database.rows("delete from payer_days");
    const text = await words();
    expect(text).toContain("The figures are being prepared.");
    expect(text).not.toContain("Current payers");
    expect(await lines()).toEqual([expect.stringMatching(/^day,/), "#rows,0"]);
  });

  it("ends on the last aggregated day", async () => {
    await sell({ paid: 50, days: 100 });
    await addUp();
    await database.rows("delete from payer_days where day > current_date - 5");
    await database.rows("delete from revenue_days where day > current_date - 5");
    await sell({ paid: 2 });
    const text = await words();
    expect(text).toContain("Later days are being prepared.");
    expect(text).toContain("Payers on the last day 1 ,");
    expect((await lines()).at(-1)).toBe("#rows,25");
    await addUp();
    expect(await words()).toContain("Current payers 2 ,");
  });

  it("compares no incomplete range, and hides a range without figures", async () => {
    await sell({ paid: 20, days: 100 });
    await addUp();
    for (const table of ["payer_days", "revenue_days"])
      await database.rows(`delete from ${table} where day > current_date - 12`);
    const partly = await words("?days=30");
    expect(partly).toContain("Payers on the last day 1 , 0 at the start of the range");
    expect(partly).not.toMatch(/previous 30 days/);
    const not = await words("?days=7");
    expect(not).toContain("Later days are being prepared.");
    expect(not).not.toMatch(/Payers on the last day|No payments and no refunds|previous 7 days/);
  });
});

describe("the analytics CSV", () => {
  it(
    "has a row per day in cents, columns per currency and plan, and the number of days",
    spec("beyond owner s numbers pays"),
    async () => {
      const member = await sell({ paid: 3, days: 1, amount: "29.10" });
      await sell({ member_id: member, paid: 1, amount: "0.05", plan: "=cmd()", refunded: 0 });
      await addUp();
      const [head, ...rest] = await lines("?days=7");
      expect(head?.split(",").slice(8)).toEqual(
        ["USD", "USD Premium: =cmd()", "USD Premium: Premium"].flatMap((name) =>
          ["payments", "received_cents", "refunds", "refunded_cents", "net_cents"].map(
            (sum) => `${sum} ${name}`,
          ),
        ),
      );
      const of = (days: number) => rest.find((line) => line.startsWith(dayAgo(days)))?.split(",");
      expect(of(3)).toEqual([
        dayAgo(3),
        ..."1,1,1,0,0,0,,1,2910,0,0,2910,0,0,0,0,0,1,2910,0,0,2910".split(","),
      ]);
      expect(of(2)?.slice(0, 7)).toEqual([dayAgo(2), ..."1,0,0,0,0,1".split(",")]);
      expect(of(1)?.slice(0, 7)).toEqual([dayAgo(1), ..."1,1,0,1,0,0".split(",")]);
      expect(rest.at(-1)).toBe("#rows,7");
      expect(rest).toHaveLength(8);
    },
  );
});

describe("access and failures of analytics", () => {
  it("allows superadmins only, page and CSV", async () => {
    for (const person of ["admin", "editor"] as const)
      for (const path of [PAGE, FILE]) {
        const answer = await get(path, person);
        expect([answer.status, await answer.text()]).toEqual([
          403,
          expect.stringContaining("Only superadmin can access this page."),
        ]);
      }
    expect((await get(PAGE, "premium")).status).toBe(302);
  });

  it("shows an error if the figures cannot be loaded, and a 503 page without a database", async () => {
    const broken = await withoutTable(app, "payer_days", () => get(PAGE, "superadmin"));
    expect([broken.status, await broken.text()]).toEqual([
      200,
      expect.stringContaining("Failed to fetch payments"),
    ]);
    expect((await withoutTable(app, "revenue_days", () => get(FILE, "superadmin"))).status).toBe(500);
    for (const path of [PAGE, FILE]) {
      const away = await withUnavailableTable(app, "payer_days", () => get(path, "superadmin"));
      expect([path, away.status, away.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
    }
  });

  it("is linked from the dashboard and payments, and found by its name", async () => {
    await sell({ paid: 1 });
    for (const path of ["/admin", "/admin/payments"])
      expect(await html(path, "superadmin")).toContain(`href="${PAGE}"`);
    expect(await html("/admin", "admin")).not.toContain(`href="${PAGE}"`);
    const found = async (person: "superadmin" | "admin") =>
      (await (await get("/admin/go.json?q=numbers", person)).json()) as { results: { link: string }[] };
    expect((await found("superadmin")).results.map(({ link }) => link)).toContain(PAGE);
    expect((await found("admin")).results).toEqual([]);
  });
});
