import { billingState, memberId, PREMIUM_ID, PRIVATE_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { describe, expect, it } from "vitest";
import { app } from "./shop";
import { ageTrial, openTrialShop, pressTry, refusal, trials, words } from "./trial-shop";

openTrialShop();

const OFFER = "Try it free for 14 days";

describe("the offer of a trial", () => {
  it(
    "is on the plan's card with terms and end, and in the comparison, for visitors and new members",
    spec("beyond plan may tried so"),
    async () => {
      for (const person of ["visitor", "basic"] as const) {
        const page = await words("/subscription", person);
        expect(page.split(OFFER)).toHaveLength(2);
        expect(page).toMatch(
          /No charge, and no payment details needed\. The trial ends automatically on \|\d+ \w+( \d+)?\|/,
        );
        expect(page).toMatch(/Free trial\|–\|No\|14 days\|–\|No\|/);
      }
    },
  );

  it.each(["premium", "private", "lapsed"] as const)(
    "is not made to %s",
    spec("beyond plan may tried so"),
    async (person) => {
      const page = await words("/subscription", person);
      expect(page).toContain("Compare the plans");
      expect(page).not.toContain("free for");
      expect(page).not.toContain("Free trial");
    },
  );

  it("appears on each plan with trial days, and on no other", async () => {
    await app.sql(`update packages set trial_days = 1 where id = '${PRIVATE_ID}'`);
    expect(await words("/subscription")).toContain("Try it free for 1 day|");
    await app.sql("update packages set trial_days = null");
    expect(await words("/subscription")).not.toContain("free for");
  });

  it("sends a visitor to the sign-in page and back", spec("beyond plan may tried so"), async () => {
    const answer = await pressTry({}, { person: "visitor" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/login?next=/subscription"]);
    const [cookie = ""] = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    const body = { email: "basic@demo.test", password: PASSWORD };
    const signIn = (path: string, cookies = cookie) => app.request(path, { method: "POST", body, cookies });
    const signedIn = await signIn("/login");
    expect(signedIn.headers.get("Location")).toBe("/subscription");
    expect((await signIn("/login?next=/subscription")).headers.get("Location")).toBe("/subscription");
    // After the return, no later sign-in leads there again.
    const session = await app.cookiesOf("basic");
    const back = await app.request("/subscription", { cookies: `${session}; ${cookie}` });
    expect(back.headers.getSetCookie().join()).toMatch(/openbell_trial=;[^,]*Max-Age=0/);
    expect((await signIn("/login", "")).headers.get("Location")).toBe("/");
    expect(await trials()).toEqual([]);
  });
});

describe("a trial", () => {
  it(
    "begins at once, without order or payment, and shows its end",
    spec("beyond plan may tried so"),
    async () => {
      const answer = await pressTry();
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard/subscription"]);
      expect(await trials()).toEqual([
        { email: "basic@demo.test", plan_name: "Premium", days: 14, left: 14 },
      ]);
      expect(await billingState(app, "basic")).toEqual({
        ...{ subscription: "Premium", days: 14, orders: [], payments: [] },
      });
      const cookies = [
        await app.cookiesOf("basic"),
        ...answer.headers.getSetCookie().map((line) => line.split(";")[0]),
      ];
      const page = await (
        await app.request("/dashboard/subscription", { cookies: cookies.join("; ") })
      ).text();
      expect(page).toMatch(
        /Your free trial of Premium has started\. It ends automatically on \d+ \w+ \d{4}; nothing is charged\./,
      );
      expect(await words("/dashboard/subscription")).toMatch(
        /Free trial\. Access until \|[^|]*\|\. It ends automatically, and nothing is charged\.\|/,
      );
      expect(await words("/dashboard")).toContain("Premium, free trial, 14 days left");
      expect(await app.sql("select 1 from mails")).toEqual([]);
    },
  );

  it("opens what its plan opens, until it ends", spec("beyond plan may tried so"), async () => {
    await pressTry();
    const user = async () => {
      const answer = await app.request("/api/user/profile", { cookies: await app.cookiesOf("basic") });
      return ((await answer.json()) as { user: unknown }).user;
    };
    expect(await user()).toMatchObject({ subscription: "Premium", onTrial: true });
    await ageTrial(15);
    expect(await user()).toMatchObject({ subscription: "Basic", onTrial: false });
    expect(await words("/dashboard/subscription")).toContain("Your free trial of Premium ended on ");
    expect(await words("/subscription")).not.toContain(OFFER);
    expect(await refusal()).toMatchObject({ status: 409 });
  });

  it(
    "begins once from twenty concurrent clicks, and a later click changes nothing",
    spec("beyond plan may tried so"),
    async () => {
      const cookies = await app.cookiesOf("basic");
      const answers = await Promise.all(Array.from({ length: 20 }, () => pressTry({}, { cookies })));
      expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
      expect(await trials()).toHaveLength(1);
      await app.sql("delete from rate_limits");
      await ageTrial(3);
      expect((await pressTry()).status).toBe(303);
      expect(await trials()).toMatchObject([{ left: 11 }]);
      expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 11 });
    },
  );

  it("is available once per member across all plans", spec("beyond plan may tried so"), async () => {
    await app.sql(`update packages set trial_days = 7 where id = '${PRIVATE_ID}'`);
    await pressTry();
    const other = await refusal({ packageId: PRIVATE_ID, trialDays: "7" });
    expect(other).toMatchObject({ status: 409 });
    expect(other.said).toContain("You have already had your free trial. Each member gets one.");
    await ageTrial(30);
    expect((await refusal({ packageId: PRIVATE_ID, trialDays: "7" })).said).toContain(
      "You have already had your free trial",
    );
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: -16 });
  });

  it.each([
    ["premium", "You already have access, so you do not need a trial."],
    ["private", "You already have access, so you do not need a trial."],
    ["lapsed", "Free trials are for members who have never had access."],
  ] as const)("is refused to %s: %s", async (person, reason) => {
    const before = await billingState(app, person);
    const refused = await refusal({}, person);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.said).toContain(reason);
    expect(await trials()).toEqual([]);
    expect(await billingState(app, person)).toEqual(before);
  });

  it("is refused to a member who paid before, even after a refund and a change to Basic", async () => {
    const id = await memberId(app, "basic");
    await app.sql(`insert into payments (member_id, plan, tier, amount, currency, status, payment_method, access_from, expires_at, refunded_at)
      values ('${id}', 'Premium', 'Premium', 29, 'USD', 'COMPLETED', 'PayPal', now() - interval '40 days', now() - interval '10 days', now() - interval '39 days')`);
    expect((await refusal()).said).toContain("Free trials are for members who have never had access.");
    expect(await words("/subscription")).not.toContain(OFFER);
    await app.sql("delete from payments");
    expect((await pressTry()).status).toBe(303);
  });

  it(
    "does not begin if its plan lost it, left the site or changed its days, and the page shows why",
    spec("beyond plan may tried so"),
    async () => {
      const gone = "This plan no longer has a free trial. No trial was started.";
      await app.sql("update packages set trial_days = 7 where trial_days is not null");
      const changed = await refusal();
      expect(changed).toMatchObject({ status: 409 });
      expect(changed.said).toContain("The free trial for this plan has just changed.");
      expect(changed.said).toContain("Try it free for 7 days");
      await app.sql("update packages set trial_days = null");
      expect(await refusal()).toMatchObject({ status: 404, said: expect.stringContaining(gone) });
      await app.sql(`update packages set trial_days = 14, archived_at = now() where id = '${PREMIUM_ID}'`);
      expect(await refusal()).toMatchObject({ status: 404, said: expect.stringContaining(gone) });
      for (const packageId of ["", "nonsense", "00000000-0000-4000-8000-000000000000"])
        expect([packageId, (await refusal({ packageId })).status]).toEqual([packageId, 404]);
      expect(await trials()).toEqual([]);
    },
  );

  it.each([
    "",
    "0",
    "91",
    "14.0",
    "a",
  ])("does not begin with the days %j, which no page offered", async (days) => {
    expect(await refusal({ trialDays: days })).toMatchObject({ status: 409 });
    expect(await trials()).toEqual([]);
  });
});
