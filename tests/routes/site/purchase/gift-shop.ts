import { tokenIn, waitForMail } from "tests/support/mails";
import { billingState, memberId, PREMIUM_ID, resetPurchases } from "tests/support/purchases";
import type { Person } from "tests/support/test-app";
import { beforeEach, expect } from "vitest";
import { app, openShop, paypal } from "./shop";

/**
 * Opens the shop. Before each test it has no gifts and no emails, and members with Premium, with Private and
 * with an expired term.
 */
export function openGiftShop(): void {
  openShop();
  beforeEach(async () => {
    await app.sql("delete from gifts");
    await app.sql("delete from mails");
    await resetPurchases(app, "premium", "Premium", 20);
    await resetPurchases(app, "private", "Private", 20);
    await resetPurchases(app, "lapsed", "Premium", -1);
  });
}

export async function held(person: Person) {
  const { subscription, days } = await billingState(app, person);
  return { subscription, days };
}

export type GiftWords = {
  packageId?: string;
  recipientEmail?: string;
  senderName?: string;
  message?: string;
};

/** The values of a gift form. */
export const filledIn = (words: GiftWords = {}) => ({
  packageId: PREMIUM_ID,
  recipientEmail: "aunt@demo.test",
  senderName: "Basic Tester",
  message: "Happy birthday!\nRead it slowly.",
  ...words,
});

export const sendGift = async (words: GiftWords = {}, person: Person = "basic") =>
  app.request("/subscription/gift", {
    method: "POST",
    cookies: await app.cookiesOf(person),
    body: filledIn(words),
  });

/** Submits the gift form. @returns the provider's order id */
export async function chooseGift(words: GiftWords = {}, person: Person = "basic"): Promise<string> {
  const answer = await sendGift(words, person);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
}

export type StoredGift = {
  id: string;
  paid: boolean;
  claimed: string | null;
  taken_back: boolean;
  days: number | null;
};

/** The stored gifts, oldest first. */
export const gifts = () =>
  app.sql<StoredGift>(`
    select g.id, paid_at is not null as paid, m.email as claimed, taken_back_at is not null as taken_back,
           round(extract(epoch from access_until - access_from) / 86400)::int as days
      from gifts g left join members m on m.id = g.claimed_by_id order by g.created_at, g.id`);

/** The token in the newest gift email to an address. */
export const linkTo = async (address: string, count = 1) =>
  tokenIn(await waitForMail(address, /has given you/, count));

/** Buys and pays a gift. @returns the provider's order id and the link's token */
export async function buyGift(
  words: GiftWords = {},
  person: Person = "basic",
): Promise<{ order: string; token: string }> {
  const address = `${crypto.randomUUID()}@demo.test`;
  const order = await chooseGift({ recipientEmail: address, ...words }, person);
  paypal.approve(order);
  const cookies = await app.cookiesOf(person);
  await app.request(
    `/subscription?userId=${await memberId(app, person)}&packageId=${PREMIUM_ID}&token=${order}`,
    {
      cookies,
    },
  );
  return { order, token: await linkTo(words.recipientEmail ?? address) };
}

export const openGift = async (token: string, person: Person = "visitor") =>
  app.request(`/gift/${token}`, { cookies: await app.cookiesOf(person) });

export const claim = async (token: string, person: Person, body: Record<string, string> = {}) =>
  app.request(`/gift/${token}`, { method: "POST", cookies: await app.cookiesOf(person), body });

/** Claims a gift and expects a refusal, which is a page with the reason. */
export async function refusal(token: string, person: Person, body: Record<string, string> = {}) {
  const answer = await claim(token, person, body);
  return { status: answer.status, html: (await answer.text()).replaceAll("&#x27;", "'") };
}
