import { randomUUID } from "node:crypto";
import { seedDemo } from "db/demo/seed.server";
import { Image } from "db/entities/image";
import { em } from "db/orm.server";
import { database, setUpApp } from "tests/support/running-app";
import { checkResults, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpApp();

const NOW = new Date();

beforeAll(async () => {
  // Delete the test's people: a demo fills only empty tables.
  await database.rows("delete from staff");
  await database.rows("delete from members");
  await seedDemo({
    now: NOW,
    report: () => {},
    hashPassword: async () => "$argon2id$stands-for-the-password-of-the-demo",
    recordCalls: recordPastCalls,
    storePicture: async () => {
      const id = randomUUID();
      await em().insert(Image, { id, width: 1, height: 1, byteSize: 1, widths: [1] });
      return { id };
    },
  });
});

const count = async (from: string) =>
  Number((await database.rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n);

describe("the ledger of a new demo", () => {
  it(
    "has the calls of two years, each at its alert's time, in order",
    spec("beyond demo s record"),
    async () => {
      expect(await count("calls")).toBe(51);
      expect(await count("calls where state = 'withdrawn' and not mistake")).toBe(2);
      expect(await count("call_events where kind = 'changed'")).toBe(1);
      expect(await count("call_events e join call_events f on f.seq = e.seq + 1 where f.at < e.at")).toBe(0);
      expect(await count("calls where entry_price is null or recorded_later")).toBe(0);
      expect((await verifyLedger()).problems).toEqual([]);
    },
  );

  it("has deleted alerts for withdrawn calls only, and the other alerts match their calls", async () => {
    const differing = await database.rows(
      `select c.symbol, c.state from calls c left join trade_alerts a on a.id = c.record_id
        where (a.id is null) <> (c.state = 'withdrawn') or a.target_price <> c.target or a.current_price <> c.entry_price
           or (a.ends_at at time zone 'UTC')::date <> c.last_day or a.stop_loss is distinct from c.stop and a.id is not null`,
    );
    expect(differing).toEqual([]);
  });

  it("gets calls for all other records, and prices settle those that are over", async () => {
    while ((await openOlderCalls()) > 0);
    await settleCalls(NOW);
    expect(
      await count("calls where kind <> 'brief' and state = 'open' and last_day < now() - interval '3 days'"),
    ).toBe(0);
    const ended = "calls where kind = 'alert' and state <> 'open' and ended_on <= current_date - 30";
    expect(await count(ended)).toBeGreaterThanOrEqual(51);
    expect((await verifyLedger()).problems).toEqual([]);
  });

  it("has no result that differs from its prices", async () => {
    await database.rows(
      "insert into price_revisions (instrument_id, day) select id, '-infinity' from instruments where merged_into is null",
    );
    await checkResults(NOW);
    expect(await count("price_revisions")).toBe(0);
    expect(await count("calls where state = 'closed'")).toBeGreaterThan(0);
    expect(await database.rows("select call_id, says from result_checks")).toEqual([]);
  });
});
