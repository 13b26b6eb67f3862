import { expect } from "vitest";
import type { Person, TestApp } from "./test-app";

export const PREMIUM_ID = "10000000-0000-4000-8000-000000000001";
export const PRIVATE_ID = "10000000-0000-4000-8000-000000000002";

/** Premium for 29 dollars and 30 days, Private for 79.50. */
export async function offerPackages(app: TestApp): Promise<void> {
  await app.sql(
    `insert into packages (id, name, tier, price, expires_in, benefits) values
      (gen_random_uuid(), 'Basic', 'Basic', 0, null, '{}'),
      ('${PREMIUM_ID}', 'Premium', 'Premium', 29, 30, '{}'), ('${PRIVATE_ID}', 'Private', 'Private', 79.5, 30, '{}')`,
  );
}

export async function memberId(app: TestApp, person: Person): Promise<string> {
  const [found] = await app.sql<{ id: string }>("select id from members where email = ?", [
    `${person}@demo.test`,
  ]);
  return found?.id ?? "";
}

/**
 * Buys a package on the page, even if another payment is in progress.
 * @returns the provider's id of the order, from the approval page's address
 */
export async function choosePackage(app: TestApp, person: Person, packageId = PREMIUM_ID): Promise<string> {
  const answer = await app.request("/subscription?again=1", {
    method: "POST",
    cookies: await app.cookiesOf(person),
    body: { packageId },
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
}

/** All rows of one member that money changes. */
export async function billingState(app: TestApp, person: Person) {
  const id = await memberId(app, person);
  const [member] = await app.sql<{ subscription: string; days: number | null }>(
    `select subscription, round(extract(epoch from subscription_expires_at - now()) / 86400)::int as days
       from members where id = ?`,
    [id],
  );
  const orders = await app.sql<{ status: string; last_error: string | null }>(
    "select status, last_error from orders where member_id = ? order by created_at, id",
    [id],
  );
  const payments = await app.sql<{ id: string; status: string; refunded_at: string | null }>(
    "select id, status, refunded_at from payments where member_id = ? order by created_at, id",
    [id],
  );
  return { ...member, orders, payments };
}

/** Resets a member and their purchases. */
export async function resetPurchases(
  app: TestApp,
  person: Person,
  tier = "Basic",
  days: number | null = null,
) {
  const id = await memberId(app, person);
  // A late notification could pay an order again: it waits for the lock, then finds none.
  await app.sql(`begin; lock table orders, payments in exclusive mode;
    delete from access_periods where member_id = '${id}'; delete from refunds where payment_id in (select id from payments where member_id = '${id}');
    delete from gifts where buyer_id = '${id}'; delete from payments where member_id = '${id}'; delete from orders where member_id = '${id}'; commit`);
  await app.sql("delete from rate_limits");
  const until = days === null ? "null" : `now() + interval '${days} days'`;
  await app.sql(`update members set subscription = ?, subscription_expires_at = ${until} where id = ?`, [
    tier,
    id,
  ]);
}

/** Backdates a member's grants by days; the caller moves the current access. */
export const agePeriods = (app: TestApp, days: number) =>
  app.sql(`update access_periods set since = since - interval '${days} days', until = until - interval '${days} days',
    access_from = access_from - interval '${days} days', access_until = access_until - interval '${days} days'`);

/** Backdates unfinished orders by minutes. */
export async function ageOpenOrders(app: TestApp, minutes: number): Promise<void> {
  await app.sql(`begin; alter table orders disable trigger orders_updated_at;
    update orders set updated_at = updated_at - interval '${minutes} minutes',
                      created_at = created_at - interval '${minutes} minutes'
     where status in ('created', 'approved', 'capturing', 'unknown', 'pending');
    alter table orders enable trigger orders_updated_at; commit`);
}

/** The request of a notification. @param event as JSON, or the text of the body */
export const notification = (event: unknown, signature = "good") => ({
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    "PayPal-Transmission-Id": "t1",
    "PayPal-Transmission-Time": "2026-07-16T12:00:00Z",
    "PayPal-Cert-Url": "https://api.paypal.com/cert",
    "PayPal-Auth-Algo": "SHA256withRSA",
    "PayPal-Transmission-Sig": signature,
  },
  body: typeof event === "string" ? event : JSON.stringify(event),
});
