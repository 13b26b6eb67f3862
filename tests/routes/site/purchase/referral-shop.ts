import { makeBrowsers } from "tests/support/browsers";
import { PREMIUM_ID } from "tests/support/purchases";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, expect } from "vitest";
import { app, openShop, paypal } from "./shop";

export const { Browser } = makeBrowsers(() => app);
export type Browser = InstanceType<typeof Browser>;

/** Opens the shop. Before each test it deletes these tests' members and their purchases. */
export function openReferralShop(settings: Record<string, string> = {}): void {
  openShop({ TRUST_PROXY: "1", ...settings });
  beforeEach(async () => {
    await app.sql("delete from referrals");
    for (const table of ["payments", "orders"])
      await app.sql(
        `delete from ${table} where member_id in (select id from members where lastname = 'Tester' and firstname like 'R %')`,
      );
    await app.sql("delete from members where firstname like 'R %'");
    for (const table of ["known_devices", "rate_limits", "mails", "single_use_tokens"])
      await app.sql(`delete from ${table}`);
  });
}

let made = 0;

/** Adds a member with a referral code who can sign in with the tests' password. @returns the code */
export async function addReferrer(email: string): Promise<string> {
  made += 1;
  const code = `REFERS-${made}`;
  await app.sql(
    `insert into members (firstname, lastname, email, status, referral_code, password_hash)
     select 'R Refers', 'Tester', ?, 'active', ?, password_hash from members where email = 'basic@demo.test'`,
    [email, code],
  );
  return code;
}

/** A browser without cookies. */
export const newBrowser = (): Browser => new Browser("R Friend", PASSWORD);

export async function signIn(browser: Browser, email: string): Promise<void> {
  expect((await browser.ask("/login", { email, password: PASSWORD })).status).toBe(303);
}

/** Follows a friend's link, registers and verifies the address. */
export async function join(browser: Browser, code: string, email: string): Promise<void> {
  await browser.ask(`/?ref=${code}`);
  await browser.register(email);
  await app.sql("update members set status = 'active' where email = ?", [email]);
}

/**
 * Buys Premium as the signed-in member.
 * @param payer the paying PayPal account
 * @returns the provider's order id
 */
export async function buy(browser: Browser, payer?: string): Promise<string> {
  paypal.payer(payer);
  const chosen = await browser.ask("/subscription", { packageId: PREMIUM_ID });
  expect(chosen.status).toBe(303);
  const token = new URL(chosen.headers.get("Location") ?? "").searchParams.get("token") ?? "";
  paypal.approve(token);
  const [order] = await app.sql<{ buyer: string }>(
    "select member_id as buyer from orders where provider_order_id = ?",
    [token],
  );
  const back = `userId=${order?.buyer}&packageId=${PREMIUM_ID}&token=${token}&PayerID=P1`;
  await browser.ask(`/subscription?${back}`);
  const orders = await app.sql("select status, last_error from orders where provider_order_id = ?", [token]);
  expect(orders).toEqual([{ status: "captured", last_error: null }]);
  return token;
}

/** Remaining whole days of access. */
export const daysOf = async (email: string) =>
  (
    await app.sql<{ days: number | null }>(
      "select round(extract(epoch from subscription_expires_at - now()) / 86400)::int as days from members where email = ?",
      [email],
    )
  )[0]?.days ?? 0;

export const referralOf = async (email: string) =>
  (
    await app.sql<{
      state: string;
      refusal: string | null;
      payment_id: string | null;
      referrers_browser: boolean;
    }>(
      `select r.state, r.refusal, r.payment_id, r.referrers_browser from referrals r join members f on f.id = r.friend_id
        where f.email = ?`,
      [email],
    )
  )[0];

export const memberIdOf = async (email: string) =>
  (await app.sql<{ id: string }>("select id from members where email = ?", [email]))[0]?.id ?? "";

export const pageOf = async (path: string, cookies: string) =>
  (await (await app.request(path, { cookies })).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
