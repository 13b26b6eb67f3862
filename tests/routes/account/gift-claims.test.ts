import { em } from "db/orm.server";
import { query } from "db/query.server";
import { choosePackage, memberId, PREMIUM_ID, PRIVATE_ID, resetPurchases } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { PASSWORD, type Person } from "tests/support/test-app";
import { describe, expect, it } from "vitest";
import { buyGift, claim, gifts, held, openGift, openGiftShop, refusal } from "../site/purchase/gift-shop";
import { app, paypal, refund } from "../site/purchase/shop";

openGiftShop();

/** The cookie that keeps a visitor's destination. */
const waitingCookie = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

describe("opening a gift's link", () => {
  it(
    "shows the gift and its giver, and never uses the gift up",
    spec("beyond gift claimed once member"),
    async () => {
      const { token } = await buyGift();
      for (const person of ["visitor", "premium", "basic", "visitor"] as const) {
        const answer = await openGift(token, person);
        expect(answer.status).toBe(200);
        const html = await answer.text();
        expect(html).toContain("From Basic Tester");
        expect(html).toContain("Read it slowly.");
        expect(answer.headers.get("Cache-Control")).toContain("no-store");
      }
      expect(await gifts()).toMatchObject([{ claimed: null }]);
    },
  );

  it("sends visitors to sign in or register and back, without the token in the address", async () => {
    const { token } = await buyGift();
    const page = await openGift(token);
    const html = await page.text();
    for (const way of ["login", "register"]) expect(html).toContain(`href="/${way}"`);
    expect(html).not.toMatch(new RegExp(`(href|action)="[^"]*${token}`));
    const cookie = waitingCookie(page);
    const body = { email: "premium@demo.test", password: PASSWORD };
    const signedIn = await app.request("/login", { method: "POST", body, cookies: cookie });
    expect(signedIn.headers.get("Location")).toBe(`/gift/${token}`);
    const posted = await app.request(`/gift/${token}`, { method: "POST", body: {} });
    expect([posted.headers.get("Location"), waitingCookie(posted)]).toEqual(["/login", cookie]);
    const odd = await app.request("/gift/a%3Bb", { method: "POST", body: {} });
    expect([odd.headers.get("Location"), waitingCookie(odd)]).toEqual(["/login", "openbell_gift="]);
  });

  it("shows no gift for an unknown token", async () => {
    const { token } = await buyGift();
    for (const other of ["nonsense", token.slice(1), `${token}x`, "%00"]) {
      const answer = await app.request(`/gift/${other}`);
      expect([other, answer.status]).toEqual([other, 404]);
    }
    expect((await claim("nonsense", "premium")).status).toBe(404);
  });
});

describe("claiming", () => {
  it("starts the days now, adds them to the same tier, and shows the end", async () => {
    const { token } = await buyGift();
    const before = await (await openGift(token, "lapsed")).text();
    expect(before).toContain("Claim 30 days");
    const answer = await claim(token, "lapsed");
    expect(answer.headers.get("Location")).toBe(`/gift/${token}`);
    expect(await held("lapsed")).toEqual({ subscription: "Premium", days: 30 });
    const { token: second } = await buyGift();
    await claim(second, "premium");
    expect(await held("premium")).toEqual({ subscription: "Premium", days: 50 });
    expect(await gifts()).toMatchObject([
      { claimed: "lapsed@demo.test", days: 30 },
      { claimed: "premium@demo.test", days: 30 },
    ]);
    expect(await (await openGift(token, "lapsed")).text()).toContain("This gift is yours");
  });

  it(
    "asks before Private replaces Premium, and replaces it after the confirmation",
    spec("beyond gift claimed once member"),
    async () => {
      const { token } = await buyGift({ packageId: PRIVATE_ID });
      expect(await (await openGift(token, "premium")).text()).toMatch(
        /Your Premium until [^<]* would end immediately/,
      );
      const refused = await refusal(token, "premium");
      expect(refused.status).toBe(409);
      expect(refused.html).toContain("Tick the box if that is what you want.");
      expect(await held("premium")).toEqual({ subscription: "Premium", days: 20 });
      expect((await claim(token, "premium", { replace: "on" })).status).toBe(303);
      expect(await held("premium")).toEqual({ subscription: "Private", days: 30 });
    },
  );

  it("is refused while Private runs or Premium has no end; the gift stays claimable", async () => {
    const { token } = await buyGift();
    const waits = await refusal(token, "private", { replace: "on" });
    expect(waits).toMatchObject({ status: 409 });
    expect(waits.html).toContain("Claim it when your Private days have ended.");
    await resetPurchases(app, "private", "Premium", null);
    const endless = await refusal(token, "private");
    expect(endless.status).toBe(409);
    expect(endless.html).toContain("Somebody else can claim the gift with this link");
    expect(await held("private")).toEqual({ subscription: "Premium", days: null });
    expect((await claim(token, "lapsed")).status).toBe(303);
  });

  it(
    "is refused to the buyer, and the gift stays claimable",
    spec("beyond gift claimed once member"),
    async () => {
      const { token } = await buyGift();
      const own = await refusal(token, "basic");
      expect(own.status).toBe(403);
      expect(own.html).toContain("You bought this gift, so somebody else has to claim it.");
      expect(await (await openGift(token, "basic")).text()).toContain("You bought this gift");
      expect((await claim(token, "lapsed")).status).toBe(303);
      expect(await held("basic")).toEqual({ subscription: "Basic", days: null });
    },
  );

  it(
    "again does nothing for its owner and is refused to other members",
    spec("beyond gift claimed once member"),
    async () => {
      const { token } = await buyGift();
      expect((await claim(token, "lapsed")).status).toBe(303);
      expect((await claim(token, "lapsed")).status).toBe(303);
      expect(await held("lapsed")).toEqual({ subscription: "Premium", days: 30 });
      const late = await refusal(token, "premium");
      expect(late.status).toBe(409);
      expect(late.html).toContain("This gift has already been claimed.");
      expect(await held("premium")).toEqual({ subscription: "Premium", days: 20 });
    },
  );

  it("100 times at once by two members succeeds once", spec("beyond gift claimed once member"), async () => {
    const { token } = await buyGift();
    const cookies = [await app.cookiesOf("lapsed"), await app.cookiesOf("premium")];
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        app.request(`/gift/${token}`, { method: "POST", cookies: cookies[index % 2], body: {} }),
      ),
    );
    const both = [await held("lapsed"), await held("premium")];
    const sum = both.filter(({ days }) => days === 30 || days === 50);
    expect(sum).toHaveLength(1);
    expect(await gifts()).toMatchObject([{ days: 30 }]);
  });

  it("too late is refused with the last claim date", async () => {
    const { token } = await buyGift();
    await app.sql("update gifts set expires_at = now() - interval '1 minute'");
    expect((await openGift(token)).status).toBe(410);
    const late = await refusal(token, "lapsed");
    expect(late.html).toContain("This gift was not claimed in time.");
    expect(late.html).toContain("It could be claimed until");
    expect(await gifts()).toMatchObject([{ claimed: null }]);
  });
});

describe("a claimed gift", () => {
  it("shows its buyer that it was claimed, but not the claimer's access", async () => {
    const { token } = await buyGift();
    await claim(token, "premium");
    const [stored] = await app.sql<{ ends: Date }>("select access_until as ends from gifts");
    const ends = new Date(stored?.ends ?? 0);
    const read = async (person: Person) => {
      const cookies = await app.cookiesOf(person);
      return (await app.request(`/gift/${token}.data`, { cookies })).text();
    };
    expect(await read("premium")).toContain(String(ends.getTime()));
    const seen = await read("basic");
    expect(seen).toContain("claimed");
    expect(seen).not.toContain(String(ends.getTime()));
    const cookies = await app.cookiesOf("basic");
    const exported = await (await app.request("/dashboard/export.json", { cookies })).text();
    expect(exported).toContain("you gave");
    expect(exported).not.toContain(ends.toISOString());
  });
});

describe("a refund", () => {
  it("before the claim voids the link", spec("beyond gift claimed once member"), async () => {
    const { order, token } = await buyGift();
    await refund(order);
    const page = await openGift(token);
    expect(page.status).toBe(410);
    expect(await page.text()).toContain("This gift was cancelled: its payment was refunded.");
    expect((await refusal(token, "lapsed")).html).toContain("This gift was cancelled");
    expect(await held("lapsed")).toMatchObject({ days: -1 });
  });

  it(
    "after the claim ends only the access from that gift",
    spec("beyond gift claimed once member"),
    async () => {
      const { order, token } = await buyGift();
      await claim(token, "premium");
      await refund(order);
      expect(await held("premium")).toEqual({ subscription: "Premium", days: 20 });
      expect(await gifts()).toMatchObject([{ taken_back: true, claimed: "premium@demo.test" }]);
      const { order: alone, token: second } = await buyGift();
      await claim(second, "lapsed");
      await refund(alone);
      expect(await held("lapsed")).toMatchObject({ days: 0 });
    },
  );

  it("restores the Premium that a Private gift had replaced", async () => {
    await resetPurchases(app, "lapsed", "Premium", -1);
    const { token: premium } = await buyGift();
    await claim(premium, "lapsed");
    const { order, token } = await buyGift({ packageId: PRIVATE_ID });
    await claim(token, "lapsed", { replace: "on" });
    expect(await held("lapsed")).toEqual({ subscription: "Private", days: 30 });
    await refund(order);
    expect(await held("lapsed")).toEqual({ subscription: "Premium", days: 30 });
  });

  it("moves up later gift days if it refunds a payment", async () => {
    const bought = await choosePackage(app, "lapsed", PREMIUM_ID);
    paypal.approve(bought);
    const cookies = await app.cookiesOf("lapsed");
    await app.request(`/subscription?userId=${await memberId(app, "lapsed")}&packageId=x&token=${bought}`, {
      cookies,
    });
    const { order, token } = await buyGift();
    await claim(token, "lapsed");
    expect(await held("lapsed")).toEqual({ subscription: "Premium", days: 60 });
    await refund(bought);
    expect(await held("lapsed")).toEqual({ subscription: "Premium", days: 30 });
    // They begin at the refunded days' start.
    const [moved] = await app.sql<{ ends: number }>(
      "select round(extract(epoch from access_until - now()) / 86400)::int as ends from gifts",
    );
    expect(moved?.ends).toBe(30);
    await refund(order);
    expect(await held("lapsed")).toMatchObject({ days: 0 });
  });

  it("concurrent with a claim leaves no access", spec("beyond gift claimed once member"), async () => {
    for (let round = 0; round < 8; round += 1) {
      await resetPurchases(app, "lapsed", "Premium", -1);
      const { order, token } = await buyGift();
      const [claimed, refunded] = await Promise.all([claim(token, "lapsed"), refund(order)]);
      expect([303, 409]).toContain(claimed.status);
      expect(refunded.status).toBe(200);
      expect((await held("lapsed")).days).toBeLessThanOrEqual(0);
      expect((await gifts()).at(-1)).toMatchObject({ taken_back: true });
    }
  });

  it("waits for one member's row lock without holding the other's if two gave each other gifts", async () => {
    await resetPurchases(app, "lapsed", "Premium", -1);
    const both = [await memberId(app, "basic"), await memberId(app, "lapsed")];
    const [first = "", second = ""] = both.toSorted();
    const [one, other] = [await buyGift(), await buyGift({}, "lapsed")];
    await claim(one.token, "lapsed");
    await claim(other.token, "basic");
    for (const order of [one.order, other.order]) {
      let refunded: Promise<Response> | undefined;
      await em().transactional(async (manager) => {
        await query("select 1 from members where id = ? for update", [first], manager);
        refunded = refund(order);
        await waitUntil(async () => (await app.sql(WAITING)).length > 0);
        const free = await app.sql("select id from members where id = ? for update skip locked", [second]);
        expect(free).toHaveLength(1);
      });
      expect((await refunded)?.status).toBe(200);
    }
    expect((await gifts()).every((gift) => gift.taken_back)).toBe(true);
  });
});

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'members'";
