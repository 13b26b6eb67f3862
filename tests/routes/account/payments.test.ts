import { memberId, offerPackages } from "tests/support/purchases";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await offerPackages(app);
});
afterAll(() => app.stop());
beforeEach(() => app.sql("delete from payments"));

async function rowOf(values: string): Promise<string> {
  await app.sql(
    `insert into payments (member_id, plan, tier, amount, currency, payment_method, ${values.split(" = ")[0]})
     values (?, 'Premium', 'Premium', 29, 'USD', 'PayPal', ${values.split(" = ")[1]})`,
    [await memberId(app, "basic")],
  );
  const page = await app.request("/dashboard/subscription", { cookies: await app.cookiesOf("basic") });
  return /<tbody>.*<\/tbody>/s.exec(await page.text())?.[0] ?? "";
}

it("a pending payment shows when access begins, not that none was bought", async () => {
  const row = await rowOf("status = 'PENDING'");
  expect(row).toContain("Begins when PayPal confirms");
  expect(row).not.toContain("No access bought");
});

it("a failed payment shows no access, and a refunded one shows its end", async () => {
  expect(await rowOf("status = 'FAILED'")).toContain("No access bought");
  await app.sql("delete from payments");
  const refunded = await rowOf(
    `status, access_from, expires_at, refunded_at = 'COMPLETED', now(), now() + interval '30 days', now()`,
  );
  expect(refunded).toContain("Ended by the refund");
});

it("the support number is hidden on desktop for members and always shown to visitors", async () => {
  const cookies = await app.cookiesOf("basic");
  const main = async (path: string, as = cookies) =>
    /<main.*(?=<footer)/s.exec(await (await app.request(path, { cookies: as })).text())?.[0] ?? "";
  const number =
    /(<span(?: class="no-desk")?>)(?:<!-- -->)?: (?:<!-- -->)?<strong class="whitespace-nowrap">\+[\d ]+<\/strong>/;
  for (const path of ["/subscription", "/dashboard/subscription"])
    expect(number.exec(await main(path))?.[1], path).toBe('<span class="no-desk">');
  expect(number.exec(await main("/subscription", ""))?.[1]).toBe("<span>");
});

it("the contact page tells paying members to reload instead of signing out and in", async () => {
  const page = await (await app.request("/contact")).text();
  expect(page).toContain("load the page again");
  expect(page).not.toContain("sign out and in again");
});

it("the page offers to add days only while the package is on sale", async () => {
  const cookies = await app.cookiesOf("premium");
  await app.sql(
    "update members set subscription_expires_at = now() + interval '9 days' where email = 'premium@demo.test'",
  );
  const page = async () => (await app.request("/dashboard/subscription", { cookies })).text();
  expect(await page()).toContain("Days you add now start after");
  await app.sql("update packages set archived_at = now()");
  expect(await page()).not.toContain("Days you add now");
  await app.sql("update packages set archived_at = null");
});

it("a message is separated from the plans below it", async () => {
  const page = await app.request("/subscription", { method: "POST", body: { packageId: "any" } });
  expect(await page.text()).toMatch(
    /<div class="grid gap-6"><div class="note note--bad".*?<div class="packages-wrap"/s,
  );
});
