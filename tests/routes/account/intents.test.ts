import { createHmac, randomUUID } from "node:crypto";
import { makeBrowsers } from "tests/support/browsers";
import { addCoupon } from "tests/support/coupons";
import { tokenIn, waitForMail } from "tests/support/mails";
import { PREMIUM_ID, PRIVATE_ID } from "tests/support/purchases";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { buyGift } from "../site/purchase/gift-shop";
import { app, openShop, paypal } from "../site/purchase/shop";

openShop({ TRUST_PROXY: "1" });

const { Browser } = makeBrowsers(() => app);
type Visitor = InstanceType<typeof Browser>;

let brief: string;
beforeEach(async () => {
  await app.sql(`begin; lock table orders, payments in exclusive mode; delete from gifts; delete from refunds;
    delete from access_periods; delete from payments; delete from orders; delete from coupons; delete from intents; commit`);
  await app.sql(
    "update packages set archived_at = null, price = case name when 'Premium' then 29 else price end",
  );
  const [made] = await app.sql<{ id: string }>(
    "insert into daily_briefs (company_name, ticker, analysis, author) values ('Harbour', 'HBR', 'It pays.', 'Ada') returning id",
  );
  brief = `/daily-brief/${made?.id}`;
});

let people = 0;
/** A visitor with a new address. */
function newcomer(): { visitor: Visitor; email: string } {
  people += 1;
  return { visitor: new Browser("Nia"), email: `newcomer-${people}@example.com` };
}

const select = (visitor: Visitor, choice: Record<string, string> = {}, search = "") =>
  visitor.ask(`/subscription${search}`, { packageId: PREMIUM_ID, ...choice });

const register = async (visitor: Visitor, email: string, page = "/register") => {
  const answer = await visitor.ask(page, visitor.registration(email));
  expect(answer.status).toBe(303);
  return tokenIn(await waitForMail(email, /Verify/));
};

const placeOf = (answer: Response) => answer.headers.get("Location") ?? "";

/** The text of the toast that the next page shows. */
const toastOf = (answer: Response): string => {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("openbell_toast=")) ?? "";
  const value = decodeURIComponent(/=([^;.]*)/.exec(cookie)?.[1] ?? "");
  return value === "" ? "" : (JSON.parse(Buffer.from(value, "base64").toString()) as { text: string }).text;
};

const isSignedIn = async (visitor: Visitor) => (await visitor.ask("/dashboard")).status === 200;

const orders = () =>
  app.sql<{ email: string; amount: string; coupon_code: string | null; locked_page: string | null }>(
    "select m.email, o.amount, o.coupon_code, o.locked_page from orders o join members m on m.id = o.member_id",
  );

const isAtPayPal = (answer: Response) => placeOf(answer).startsWith("https://www.sandbox.paypal.com/");

/** Selects, registers and verifies in one browser. @returns the sign-in page's redirect */
async function arrive(choice: Record<string, string> = {}, search = "", meanwhile?: () => Promise<unknown>) {
  const { visitor, email } = newcomer();
  await select(visitor, choice, search);
  const token = await register(visitor, email);
  await visitor.ask(`/verify-email/${token}`);
  await meanwhile?.();
  return { visitor, email, answer: await visitor.ask("/login") };
}

describe("a selected plan", () => {
  it("sends a verified visitor to PayPal in the registering browser, with lock and coupon", async () => {
    await addCoupon(app);
    const { visitor, email } = newcomer();
    const selected = await select(visitor, { coupon: "WELCOME20" }, `?coupon=WELCOME20&from=${brief}`);
    expect([selected.status, await selected.text()]).toEqual([
      401,
      expect.stringContaining("Please login to proceed"),
    ]);
    const login = await (await visitor.ask("/login?next=/subscription")).text();
    expect(login).toContain("You selected Premium, 30 days for $23.20");
    expect(login).toMatch(/<form[^>]*action="\/register"/);
    const token = await register(visitor, email);
    const done = await (await visitor.ask("/register?done")).text();
    expect(done).toContain("Account created successfully");
    expect(done).not.toContain("url=/login");

    const verified = await visitor.ask(`/verify-email/${token}`);
    const page = await verified.text();
    expect(page).toContain("Email verified successfully!");
    expect(page).toContain("You are signed in. The next page opens in 2 seconds.");
    expect(page).toContain('content="2;url=/login"');
    expect(await isSignedIn(visitor)).toBe(true);
    const answer = await visitor.ask("/login");
    expect([answer.status, isAtPayPal(answer)]).toEqual([302, true]);
    expect(await orders()).toEqual([
      { email, amount: "23.20", coupon_code: "WELCOME20", locked_page: brief },
    ]);
  });

  it("waits for sign-in if another browser opens the email", async () => {
    const { visitor, email } = newcomer();
    await select(visitor, { packageId: PRIVATE_ID });
    const token = await register(visitor, email);
    const phone = new Browser("Nia");
    const page = await (await phone.ask(`/verify-email/${token}`)).text();
    expect(page).toContain("Sign in with your password to continue with your selection.");
    expect(page).toContain("The sign-in page opens in 2 seconds.");
    expect(await isSignedIn(phone)).toBe(false);
    const signedIn = await phone.ask("/login", { email, password: phone.password });
    expect(placeOf(signedIn)).toBe("/login");
    expect(isAtPayPal(await phone.ask("/login"))).toBe(true);
    expect(await orders()).toMatchObject([{ email, amount: "79.50" }]);
  });

  it("is the browser's latest, even if selected after the registration", async () => {
    const { visitor, email } = newcomer();
    await select(visitor);
    const token = await register(visitor, email);
    await select(visitor, { packageId: PRIVATE_ID });
    await visitor.ask(`/verify-email/${token}`);
    await visitor.ask("/login");
    expect(await orders()).toMatchObject([{ email, amount: "79.50" }]);
  });

  it("survives a registration with a mistyped address", async () => {
    const { visitor, email } = newcomer();
    await select(visitor);
    await register(visitor, `x${email}`);
    const token = await register(visitor, email);
    await visitor.ask(`/verify-email/${token}`);
    expect(isAtPayPal(await visitor.ask("/login"))).toBe(true);
  });

  it("brings an existing member back to their choice of plans, once", async () => {
    const visitor = new Browser("Basic");
    await select(visitor, {}, `?from=${brief}`);
    const signedIn = await visitor.ask("/login", { email: "basic@demo.test", password: PASSWORD });
    const plans = `/subscription?${new URLSearchParams({ from: brief })}`;
    expect(placeOf(signedIn)).toBe(plans);
    await visitor.ask(plans);
    expect(placeOf(await visitor.ask("/login"))).toBe("/");
    expect(await orders()).toEqual([]);
  });

  it("is ignored if it is not for sale, and the page stays the same", async () => {
    for (const packageId of [randomUUID(), "any", "", "' or 1=1"]) {
      const answer = await select(newcomer().visitor, { packageId });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    }
    expect(await app.sql("select 1 from intents")).toEqual([]);
  });

  it("is encrypted: the database has neither plan nor code in clear text", async () => {
    await addCoupon(app);
    await select(newcomer().visitor, { coupon: "WELCOME20" });
    const [{ row } = { row: "" }] = await app.sql<{ row: string }>("select i::text as row from intents i");
    expect(row).not.toBe("");
    for (const secret of ["WELCOME20", PREMIUM_ID, "plan"]) expect(row).not.toContain(secret);
  });
});

describe("a selected plan creates no order", () => {
  const NOT_PAID: [string, () => Promise<unknown>, string, Record<string, string>?][] = [
    [
      "after an hour",
      () => app.sql("update intents set expires_at = now() - interval '1 second'"),
      "We kept your choice for an hour, and it has expired. Please select your plan again.",
    ],
    [
      "where the plan left the sale meanwhile",
      () => app.sql("update packages set archived_at = now() where name = 'Premium'"),
      "This plan is no longer on sale. You have not been charged. Please choose another.",
    ],
    [
      "where its price changed",
      () => app.sql("update packages set price = 31 where name = 'Premium'"),
      "The price of this plan has changed since you selected it. You have not been charged. Please check the new price.",
    ],
    [
      "where its coupon is gone",
      () => app.sql("update coupons set active = false"),
      "This code is not valid, or is not valid at the moment.",
      { coupon: "WELCOME20" },
    ],
    [
      "where its coupon takes off less",
      () => app.sql("update coupons set percent = 5"),
      "The price of this plan has changed since you selected it. You have not been charged. Please check the new price.",
      { coupon: "WELCOME20" },
    ],
  ];
  it.each(
    NOT_PAID,
  )("%s: the plans come back with the selection and the reason", async (_, meanwhile, words, choice) => {
    await addCoupon(app);
    const { answer, visitor } = await arrive(choice, `?from=${brief}`, meanwhile);
    expect(placeOf(answer)).toMatch(/^\/subscription\?/);
    expect(placeOf(answer)).toContain(new URLSearchParams({ from: brief }).toString());
    expect(toastOf(answer)).toContain(words);
    expect(await orders()).toEqual([]);
    expect((await visitor.ask(placeOf(answer))).status).toBe(200);
  });

  it("while PayPal is down: the plans come back with the selection", async () => {
    const { answer } = await arrive({}, "", async () =>
      paypal.stubReply("create", () => ({ status: 503, body: "" })),
    );
    expect([placeOf(answer), toastOf(answer)]).toEqual(["/subscription", "Failed to initiate subscription"]);
  });

  it("on a repeated visit: the plans come back, and later the home page", async () => {
    const { visitor } = await arrive();
    expect(placeOf(await visitor.ask("/login"))).toBe("/subscription");
    expect(placeOf(await visitor.ask("/register"))).toBe("/subscription");
    await app.sql("update intents set used_at = now() - interval '2 minutes'");
    expect(placeOf(await visitor.ask("/login"))).toBe("/");
    expect(await orders()).toHaveLength(1);
  });

  it("twice for concurrent requests", async () => {
    const { visitor, email } = newcomer();
    await select(visitor);
    await visitor.ask(`/verify-email/${await register(visitor, email)}`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.ask("/login")));
    expect(answers.filter(isAtPayPal)).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });

  it("for a HEAD, or if the address names another page", async () => {
    const { visitor, email } = newcomer();
    await select(visitor);
    await visitor.ask(`/verify-email/${await register(visitor, email)}`);
    expect(placeOf(await visitor.ask("/login", undefined, "HEAD"))).toBe("/");
    expect(placeOf(await visitor.ask("/login?next=/news"))).toBe("/news");
    expect(await orders()).toEqual([]);
    expect(isAtPayPal(await visitor.ask("/login"))).toBe(true);
  });
});

describe("a forged intent", () => {
  const FORGED: [string, (id: string) => string][] = [
    ["without a signature", (id) => id],
    ["with an empty one", (id) => `${id}.`],
    [
      "with another secret's",
      (id) => `${id}.${createHmac("sha256", "guess").update(`single-use intent ${id}`).digest("base64url")}`,
    ],
    ["with that of another row", () => `${randomUUID()}.${"A".repeat(43)}`],
    ["that is no id", () => "../../elsewhere"],
  ];
  it.each(FORGED)("%s is ignored without an error", async (_, forge) => {
    await select(new Browser("Somebody"));
    const [{ id } = { id: "" }] = await app.sql<{ id: string }>("select id from intents");
    const { visitor, email } = newcomer();
    visitor.brings("openbell_intent", forge(id));
    expect(await (await visitor.ask("/login")).text()).not.toContain("You selected");
    await visitor.ask(`/verify-email/${await register(visitor, email)}`);
    expect(placeOf(await visitor.ask("/login"))).toBe("/");
    expect(await orders()).toEqual([]);
  });

  it("from another member's registration does not transfer their purchase", async () => {
    const { visitor } = await arrive();
    const other = newcomer();
    other.visitor.brings("openbell_intent", visitor.cookie("openbell_intent"));
    await other.visitor.ask(`/verify-email/${await register(other.visitor, other.email)}`);
    expect(placeOf(await other.visitor.ask("/login"))).toBe("/");
  });

  it("is ignored if it has another row's encrypted data", async () => {
    await select(new Browser("Somebody"), { packageId: PRIVATE_ID });
    const { answer } = await arrive({}, "", () =>
      app.sql("update intents set sealed = (select sealed from intents where member_id is null limit 1)"),
    );
    expect(placeOf(answer)).toBe("/");
    expect(await orders()).toEqual([]);
  });
});

describe("a visitor's original destination", () => {
  it("is restored after registration in another browser: a members' page", async () => {
    const { visitor, email } = newcomer();
    const way = placeOf(await visitor.ask(`/subscription/gift?package=${PRIVATE_ID}`));
    const login = await (await visitor.ask(way)).text();
    const registerTo = /href="(\/register\?next=[^"]*)"/.exec(login)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const token = await register(visitor, email, registerTo);
    const phone = new Browser("Nia");
    await phone.ask(`/verify-email/${token}`);
    await phone.ask("/login", { email, password: phone.password });
    expect(placeOf(await phone.ask("/login"))).toBe(`/subscription/gift?package=${PRIVATE_ID}`);
  });

  it("is restored in another browser: a gift to claim, before any selected plan", async () => {
    const { token: gift } = await buyGift();
    const { visitor, email } = newcomer();
    await select(visitor);
    await visitor.ask(`/gift/${gift}`);
    const token = await register(visitor, email);
    const rows = await app.sql<{ row: string }>("select i::text as row from intents i");
    expect(JSON.stringify(rows)).not.toContain(gift);
    const phone = new Browser("Nia");
    await phone.ask(`/verify-email/${token}`);
    await phone.ask("/login", { email, password: phone.password });
    expect(placeOf(await phone.ask("/login"))).toBe(`/gift/${gift}`);
  });

  it.each([
    "https://elsewhere.test/",
    "//elsewhere.test",
    "/\\elsewhere.test",
    "/login?next=/login",
    "/Register",
    "/logout",
  ])("is never %s", async (next) => {
    const { visitor, email } = newcomer();
    const token = await register(visitor, email, `/register?next=${encodeURIComponent(next)}`);
    await visitor.ask(`/verify-email/${token}`);
    expect(placeOf(await visitor.ask("/login"))).toBe("/");
  });
});

describe("a verification link", () => {
  it("signs in the registering browser once, even after an email scanner opened it", async () => {
    const { visitor, email } = newcomer();
    const token = await register(visitor, email);
    const scanner = new Browser("Scanner");
    for (let time = 0; time < 3; time += 1) await scanner.ask(`/verify-email/${token}`);
    expect(await isSignedIn(scanner)).toBe(false);
    expect(await (await visitor.ask(`/verify-email/${token}`)).text()).toContain("You are signed in");
    expect(await isSignedIn(visitor)).toBe(true);
    await visitor.ask("/logout", {});
    const again = await visitor.ask(`/verify-email/${token}`);
    expect(await again.text()).toContain("Email verified successfully!");
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("signs nobody in with another registration's cookie, through the API, or for a HEAD", async () => {
    const [owner, stranger] = [newcomer(), newcomer()];
    const token = await register(owner.visitor, owner.email);
    await register(stranger.visitor, stranger.email);
    await stranger.visitor.ask(`/verify-email/${token}`);
    expect(await isSignedIn(stranger.visitor)).toBe(false);
    const head = await owner.visitor.ask(`/verify-email/${token}`, undefined, "HEAD");
    const api = await owner.visitor.ask(`/api/auth/user/verify-email/${token}`);
    for (const { headers } of [head, api])
      expect(headers.getSetCookie().join()).not.toContain("openbell_member");
    await owner.visitor.ask(`/verify-email/${token}`);
    expect(await isSignedIn(owner.visitor)).toBe(true);
  });

  it("keeps a signed-in member signed in", async () => {
    const { visitor, email } = newcomer();
    const token = await register(visitor, email);
    await visitor.ask("/login", { email: "premium@demo.test", password: PASSWORD });
    await visitor.ask(`/verify-email/${token}`);
    expect(await (await visitor.ask("/dashboard")).text()).toContain("premium@demo.test");
  });

  it("signs nobody in after a day, or if staff deactivated the account", async () => {
    const ENDS: ((email: string) => Promise<unknown>)[] = [
      (email) =>
        app.sql(
          `update single_use_tokens set expires_at = now()
            where member_id = (select id from members where email = ?)`,
          [email],
        ),
      (email) => app.sql("update members set status = 'inactive' where email = ?", [email]),
    ];
    for (const end of ENDS) {
      const { visitor, email } = newcomer();
      const token = await register(visitor, email);
      await new Browser("Scanner").ask(`/verify-email/${token}`);
      await end(email);
      await visitor.ask(`/verify-email/${token}`);
      expect(await isSignedIn(visitor)).toBe(false);
    }
  });

  it("starts a new session instead of one the browser brought", async () => {
    const { visitor, email } = newcomer();
    const token = await register(visitor, email);
    visitor.brings("openbell_member", "A".repeat(43));
    await visitor.ask(`/verify-email/${token}`);
    expect(visitor.cookie("openbell_member")).not.toBe("A".repeat(43));
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it("recognises the browser, so its next account causes no new-device email", async () => {
    const [first, second] = [newcomer(), newcomer()];
    const { visitor } = first;
    for (const { email } of [first, second]) {
      await visitor.ask(`/verify-email/${await register(visitor, email)}`);
      await visitor.ask("/logout", {});
    }
    const known = await app.sql<{ hash: string }>(
      "select d.device_hash as hash from known_devices d join members m on m.id = d.member_id where m.email in (?, ?)",
      [first.email, second.email],
    );
    expect(known).toHaveLength(2);
    expect(known[0]?.hash).toBe(known[1]?.hash);
  });
});
