import { type em, orm } from "db/orm.server";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reverseReferral, rewardReferral } from "~/access/referrals.server";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: "1" });
});
afterAll(() => app.stop());

let networks = 0;

async function register(email: string, cookies: string): Promise<void> {
  networks += 1;
  const answer = await app.request("/register", {
    method: "POST",
    cookies,
    headers: { "X-Forwarded-For": `203.0.113.${networks}` },
    body: { firstname: "Fred", lastname: "Riendly", email, password: "long enough" },
  });
  expect(answer.status).toBe(303);
}

type ReferralRow = { id: string; state: string; referrer: string; friend: string; days: number };

const referralOf = async (email: string) =>
  (
    await app.sql<ReferralRow>(
      `select r.id, r.state, r.days, r.referrer_id as referrer, r.friend_id as friend from referrals r
         join members f on f.id = r.friend_id where f.email = ?`,
      [email],
    )
  )[0];

/** A member's tier and its days left. */
const membershipOf = async (id: string) =>
  (
    await app.sql<{ tier: string; days: number | null }>(
      `select subscription as tier, round(extract(epoch from subscription_expires_at - now()) / 86400)::int as days
         from members where id = ?`,
      [id],
    )
  )[0];

const refCookie = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith("openbell_ref="));

describe("the referral page", () => {
  it(
    "has the code, the link, three ways to share, and a notice of 2 s after copying",
    spec("2.3 referral link code email", "8 link copied 2 seconds"),
    async () => {
      const page = await (await app.request("/referral", { cookies: await app.cookiesOf("basic") })).text();
      const link = "http://localhost:3000/subscription?ref=CODE-BASIC";
      expect(page).toContain('value="CODE-BASIC"');
      expect(page).toContain(`${link}</textarea>`);
      for (const start of ["mailto:?", "https://www.facebook.com/", "https://x.com/"]) {
        const [, shared = ""] = new RegExp(`href="(${start.replace("?", "\\?")}[^"]*)"`).exec(page) ?? [];
        expect(decodeURIComponent(shared), start).toContain(link);
      }
      expect(page).toContain(`data-copy="${link}"`);
      expect(page).toMatch(/hidden="" data-timeout="2000" data-copied="".*?Link copied!/s);
    },
  );
});

describe("a referral link", () => {
  it("is remembered for thirty days, even from cached pages, without filling the page cache", async () => {
    for (let n = 0; n < 6; n += 1) {
      const answer = await app.request("/news?ref=CODE-BASIC");
      expect(answer.status).toBe(200);
      expect(refCookie(answer)).toContain("openbell_ref=CODE-BASIC; Max-Age=2592000; Path=/; HttpOnly");
      expect(refCookie(await app.request("/news"))).toBeUndefined();
    }
  });

  it.each([
    "",
    "x",
    "a b",
    "%0d%0aSet-Cookie:x=1",
    "<script>",
    "n".repeat(33),
  ])("%j is an invalid code", async (code) => {
    const answer = await app.request(`/?ref=${code}`);
    expect(answer.status).toBe(200);
    expect(refCookie(answer)).toBeUndefined();
  });

  it("attributes the friend once, then is forgotten", async () => {
    const visit = await app.request("/?ref=code-basic");
    await register("friend@example.com", refCookie(visit)?.split(";")[0] ?? "");
    const referral = await referralOf("friend@example.com");
    expect(referral).toMatchObject({ state: "joined", days: 30 });
    const page = await app.request("/dashboard/referrals", { cookies: await app.cookiesOf("basic") });
    const html = await page.text();
    expect(html).toContain("Fred R.");
    expect(html).not.toContain("Riendly");
    expect(html).toContain("Joined, no payment yet");
    expect(html).toContain("http://localhost:3000/subscription?ref=CODE-BASIC");
  });

  it("attributes nothing for an unknown or inactive referrer, and registration still works", async () => {
    for (const code of ["NOBODY", "CODE-INACTIVE"]) {
      await register(`by-${code}@example.com`, `openbell_ref=${code}`);
      expect(await referralOf(`by-${code}@example.com`)).toBeUndefined();
      expect(await app.sql("select 1 from members where email = ?", [`by-${code}@example.com`])).toHaveLength(
        1,
      );
    }
  });

  it("cannot refer its owner: a known address is not attributed", async () => {
    await register("basic@demo.test", "openbell_ref=CODE-BASIC");
    expect(await referralOf("basic@demo.test")).toBeUndefined();
  });
});

describe("a referral reward", () => {
  async function payment(memberId: string): Promise<string> {
    const [paid] = await app.sql<{ id: string }>(
      `insert into payments (member_id, plan, tier, amount, currency, status, payment_method)
       values (?, 'Premium', 'Premium', 29.00, 'USD', 'COMPLETED', 'PayPal') returning id`,
      [memberId],
    );
    return paid?.id ?? "";
  }

  const inTransaction = <T>(work: (manager: ReturnType<typeof em>) => Promise<T>) =>
    orm()
      .em.fork()
      .transactional((manager) => work(manager as ReturnType<typeof em>));

  it("gives both thirty days at the first payment, once, and a refund revokes them for good", async () => {
    await register("pays@example.com", "openbell_ref=CODE-PRIVATE");
    const { friend, referrer } = (await referralOf("pays@example.com")) as ReferralRow;
    const before = await membershipOf(referrer);
    const [first, second] = [await payment(friend), await payment(friend)];
    const outcomes = await Promise.all(
      [first, second, first, second].map((id) =>
        inTransaction((manager) => rewardReferral(manager, friend, id)),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await membershipOf(friend)).toEqual({ tier: "Premium", days: 30 });
    expect(await membershipOf(referrer)).toEqual({ tier: "Private", days: (before?.days ?? 0) + 30 });
    const rewarding = outcomes[0] || outcomes[2] ? first : second;
    const other = rewarding === first ? second : first;
    expect(await inTransaction((manager) => reverseReferral(manager, other))).toBeUndefined();
    const reversed = await Promise.all(
      [1, 2, 3].map(() => inTransaction((manager) => reverseReferral(manager, rewarding))),
    );
    expect(reversed.filter(Boolean)).toHaveLength(1);
    expect(await membershipOf(friend)).toEqual({ tier: "Premium", days: 0 });
    expect(await membershipOf(referrer)).toEqual(before);
    expect(await inTransaction((manager) => rewardReferral(manager, friend, other))).toBeUndefined();
    expect((await referralOf("pays@example.com"))?.state).toBe("reversed");
  });

  it("rolls back with its transaction", async () => {
    await register("rolls-back@example.com", "openbell_ref=CODE-BASIC");
    const { friend } = (await referralOf("rolls-back@example.com")) as ReferralRow;
    const id = await payment(friend);
    const failing = inTransaction(async (manager) => {
      await rewardReferral(manager, friend, id);
      throw new Error("the capture failed");
    });
    await expect(failing).rejects.toThrow("the capture failed");
    expect(await membershipOf(friend)).toEqual({ tier: "Basic", days: null });
    expect((await referralOf("rolls-back@example.com"))?.state).toBe("joined");
  });
});
