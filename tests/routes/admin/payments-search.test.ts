import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

setUpApp();

let superadmin: string;
beforeAll(async () => {
  superadmin = await app.cookiesOf("superadmin");
  // Thousands of rows in one statement, each numbered by the trigger, take many seconds.
  await database.rows("alter table payments disable trigger payments_numbered");
});
afterEach(async () => {
  for (const table of ["payments", "orders"]) await database.rows(`delete from ${table}`);
});

/** One payment a minute, round-robin over some members; the n-th has `amount` n. */
const payments = (count: number, emails: readonly string[]) =>
  database.rows(
    `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, created_at, payment_date,
                           refunded_at, provider_capture_id)
       select m.id, 'Premium', 'Premium', n, 'USD', case when n % 7 = 0 then 'FAILED' else 'COMPLETED' end, 'PayPal',
              timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-03-01' - n * interval '1 minute',
              case when n % 5 = 0 then timestamptz '2026-04-01' end, 'CAPTURE-' || n
         from generate_series(1, ?) as n
         join members m on m.email = (?::text[])[n % ? + 1]`,
    [count, emails, emails.length],
  );

const PREMIUM = "premium@demo.test";
const BASIC = "basic@demo.test";

async function listed(search: string): Promise<string[]> {
  const response = await app.request(`/admin/payments/export.csv?${search}`, { cookies: superadmin });
  const lines = (await response.text()).trimEnd().split("\r\n").slice(1);
  return lines.map((line) => line.split(",")[5] ?? "");
}

const expected = async (where: string, orderBy = "p.created_at desc, p.id desc") => {
  const rows = await database.rows<{ amount: string }>(
    `select amount from payments p join members m on m.id = p.member_id where ${where} order by ${orderBy}`,
  );
  return rows.map(({ amount }) => amount);
};

const page = async (search: string) =>
  (await app.request(`/admin/payments?${search}`, { cookies: superadmin })).text();

describe("a search of payments", () => {
  it.each([
    ["q=premium", "m.email = 'premium@demo.test'", undefined],
    ["q=PREMIUM%40", "m.email = 'premium@demo.test'", undefined],
    ["q=demo", "true", undefined],
    ["q=demo&sort=paymentDate&direction=asc", "true", "payment_date, p.id"],
    ["q=premium&status=REFUNDED", "m.email = 'premium@demo.test' and refunded_at is not null", undefined],
    [
      "q=demo&status=COMPLETED&from=2026-01-01&to=2026-01-01",
      "p.status = 'COMPLETED' and refunded_at is null and p.created_at < '2026-01-02'",
      undefined,
    ],
    ["q=capture-7", "provider_capture_id = 'CAPTURE-7'", undefined],
    ["q=ba", "m.email = 'basic@demo.test'", undefined],
    ["q=si", "m.email = 'basic@demo.test'", undefined],
    ["q=nobody", "false", undefined],
  ])("for %s finds the same rows as a full scan", async (search, where, orderBy) => {
    await payments(2_600, [PREMIUM, BASIC]);
    expect(await listed(search)).toEqual(await expected(where, orderBy));
  });

  it("lists a payment once if its address, capture and order all match", async () => {
    await payments(3, [PREMIUM]);
    const [member] = await database.rows<{ id: string }>("select id from members where email = ?", [PREMIUM]);
    const order = await database.insert("orders", {
      ...{
        member_id: member?.id,
        plan_name: "Premium",
        tier: "Premium",
        amount: 2,
        currency: "USD",
        days: 30,
      },
      provider_order_id: "CAPTURE-2",
    });
    await database.rows("update payments set order_id = ? where provider_capture_id = 'CAPTURE-2'", [order]);
    expect(await listed("q=capture-2")).toEqual(["2.00"]);
    await database.rows("update members set email = 'capture-2@demo.test' where email = ?", [PREMIUM]);
    expect(await listed("q=capture-2")).toEqual(["3.00", "2.00", "1.00"]);
    await database.rows("update members set email = ? where email = 'capture-2@demo.test'", [PREMIUM]);
  });

  it(
    "finds the payment of a receipt and of a credit note by its number, once",
    spec("beyond receipts credit notes numbered"),
    async () => {
      await payments(30, [PREMIUM]);
      await database.rows(
        `update payments set receipt_number = amount::int, credit_note_number = case when refunded_at is not null then 40 - amount::int end
        where status = 'COMPLETED'`,
      );
      expect(await listed("q=R-000012")).toEqual(["12.00"]);
      expect(await listed("q=r-12&status=COMPLETED")).toEqual(["12.00"]);
      expect(await listed("q=C-000015")).toEqual(["25.00"]);
      expect(await listed("q=R-7")).toEqual([]);
      const rows = (await page("q=c-15")).replaceAll("<!-- -->", "");
      expect(rows).toMatch(/href="\/admin\/payments\/[0-9a-f-]{36}\/receipt">R-000025</);
      expect(rows).toContain("C-000015");
      await database.rows("update members set email = 'r-000012@demo.test' where email = ?", [PREMIUM]);
      expect(await listed("q=R-000012")).toEqual(await expected("true"));
      await database.rows("update members set email = ? where email = 'r-000012@demo.test'", [PREMIUM]);
    },
  );

  it("keeps the list's order with more results than the counting limit", async () => {
    await payments(11_000, [PREMIUM, BASIC]);
    expect((await page("q=demo")).replaceAll("<!-- -->", "")).toContain("There are more than 1,000.");
    expect(await listed("q=demo")).toEqual(await expected("true"));
    await database.rows("delete from payments");
    await payments(11_000, [BASIC]);
    expect(await listed("q=basic&sort=paymentDate&direction=desc")).toEqual(
      await expected("true", "payment_date desc, p.id desc"),
    );
  });
});
