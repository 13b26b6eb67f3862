// alone: modules

import fc from "fast-check";
import { SHOP_DEEDS, type ShopDeed } from "tests/support/histories/numbered-shop";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { casesOf, SEED } from "tests/support/sample";
import { spec } from "tests/support/spec";
import { beforeEach, expect, it, vi } from "vitest";
import {
  recordCapture,
  recordFailure,
  recordPendingCapture,
} from "~/features/billing/orders/record-capture.server";
import { applyProviderRefunds } from "~/features/billing/payments/apply-refunds.server";
import type * as PayPal from "~/features/billing/paypal/paypal.server";
import type * as Jobs from "~/platform/jobs/queue.server";

// The provider reports every capture as refunded. Emails are stored, but not sent.
vi.mock("~/features/billing/paypal/paypal.server", async (load) => ({
  ...(await load<typeof PayPal>()),
  getProviderCapture: async (id: string) => ({ id, status: "REFUNDED", amount: "29.00", currency: "USD" }),
}));
vi.mock("~/platform/jobs/queue.server", async (load) => ({
  ...(await load<typeof Jobs>()),
  enqueue: async () => {},
}));

setUpOrm();
beforeEach(async () => {
  for (const table of ["referrals", "payments", "orders", "members", "mails", "receipt_counters"])
    await database.rows(`delete from ${table}`);
});

type Numbers = { status: string; receipt: number | null; creditNote: number | null };

const numbers = () =>
  database.rows<Numbers>(
    `select status, receipt_number as receipt, credit_note_number as "creditNote" from payments
      order by receipt_number nulls last`,
  );

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function order(memberId?: string): Promise<string> {
  const member = memberId ?? (await insertRecord(database, "members"));
  return database.insert("orders", {
    member_id: member,
    ...{ plan_name: "Premium", tier: "Premium", amount: "29.00", currency: "USD", days: 30 },
  });
}

const captured = (orderId: string) => ({
  id: `CAP-${orderId}`,
  status: "COMPLETED",
  amount: "29.00",
  currency: "USD",
});

const capture = (orderId: string) => recordCapture(orderId, captured(orderId));
const refund = (orderId: string) => applyProviderRefunds(`CAP-${orderId}`);

/** Rejects emails that match the condition. They are written last, when the number has been drawn. */
async function failingMails<Result>(where: string, run: () => Promise<Result>): Promise<Result> {
  await database.rows(`create function fail_mail() returns trigger language plpgsql as
    $$ begin if ${where} then raise exception 'no mail today'; end if; return new; end $$`);
  await database.rows(
    "create trigger fail_mails before insert on mails for each row execute function fail_mail()",
  );
  try {
    return await run();
  } finally {
    await database.rows("drop trigger fail_mails on mails");
    await database.rows("drop function fail_mail()");
  }
}

it(
  "100 concurrent captures with rollbacks leave no gap and no duplicate number",
  spec("beyond receipts credit notes numbered"),
  async () => {
    const orders = await Promise.all(oneTo(100).map(() => order()));
    const outcomes = await failingMails("right(new.cause, 1) in ('0', '1', '2', '3', '4')", () =>
      Promise.allSettled(orders.map(capture)),
    );
    const failed = orders.filter((_, index) => outcomes[index]?.status === "rejected");
    expect(failed.length).toBeGreaterThan(0);
    expect((await numbers()).map(({ receipt }) => receipt)).toEqual(oneTo(100 - failed.length));
    for (const each of [...failed, ...orders]) await capture(each);
    expect((await numbers()).map(({ receipt }) => receipt)).toEqual(oneTo(100));
  },
);

it(
  "concurrent captures and refunds of a member and their referrer do not deadlock",
  spec("beyond receipts credit notes numbered"),
  async () => {
    const [ann, bob] = [await insertRecord(database, "members"), await insertRecord(database, "members")];
    await database.insert("referrals", { referrer_id: ann, friend_id: bob });
    // At most as many as there are connections: waiting for a connection would end by timeout.
    const orders = await Promise.all(oneTo(8).map((index) => order(index % 2 ? ann : bob)));
    await Promise.all(orders.slice(0, 4).map(capture));
    await Promise.all([...orders.slice(4).map(capture), ...orders.slice(0, 4).map(refund)]);
    const stored = await numbers();
    expect(stored.map(({ receipt }) => receipt)).toEqual(oneTo(8));
    const creditNotes = stored.flatMap(({ creditNote }) => creditNote ?? []);
    expect(creditNotes.sort((one, other) => one - other)).toEqual(oneTo(4));
  },
);

it(
  "an unnumbered payment has its numbers on commit",
  spec("beyond receipts credit notes numbered"),
  async () => {
    await insertRecord(database, "payments");
    await insertRecord(database, "payments", { status: "PENDING" });
    await insertRecord(database, "payments", { refunded_at: "2026-11-26T10:00:00Z" });
    await database.rows("update payments set status = 'COMPLETED' where status = 'PENDING'");
    const stored = await numbers();
    expect(stored.map(({ receipt, creditNote }) => [receipt, creditNote])).toEqual([
      [1, null],
      [2, 1],
      [3, null],
    ]);
  },
);

it("a refund emails the credit note once, in its own transaction", async () => {
  const bought = await order();
  await capture(bought);
  await failingMails("new.template = 'credit-note'", () => expect(refund(bought)).rejects.toThrow());
  expect(await numbers()).toEqual([{ status: "COMPLETED", receipt: 1, creditNote: null }]);
  expect([await refund(bought), await refund(bought)]).toEqual([true, false]);
  const mails = await database.rows<{ text: string }>(
    "select text from mails where template = 'credit-note'",
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/Credit note number: C-000001[\s\S]*Corrects receipt: R-000001/);
});

/** Applies a shop event to the order. */
async function applyDeed(orderId: string, { what }: ShopDeed): Promise<void> {
  if (what === "pays") await capture(orderId);
  if (what === "waits") await recordPendingCapture(orderId, { ...captured(orderId), status: "PENDING" });
  if (what === "is declined" || what === "is refunded unseen")
    await recordFailure(orderId, { reason: "declined", detail: what, declined: true });
  if (what === "is refunded") await refund(orderId);
  if (what === "breaks")
    await failingMails("true", () => capture(orderId)).catch((error: unknown) => {
      if (!String(error).includes("no mail today")) throw error;
    });
}

it(
  "random histories number captures and refunds in their order",
  spec("beyond receipts credit notes numbered"),
  async () => {
    await fc.assert(
      fc.asyncProperty(SHOP_DEEDS, async (deeds) => {
        await database.rows(
          "delete from payments; delete from orders; delete from mails; delete from receipt_counters",
        );
        const orders = new Map<number, string>();
        const paid: string[] = [];
        const refunded: string[] = [];
        for (const deed of deeds) {
          const orderId = orders.get(deed.order) ?? (await order());
          orders.set(deed.order, orderId);
          await applyDeed(orderId, deed);
          if (deed.what === "pays" && !paid.includes(orderId)) paid.push(orderId);
          if (deed.what === "is refunded" && paid.includes(orderId) && !refunded.includes(orderId))
            refunded.push(orderId);
        }
        const found = await database.rows<{ id: string; receipt: number; creditNote: number | null }>(
          `select order_id as id, receipt_number as receipt, credit_note_number as "creditNote" from payments
          where receipt_number is not null order by receipt_number`,
        );
        expect(found.map(({ id }) => id)).toEqual(paid);
        expect(found.map(({ receipt }) => receipt)).toEqual(oneTo(paid.length));
        const noted = found.filter(({ creditNote }) => creditNote !== null);
        noted.sort((one, other) => Number(one.creditNote) - Number(other.creditNote));
        expect(noted.map(({ id }) => id)).toEqual(refunded);
        expect(noted.map(({ creditNote }) => creditNote)).toEqual(oneTo(refunded.length));
      }),
      { numRuns: casesOf(150), seed: SEED },
    );
  },
);
