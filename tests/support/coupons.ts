import { createHash, randomUUID } from "node:crypto";
import type { TestApp } from "./test-app";

type CouponValues = Partial<Record<string, string | number | boolean | null | string[]>>;

/** Adds a coupon, by default of 20 per cent. @returns its id */
export async function addCoupon(app: TestApp, values: CouponValues = {}): Promise<string> {
  const id = randomUUID();
  const row = { id, code: "WELCOME20", purpose: "New readers", percent: 20, ...values };
  const columns = Object.keys(row);
  await app.sql(
    `insert into coupons (${columns.join(", ")}) select ${columns.join(", ")}
       from jsonb_populate_record(null::coupons, ?::jsonb) as r`,
    [JSON.stringify(row)],
  );
  return id;
}

export type CouponOrder = {
  status: string;
  amount: string;
  discount: string;
  coupon_code: string | null;
  coupon_held: boolean;
  last_error: string | null;
};

export const couponOrders = (app: TestApp): Promise<CouponOrder[]> =>
  app.sql(
    "select status, amount, discount, coupon_code, coupon_held, last_error from orders order by created_at, id",
  );

/** Adds members and signs them in over the API. @returns the id and the token of each */
export async function addMembers(app: TestApp, count: number): Promise<{ id: string; token: string }[]> {
  const members = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomUUID() }));
  for (const { id, token } of members) {
    await app.sql(
      `insert into members (id, firstname, lastname, email, status, referral_code) values (?, 'Ada', 'Test', ?, 'active', ?)`,
      [id, `${id}@demo.test`, id.slice(0, 30)],
    );
    await app.sql(
      `insert into sessions (token_hash, kind, member_id, via, expires_at)
       values (?, 'member', ?, 'bearer', now() + interval '1 hour')`,
      [createHash("sha256").update(token).digest("hex"), id],
    );
  }
  return members;
}
