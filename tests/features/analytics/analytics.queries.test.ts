// alone: modules
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { beforeEach, expect, it, vi } from "vitest";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";
import { loadAnalytics } from "~/features/analytics/analytics.queries.server";
import { analyticsView } from "~/features/analytics/analytics.rules";
import type * as Slices from "~/features/analytics/slice-figures.queries.server";

/** What happens while the payments since the last hour are read. */
const meanwhile = vi.hoisted(() => ({ happens: async () => {} }));

vi.mock("~/features/analytics/slice-figures.queries.server", async (load) => {
  const slices = await load<typeof Slices>();
  return {
    ...slices,
    async sliceFigures(...args: Parameters<typeof slices.sliceFigures>) {
      const { happens } = meanwhile;
      meanwhile.happens = async () => {};
      await happens();
      return slices.sliceFigures(...args);
    },
  };
});

setUpOrm();
beforeEach(async () => {
  for (const table of ["payer_days", "revenue_days", "payments", "members", "payment_totals"])
    await database.rows(`delete from ${table}`);
});

async function addUp(): Promise<void> {
  const part = aggregateDays();
  while ((await part()) > 0);
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

it("a payment that is aggregated while figures are loaded counts once", async () => {
  await addUp();
  // After its day began: a day of which nothing is counted is not known.
  await database.rows(
    `update payer_days set counted_until = greatest(counted_until - interval '90 minutes',
       day::timestamp at time zone 'UTC' + interval '1 millisecond')`,
  );
  const member = await insertRecord(database, "members");
  await insertRecord(database, "payments", {
    ...{
      member_id: member,
      amount: "29.00",
      payment_date: ago(0),
      access_from: ago(0),
      expires_at: ago(-24),
    },
  });
  meanwhile.happens = addUp;
  const { payersNow, sums, currencies } = analyticsView(await loadAnalytics(30));
  expect([payersNow, sums.firstPayments, currencies.map(({ received }) => received)]).toEqual([
    1,
    1,
    ["29.00"],
  ]);
});
