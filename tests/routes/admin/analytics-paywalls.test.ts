import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { withoutTable, withUnavailableTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";

setUpStaffApp();

const PAGE = "/admin/numbers";
const FILE = `${PAGE}/locks.csv`;

beforeEach(async () => {
  for (const table of ["payer_days", "revenue_days", "lock_revenue_days", "lock_days", "payments", "orders"])
    await database.rows(`delete from ${table}`);
});

async function addUp(): Promise<void> {
  const part = aggregateDays();
  while ((await part()) > 0);
}

const DAY_MS = 86_400_000;
/** Noon, the given number of days ago; for zero, a moment ago. */
const ago = (days: number) =>
  new Date(
    days === 0 ? Date.now() - 1000 : Math.floor(Date.now() / DAY_MS - days) * DAY_MS + DAY_MS / 2,
  ).toISOString();

const count = (page: string, days: number, shown: number, followed: number) =>
  database.rows("insert into lock_days (day, page, shown, followed) values (?, ?, ?, ?)", [
    ago(days).slice(0, 10),
    page,
    shown,
    followed,
  ]);

type Sold = { page: string | null; paid: number; refunded?: number; amount?: string; currency?: string };

async function sell({ page, paid, refunded, amount = "29.00", currency = "USD" }: Sold): Promise<void> {
  const member_id = await insertRecord(database, "members");
  const [order] = await database.rows<{ id: string }>(
    `insert into orders (member_id, plan_name, tier, amount, currency, days, locked_page)
     values (?, 'Premium', 'Premium', ?, ?, 30, ?) returning id`,
    [member_id, amount, currency, page],
  );
  await insertRecord(database, "payments", {
    ...{ member_id, order_id: order?.id, amount, currency },
    ...{ created_at: ago(paid), payment_date: ago(paid), access_from: ago(paid), expires_at: ago(paid - 30) },
    refunded_at: refunded === undefined ? null : ago(refunded),
  });
}

const wordsOf = (page: string) => page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const words = async (search = "") => wordsOf(await html(PAGE + search, "superadmin"));
const file = async (search = "") =>
  (await (await get(FILE + search, "superadmin")).text()).replace("\uFEFF", "").trimEnd().split("\r\n");

describe("paywall figures", () => {
  it(
    "shows views, clicks, payments and refunds of each page",
    spec("beyond conversion lock payment page"),
    async () => {
      const brief = `/daily-brief/${await insertRecord(database, "daily_briefs", { company_name: "Harbour Lines", headline: "A dry dock pays" })}`;
      await count(brief, 3, 200, 12);
      await count(brief, 40, 1000, 1000);
      await count("/stock-picks", 1, 80, 9);
      await sell({ page: brief, paid: 3, amount: "29.10" });
      await sell({ page: brief, paid: 2, amount: "0.05", refunded: 1 });
      await sell({ page: brief, paid: 0, amount: "10.00", currency: "EUR" });
      await sell({ page: null, paid: 2, amount: "99.00" });
      for (const isAddedUp of [false, true]) {
        if (isAddedUp) await addUp();
        const text = await words();
        if (!isAddedUp) continue;
        expect(text).toContain("280 paywalls shown, 21 clicks through to the plans, 3 payments");
        expect(text).toContain("$29.10 net: $29.15 received, $0.05 refunded; 10.00 EUR net");
        expect(text).toContain(
          "Harbour Lines: A dry dock pays 200 12 6.00% 3 1.50% $29.15 10.00 EUR $0.05 0.00 EUR $29.10 10.00 EUR",
        );
        expect(text).toContain("Stock Picks 80 9 11.25% 0 0.00% – – –");
        expect(text).not.toMatch(/NaN|Infinity|undefined/);
      }
      expect(await file()).toEqual([
        "page,title,locks_shown,to_plans,payments,received_cents EUR,refunded_cents EUR,net_cents EUR,received_cents USD,refunded_cents USD,net_cents USD",
        `${brief},Harbour Lines: A dry dock pays,200,12,3,1000,0,1000,2915,5,2910`,
        "/stock-picks,Stock Picks,80,9,0,0,0,0,0,0,0",
        "#rows,2",
      ]);
      expect((await file("?days=all"))[1]).toContain("1200,1012,3,");
    },
  );

  it("shows views before the first payment, and a message without any", async () => {
    expect(await words()).toContain("No paywall was shown, and no payment came from one.");
    await count("/", 2, 3, 1);
    const text = await words();
    expect(text).toContain("No payments yet.");
    expect(text).toContain("3 paywalls shown, 1 click through to the plans, 0 payments");
    expect(text).toContain("Front page 3 1 33.33%");
  });

  it(
    "lists a deleted page by its last title, or as a deleted page",
    spec("beyond conversion lock payment page"),
    async () => {
      const [named, nameless] = [randomUUID(), randomUUID()];
      await insertRecord(database, "changes", {
        ...{ resource: "videos", record_id: named, record_title: "How bonds work", action: "deleted" },
      });
      await count(`/videos/${named}`, 1, 5, 1);
      await sell({ page: `/trade-alert/${nameless}`, paid: 1 });
      await addUp();
      const page = await html(PAGE, "superadmin");
      expect(wordsOf(page)).toContain("How bonds work No longer available 5 1 20.00% 0 0.00%");
      expect(wordsOf(page)).toContain("Deleted page No longer available 0 0 – 1 – $29.00 $0.00 $29.00");
      expect(page).not.toContain(`href="/videos/${named}"`);
    },
  );

  it("lists pages with payments and the fifty with most clicks; the CSV has all", async () => {
    for (let nth = 0; nth < 60; nth += 1) await count(`/videos/${randomUUID()}`, 1, 100, nth);
    const paid = `/videos/${randomUUID()}`;
    await count(paid, 1, 1, 0);
    await sell({ page: paid, paid: 1 });
    await addUp();
    const page = await html(PAGE, "superadmin");
    const table = /aria-label="From paywall to payment, by page".*?<\/table>/s.exec(page)?.[0] ?? "";
    expect(table.split("<tr").length - 2).toBe(51);
    expect(wordsOf(page)).toContain("51 of 61 pages: those with the most payments and the most clicks");
    expect((await file()).at(-1)).toBe("#rows,61");
  });

  it("lists at most fifty pages with payments, and those with payments since the last aggregated day", async () => {
    const often = `/videos/${randomUUID()}`;
    for (const paid of [4, 3]) await sell({ page: often, paid });
    for (let nth = 0; nth < 51; nth += 1) await sell({ page: `/videos/${randomUUID()}`, paid: 2 });
    await addUp();
    const text = await words();
    expect(text).toContain("50 of 52 pages: those with the most payments");
    expect(text).toMatch(/Refunded Net Deleted page No longer available 0 0 – 2 – \$58\.00/);
    expect(text).toContain("0 paywalls shown, 0 clicks through to the plans, 53 payments");
    const since = `/videos/${randomUUID()}`;
    await sell({ page: since, paid: 0 });
    expect(await words()).toContain("51 of 53 pages: those with the most payments");
    expect((await file()).at(-1)).toBe("#rows,53");
  });

  it("ends on the last aggregated day, for payments and paywalls", async () => {
    await sell({ page: "/", paid: 20 });
    await addUp();
    await database.rows("delete from payer_days where day > current_date - 5");
    await database.rows("delete from lock_revenue_days where day > current_date - 5");
    await count("/", 2, 50, 50);
    await count("/", 10, 4, 2);
    expect(await words()).toContain("4 paywalls shown, 2 clicks through to the plans, 1 payment");
  });
});

it(
  "paywall revenue matches the payments to the cent for random histories, aggregated or live",
  spec("beyond conversion lock payment page"),
  async () => {
    const pages = ["/", "/stock-picks", `/videos/${randomUUID()}`, null];
    const sold = fc.record({
      page: fc.constantFrom(...pages),
      paid: fc.integer({ min: 0, max: 9 }),
      back: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      cents: fc.integer({ min: 1, max: 999_999 }),
      currency: fc.constantFrom("USD", "EUR"),
    });
    for (const history of fc.sample(fc.array(sold, { minLength: 3, maxLength: 10 }), {
      numRuns: 8,
      seed: 20261127,
    })) {
      for (const table of ["payer_days", "revenue_days", "lock_revenue_days", "payments", "orders"])
        await database.rows(`delete from ${table}`);
      const half = Math.floor(history.length / 2);
      for (const [nth, { paid, back, cents, ...of }] of history.entries()) {
        if (nth === half) await addUp();
        const refunded = back === undefined ? undefined : Math.min(back, paid);
        await sell({ ...of, paid, refunded, amount: (cents / 100).toFixed(2) });
      }
      await addUp();
      const [head = "", ...rows] = await file("?days=7");
      const names = head.split(",");
      const expected = pages
        .filter((page) => page !== null)
        .flatMap((page) => {
          const own = history.filter((each) => each.page === page);
          const sum = (currency: string, within: (each: (typeof own)[number]) => boolean) =>
            own
              .filter((each) => each.currency === currency && within(each))
              .reduce((all, { cents }) => all + cents, 0);
          return ["EUR", "USD"].flatMap((currency) => {
            const received = sum(currency, ({ paid }) => paid < 7);
            const refunded = sum(
              currency,
              ({ back, paid }) => back !== undefined && Math.min(back, paid) < 7,
            );
            return [
              [page, `received_cents ${currency}`, received],
              [page, `refunded_cents ${currency}`, refunded],
              [page, `net_cents ${currency}`, received - refunded],
            ] as [string, string, number][];
          });
        });
      for (const [page, name, cents] of expected) {
        const row = rows.find((line) => line.startsWith(`${page},`))?.split(",");
        expect([page, name, Number(row?.[names.indexOf(name)] ?? 0)]).toEqual([page, name, cents]);
      }
    }
  },
);

describe("access and failures of paywall figures", () => {
  it("are for superadmins only", async () => {
    for (const person of ["admin", "editor"] as const) expect((await get(FILE, person)).status).toBe(403);
    expect((await get(FILE, "premium")).status).toBe(302);
  });

  it("show an error if they cannot be loaded, and a 503 page without a database", async () => {
    await sell({ page: null, paid: 0 });
    await addUp();
    const broken = await withoutTable(app, "lock_revenue_days", () => get(PAGE, "superadmin"));
    const html = await broken.text();
    expect(broken.status).toBe(200);
    // The revenue figures and their CSV still work without them.
    expect(html).toContain("The paywall figures could not be loaded.");
    expect(html).toContain("$29.00");
    const days = () => get("/admin/numbers/export.csv", "superadmin");
    expect((await withoutTable(app, "lock_revenue_days", days)).status).toBe(200);
    expect((await withoutTable(app, "lock_revenue_days", () => get(FILE, "superadmin"))).status).toBe(500);
    const away = await withUnavailableTable(app, "lock_days", () => get(FILE, "superadmin"));
    expect([away.status, away.headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});
