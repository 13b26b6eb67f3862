import { agePeriods, memberId, PREMIUM_ID, resetPurchases } from "tests/support/purchases";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach } from "vitest";
import { app, openShop } from "./shop";

/**
 * Opens the shop. Before each test it has a fourteen-day trial of Premium that nobody has used, and no
 * emails.
 */
export function openTrialShop(settings: Record<string, string> = {}): void {
  openShop(settings);
  // A referral references its payment, which the next test's setup deletes.
  afterEach(() => app.sql("delete from referrals"));
  beforeEach(async () => {
    for (const table of ["trials", "trial_addresses", "trial_devices", "known_devices", "gifts", "mails"])
      await app.sql(`delete from ${table}`);
    await app.sql("update packages set trial_days = null, archived_at = null");
    await app.sql(`update packages set trial_days = 14 where id = '${PREMIUM_ID}'`);
    await resetPurchases(app, "premium", "Premium", 20);
    await resetPurchases(app, "lapsed", "Premium", -1);
  });
}

/** The visible text of a page, without tags. */
export const wordsOf = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|[|\s]*/g, "|")
    .replaceAll("&#x27;", "'");

export const words = async (path: string, person: Person = "basic") =>
  wordsOf(await (await app.request(path, { cookies: await app.cookiesOf(person) })).text());

/** Presses "Try it free". */
export const pressTry = async (
  fields: Record<string, string> = {},
  { person = "basic" as Person, cookies = "" } = {},
) =>
  app.request("/subscription", {
    method: "POST",
    cookies: cookies || (await app.cookiesOf(person)),
    body: { packageId: PREMIUM_ID, trialDays: "14", ...fields },
  });

/** Presses "Try it free" and expects a refusal. */
export async function refusal(fields: Record<string, string> = {}, person: Person = "basic") {
  const answer = await pressTry(fields, { person });
  return { status: answer.status, said: wordsOf(await answer.text()) };
}

export const trials = () =>
  app.sql<{ email: string; plan_name: string; days: number; left: number }>(`
    select m.email::text as email, plan_name, days,
           round(extract(epoch from access_until - now()) / 86400)::int as left
      from trials t join members m on m.id = t.member_id order by t.created_at`);

/** Moves the start of a member's trial so many days into the past. */
export async function ageTrial(days: number, person: Person = "basic"): Promise<void> {
  const id = await memberId(app, person);
  await agePeriods(app, days);
  await app.sql(
    `update trials set access_from = access_from - interval '${days} days', access_until = access_until - interval '${days} days'
      where member_id = '${id}'`,
  );
  await app.sql(
    `update members set subscription_expires_at = subscription_expires_at - interval '${days} days' where id = '${id}'`,
  );
}
