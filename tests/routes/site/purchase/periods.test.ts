import { randomUUID } from "node:crypto";
import { type EntityManager, em } from "db/orm.server";
import { offerPackages } from "tests/support/purchases";
import { app, database, setUpApp } from "tests/support/running-app";
import { randomFor, SEED_NOTE } from "tests/support/sample";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givePeriod, restorePeriods, saveSetAccess, takeBackPeriods } from "~/access/periods.server";
import { setEntitlement } from "~/access/stored-entitlement.server";

setUpApp();
beforeAll(() => offerPackages(app));
beforeEach(() => database.rows("delete from access_periods"));

const HOUR_MS = 3_600_000;

/** An access that a member gets, an hour after the previous one. */
type Deed =
  | { what: "buys" | "claims a gift" | "tries"; tier: "Premium" | "Private"; days: number }
  | { what: "is rewarded"; days: number }
  | { what: "is set by staff"; tier: "Basic" | "Premium" | "Private"; days: number | null };

const CAUSES = { buys: "purchase", "claims a gift": "gift", tries: "trial" } as const;

async function newMember(): Promise<string> {
  const id = randomUUID();
  await database.rows(
    `insert into members (id, firstname, lastname, email, status, referral_code) values (?, 'Ada', 'Test', ?, 'active', ?)`,
    [id, `${id}@demo.test`, id.slice(0, 30)],
  );
  return id;
}

/** @returns the cause id for a refund, if it can be refunded */
async function applyDeed(memberId: string, deed: Deed): Promise<string | undefined> {
  const causeId = randomUUID();
  const within = <Result>(work: (manager: EntityManager) => Promise<Result>) => em().transactional(work);
  if (deed.what === "is set by staff") {
    // What the staff actions do after their checks.
    await within(async (manager) => {
      const until = deed.days === null ? null : new Date(Date.now() + deed.days * 24 * HOUR_MS);
      await setEntitlement(manager, memberId, { tier: deed.tier, until });
      await saveSetAccess(manager, [memberId]);
    });
    return undefined;
  }
  const { days } = deed;
  const period =
    deed.what === "is rewarded"
      ? ({ cause: "reward", causeId, tier: null, days } as const)
      : { cause: CAUSES[deed.what], causeId, tier: deed.tier, days };
  await within((manager) => givePeriod(manager, memberId, period));
  return causeId;
}

const accessNow = async (memberId: string) => {
  const [row] = await database.rows<{ tier: string; until: Date | null }>(
    "select subscription as tier, subscription_expires_at as until from members where id = ?",
    [memberId],
  );
  const isOver = row?.until && row.until < new Date();
  return {
    tier: isOver ? "Basic" : row?.tier,
    until: isOver || row?.tier === "Basic" ? null : (row?.until?.getTime() ?? null),
  };
};

/** Moves everything an hour into the past. */
async function anHourPasses(memberId: string): Promise<void> {
  await database.rows(
    `update access_periods set since = since - interval '1 hour', until = until - interval '1 hour',
            access_from = access_from - interval '1 hour', access_until = access_until - interval '1 hour' where member_id = ?`,
    [memberId],
  );
  await database.rows(
    "update members set subscription_expires_at = subscription_expires_at - interval '1 hour' where id = ?",
    [memberId],
  );
}

async function playDeeds(
  deeds: readonly { deed: Deed; isRefunded: boolean }[],
  random: { whole(from: number, to: number): number },
) {
  const [all, without] = [await newMember(), await newMember()];
  const refunds: { causeId: string; after: number }[] = [];
  for (const [nth, { deed, isRefunded }] of deeds.entries()) {
    for (const memberId of [all, without]) await anHourPasses(memberId);
    const causeId = await applyDeed(all, deed);
    if (!(isRefunded && causeId)) await applyDeed(without, deed);
    else refunds.push({ causeId, after: random.whole(nth, deeds.length - 1) });
    for (const { causeId: due } of refunds.filter(({ after }) => after === nth))
      await em().transactional((manager) => takeBackPeriods(manager, due));
  }
  return { all: await accessNow(all), without: await accessNow(without) };
}

function randomDeed(random: ReturnType<typeof randomFor>): { deed: Deed; isRefunded: boolean } {
  const tier = random.one(["Premium", "Private"] as const);
  const days = random.whole(1, 60);
  const deed = random.one<Deed>([
    { what: "buys", tier, days },
    { what: "buys", tier, days },
    { what: "claims a gift", tier, days },
    { what: "tries", tier, days },
    { what: "is rewarded", days },
    {
      what: "is set by staff",
      tier: random.one(["Basic", "Premium", "Private"] as const),
      days: random.one([days, null]),
    },
  ]);
  return { deed, isRefunded: random.whole(0, 1) === 1 };
}

describe("a member's access", () => {
  it("is the same as without the refunded periods, in any order", async () => {
    const random = randomFor("stories of access");
    for (let nth = 0; nth < 60; nth += 1) {
      const deeds = Array.from({ length: random.whole(1, 7) }, () => randomDeed(random));
      const { all, without } = await playDeeds(deeds, random);
      // Two transactions have slightly different times.
      const differs = Math.abs((all.until ?? 0) - (without.until ?? 0));
      expect([all.tier, differs < 60_000], `${SEED_NOTE}, ${JSON.stringify(deeds)}`).toEqual([
        without.tier,
        true,
      ]);
    }
  });

  it("continues from an access of unknown origin", async () => {
    const memberId = await newMember();
    await database.rows(
      "update members set subscription = 'Premium', subscription_expires_at = now() + interval '10 days' where id = ?",
      [memberId],
    );
    const causeId = await applyDeed(memberId, { what: "buys", tier: "Premium", days: 30 });
    const days = async () =>
      Math.round((((await accessNow(memberId)).until ?? 0) - Date.now()) / (24 * HOUR_MS));
    expect(await days()).toBe(40);
    await em().transactional((manager) => takeBackPeriods(manager, causeId ?? ""));
    expect(await days()).toBe(10);
  });

  it("loses the rest of each refunded period if the end was moved afterwards", async () => {
    const memberId = await newMember();
    const deed = { what: "buys", tier: "Premium", days: 30 } as const;
    const causes = [await applyDeed(memberId, deed), await applyDeed(memberId, deed)];
    await database.rows(
      "update members set subscription_expires_at = subscription_expires_at + interval '10 days' where id = ?",
      [memberId],
    );
    for (const left of [40, 10]) {
      const causeId = causes.shift() ?? "";
      await em().transactional((manager) => takeBackPeriods(manager, causeId));
      const { until } = await accessNow(memberId);
      expect(Math.round(((until ?? 0) - Date.now()) / (24 * HOUR_MS))).toBe(left);
    }
  });

  it("returns after a won dispute, whatever staff set in the meantime", async () => {
    const memberId = await newMember();
    const causeId = (await applyDeed(memberId, { what: "buys", tier: "Premium", days: 30 })) ?? "";
    await em().transactional((manager) => takeBackPeriods(manager, causeId));
    await database.rows(
      "update members set subscription = 'Private', subscription_expires_at = now() + interval '5 days' where id = ?",
      [memberId],
    );
    await em().transactional((manager) => restorePeriods(manager, causeId));
    const { tier, until } = await accessNow(memberId);
    expect([tier, Math.round(((until ?? 0) - Date.now()) / (24 * HOUR_MS))]).toEqual(["Private", 35]);
  });

  it("loses the rest of a refunded period if the end was moved since", async () => {
    const memberId = await newMember();
    const causeId = await applyDeed(memberId, { what: "buys", tier: "Premium", days: 30 });
    await database.rows(
      "update members set subscription_expires_at = subscription_expires_at + interval '5 days' where id = ?",
      [memberId],
    );
    await em().transactional((manager) => takeBackPeriods(manager, causeId ?? ""));
    const { tier, until } = await accessNow(memberId);
    expect([tier, Math.round(((until ?? 0) - Date.now()) / (24 * HOUR_MS))]).toEqual(["Premium", 5]);
  });
});
