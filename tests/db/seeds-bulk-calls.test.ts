import { seedBulk } from "db/seeds/bulk.server";
import { database, setUpOrm } from "tests/support/own-database";
import { expect, test } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpOrm();

const make = (calls: number) => seedBulk({ calls, now: new Date(), report: () => {} });

test("bulk calls match their events, in one chain with the calls before and after", async () => {
  await make(40);
  await database.rows(
    "insert into trade_alerts (ticker, name, tag, target_price, analysis) values ('OWN', 'Own', 'buy', 1, 'Why.')",
  );
  expect(await openOlderCalls()).toBe(1);
  await make(8);
  expect(await verifyLedger()).toMatchObject({ calls: 49, events: 40 + 30 + 1 + 8 + 6, problems: [] });
});
