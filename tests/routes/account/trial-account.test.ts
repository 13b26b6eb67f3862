import { memberId, PREMIUM_ID, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { PASSWORD, type Person } from "tests/support/test-app";
import { describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";
import { app } from "../site/purchase/shop";
import { ageTrial, openTrialShop, pressTry, refusal, trials, words } from "../site/purchase/trial-shop";

openTrialShop();

const pageOf = async (path: string) => words(`/admin/manage-users${path}`, "superadmin");

const staffPost = async (path: string, body: Record<string, string>, person: Person = "superadmin") =>
  app.request(path, { method: "POST", cookies: await app.cookiesOf(person), body });

const bearer = async (person: Person) => ({
  headers: { Authorization: `Bearer ${await app.tokenOf(person)}` },
});

describe("staff", () => {
  it(
    "see the trial on the member's page, in the list and in the JSON, during and after it",
    spec("beyond trial called one member"),
    async () => {
      await pressTry();
      const id = await memberId(app, "basic");
      expect(await pageOf(`/${id}`)).toMatch(
        /Access\|Free trial until \|[^|]*\|, 14 days left\|Free trial\|Premium, 14 days: \|[^|]*\|to \|[^|]*\|/,
      );
      expect(await pageOf("?q=basic")).toMatch(/\|trial until [^|]*\|/);
      const read = async () => {
        const answer = await app.request("/api/admin/get-users", await bearer("superadmin"));
        return JSON.stringify(await answer.json());
      };
      expect(await read()).toContain('"subscription":"Premium","onTrial":true');
      await ageTrial(20);
      expect(await pageOf(`/${id}`)).toMatch(/Access\|Free trial of Premium ended \|/);
      expect(await pageOf("?q=basic")).not.toContain("trial until");
      expect(await read()).toContain('"subscription":"Basic","onTrial":false');
    },
  );

  it(
    "find no mismatch in money and access, with or without referral days after it",
    spec("beyond trial called one member"),
    async () => {
      await app.sql("update members set registered_by_admin = false");
      await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
      await pressTry();
      const well = async () => words("/admin/payments/access", "superadmin");
      expect(await well()).toContain("No problems found.");
      await app.sql(
        "update members set subscription_expires_at = subscription_expires_at + interval '30 days' where subscription = 'Premium'",
      );
      await app.sql(
        "update trials set access_from = access_from - interval '15 days', access_until = access_until - interval '15 days'",
      );
      expect(await well()).not.toContain("No problems found.");
      await app.sql(
        "insert into referrals (referrer_id, friend_id, days, state, rewarded_at) values (?, ?, 30, 'rewarded', now() - interval '10 days')",
        [await memberId(app, "basic"), await memberId(app, "lapsed")],
      );
      await app.sql(
        "update members set subscription_expires_at = (select access_until + interval '30 days' from trials) where subscription = 'Premium'",
      );
      expect(await well()).toContain("No problems found.");
    },
  );

  it(
    "see it counted among free members, not among paying ones",
    spec("beyond trial called one member"),
    async () => {
      const counted = async () => {
        await app.sql("delete from payer_days");
        await aggregateDays()();
        const [day] = await app.sql<{ free: number; entered: number }>(
          "select free_readers as free, entered from payer_days order by day desc limit 1",
        );
        return day ?? { free: Number.NaN, entered: 0 };
      };
      const before = await counted();
      await pressTry();
      expect(await counted()).toEqual({ free: before.free + 1, entered: 0 });
      expect(await app.sql("select 1 from payments")).toEqual([]);
      expect(await app.sql("select 1 from revenue_days")).toEqual([]);
    },
  );

  it(
    "turn a trial into complimentary access by extending it; ending that allows no second trial",
    spec("beyond trial called one member"),
    async () => {
      await pressTry();
      const id = await memberId(app, "basic");
      const give = (lastDay: string) =>
        staffPost(`/admin/manage-users/${id}/complimentary`, {
          tier: "Premium",
          lastDay,
          reason: "Asked",
          tell: "",
        });
      const today = new Date().toISOString().slice(0, 10);
      const short = await give(today);
      expect(short.status).toBe(422);
      expect(await short.text()).toContain("has Premium until");
      expect((await give("2126-08-14")).status).toBe(303);
      expect(await pageOf(`/${id}`)).toMatch(/Access\|Until \|14 Aug 2126\|/);
      expect(await words("/dashboard/subscription")).not.toContain("Free trial");
      await app.sql(
        "update members set subscription = 'Basic', subscription_expires_at = null, version = version + 1 where id = ?",
        [id],
      );
      expect((await refusal()).said).toContain("You have already had your free trial");
    },
  );

  it("can end a trial early: it stays a trial, and purchases begin after its end", async () => {
    await pressTry();
    await app.sql("update members set subscription_expires_at = now() + interval '3 days' where id = ?", [
      await memberId(app, "basic"),
    ]);
    expect(await words("/dashboard/subscription")).toContain("Free trial. Access until");
    expect(await words("/subscription")).toContain("Your free trial runs until");
  });
});

describe("a package's trial days", () => {
  const edit = (trialDays: string, more: Record<string, string> = {}) =>
    staffPost(`/admin/packages/${PREMIUM_ID}/edit`, {
      ...{ name: "Premium", tagline: "", price: "29", expiresIn: "30", tier: "Premium", trialDays },
      ...more,
    });
  const kept = async () =>
    (
      await app.sql<{ days: number | null }>("select trial_days as days from packages where id = ?", [
        PREMIUM_ID,
      ])
    )[0]?.days;

  it(
    "are set by its form, shown in the list and the public JSON, and cleared by an empty field",
    spec("beyond trial called one member"),
    async () => {
      expect((await edit("21")).status).toBe(303);
      expect(await kept()).toBe(21);
      expect(await words("/admin/packages", "superadmin")).toMatch(/\|30\|21\|/);
      const answer = await app.request("/api/packages");
      expect(JSON.stringify(await answer.json())).toContain('"expiresIn":30,"trialDays":21');
      expect((await edit("")).status).toBe(303);
      expect(await kept()).toBeNull();
    },
  );

  it.each([
    ["0", "Free trial must be a whole number from 1 to 90"],
    ["91", "Free trial must be a whole number from 1 to 90"],
    ["1.5", "Free trial must be a whole number from 1 to 90"],
    ["a week", "Free trial must be a whole number from 1 to 90"],
  ])("cannot be %j: the form shows the error and keeps the value", async (typed, message) => {
    const answer = await edit(typed);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(message);
    expect(html).toContain(`value="${typed}"`);
    expect(await kept()).toBe(14);
  });

  it("cannot be set for a free plan", async () => {
    const answer = await edit("14", { price: "0", tier: "Basic" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("A free plan needs no trial: leave the trial days empty");
  });
});

describe("the reminder before a trial ends", () => {
  const mails = () =>
    app.sql<{ subject: string; text: string }>("select subject, text from mails where template = 'expiry'");

  it(
    "says that it is a trial without a charge, and comes before each end as usual",
    spec("beyond trial called one member"),
    async () => {
      await pressTry();
      await remindOfExpiry();
      expect(await mails()).toEqual([]);
      await ageTrial(8);
      await remindOfExpiry();
      const [week] = await mails();
      expect(week?.subject).toBe("Your free trial of Premium ends in 6 days");
      expect(week?.text).toContain(
        "You have paid nothing and will not be charged: the trial ends automatically.",
      );
      expect(week?.text).not.toContain("membership at");
      await ageTrial(5);
      await remindOfExpiry();
      expect((await mails()).map(({ subject }) => subject)).toContain(
        "Your free trial of Premium ends in 1 day",
      );
    },
  );

  it("skips members who opted out, and trials shorter than the reminder's lead time", async () => {
    await app.sql("update packages set trial_days = 5 where trial_days is not null");
    await pressTry({ trialDays: "5" });
    await remindOfExpiry();
    expect(await mails()).toEqual([]);
    await app.sql("update members set remind_by_mail = false where email = 'basic@demo.test'");
    await ageTrial(4);
    await remindOfExpiry();
    expect(await mails()).toEqual([]);
    await app.sql("update members set remind_by_mail = true where email = 'basic@demo.test'");
    await remindOfExpiry();
    expect(await mails()).toHaveLength(1);
  });
});

describe("an account's trial", () => {
  const ADDRESS = "leaving@demo.test";
  let made = 0;

  /** A member with a new address. @returns the cookies of their session */
  async function arrive(email: string): Promise<string> {
    made += 1;
    await app.sql(
      `insert into members (firstname, lastname, email, status, referral_code, password_hash)
       select 'Ada', 'Leaving', ?, 'active', ?, password_hash from members where email = 'basic@demo.test'`,
      [email, `LEAVE${made}`],
    );
    const answer = await app.request("/login", { method: "POST", body: { email, password: PASSWORD } });
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }

  async function leave(email: string): Promise<void> {
    await app.sql("update members set deletion_requested_at = now() - interval '31 days' where email = ?", [
      email,
    ]);
    expect(await deleteDueMembers()).toBe(1);
  }

  it("is in the data export", async () => {
    await pressTry();
    const answer = await app.request("/dashboard/export.json", { cookies: await app.cookiesOf("basic") });
    const body = await answer.text();
    expect(JSON.parse(body)).toMatchObject({ trial: { plan: "Premium", tier: "Premium", days: 14 } });
    expect(body).not.toContain("hash");
  });

  it(
    "leaves only hashes of the addresses after deletion, which prevent a second trial",
    spec("beyond trial called one member"),
    async () => {
      const cookies = await arrive(ADDRESS);
      expect((await pressTry({}, { cookies })).status).toBe(303);
      const id =
        (await app.sql<{ id: string }>("select id from members where email = ?", [ADDRESS]))[0]?.id ?? "";
      await app.sql("insert into former_addresses (member_id, email) values (?, ?)", [id, ADDRESS]);
      await app.sql("update members set email = 'moved@demo.test' where id = ?", [id]);
      await leave("moved@demo.test");
      expect(await trials()).toEqual([]);
      const left = await app.sql<{ address_hash: string }>("select * from trial_addresses");
      expect(left).toHaveLength(2);
      for (const row of left) expect(Object.values(row).join()).toMatch(/^[0-9a-f]{64}$/);
      for (const address of ["Leaving@demo.test", "moved@demo.test"]) {
        const again = await arrive(address);
        const refused = await pressTry({}, { cookies: again });
        expect([address, refused.status]).toEqual([address, 409]);
        expect(await refused.text()).toContain("You have already had your free trial");
        const page = await (await app.request("/subscription", { cookies: again })).text();
        expect(page).not.toContain("Try it free");
        await leave(address);
      }
      const stranger = await arrive("stranger@demo.test");
      expect((await pressTry({}, { cookies: stranger })).status).toBe(303);
      await leave("stranger@demo.test");
    },
  );

  it("is deleted in the same way if the member also paid, and the payment stays", async () => {
    const cookies = await arrive(ADDRESS);
    await pressTry({}, { cookies });
    await app.sql(
      `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, access_from, expires_at)
       select id, 'Premium', 'Premium', 29, 'USD', 'COMPLETED', 'PayPal', now(), now() + interval '30 days' from members where email = ?`,
      [ADDRESS],
    );
    await leave(ADDRESS);
    expect(await trials()).toEqual([]);
    expect(await app.sql("select 1 from trial_addresses")).toHaveLength(1);
    expect(
      await app.sql(
        "select 1 from payments where member_id not in (select id from members where email like '%demo.test')",
      ),
    ).toHaveLength(1);
  });

  it("cannot begin if deletion is pending or the account is inactive", async () => {
    const cookies = await arrive(ADDRESS);
    await app.sql("update members set deletion_requested_at = now() where email = ?", [ADDRESS]);
    const refused = await pressTry({}, { cookies });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(
      "Your account is scheduled for deletion. Keep it to start a trial.",
    );
    await app.sql("update members set deletion_requested_at = null, status = 'inactive' where email = ?", [
      ADDRESS,
    ]);
    await pressTry({}, { cookies });
    expect(await trials()).toEqual([]);
    await resetPurchases(app, "basic");
    await leave(ADDRESS);
  });
});
