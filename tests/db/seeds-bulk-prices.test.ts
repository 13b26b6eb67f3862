import { seedBulk } from "db/seeds/bulk.server";
import { database, setUpOrm } from "tests/support/own-database";
import { expect, test } from "vitest";

setUpOrm();

const make = (counts: { instruments?: number; prices?: number }) =>
  seedBulk({ ...counts, now: new Date(), report: () => {} });
const count = async (table: string) =>
  (await database.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

test("bulk prices have their own instruments, one price per day, and continue an earlier run", async () => {
  const before = (await count("instruments")) ?? 0;
  await make({ instruments: 3, prices: 2000 });
  expect([await count("instruments"), await count("daily_prices")]).toEqual([before + 3 + 3, 2000]);
  await make({ instruments: 2, prices: 9000 });
  expect([await count("instruments"), await count("daily_prices")]).toEqual([before + 5 + 16, 11_000]);
  expect(
    await count("daily_prices where day >= current_date or close <= 0 or not close between low and high"),
  ).toBe(0);
});
