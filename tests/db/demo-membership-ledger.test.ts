import type { Purchase } from "db/demo/membership";
import { membershipLedger } from "db/demo/membership-ledger";
import { describe, expect, test } from "vitest";

describe("the demo's membership ledger", () => {
  const bought = (
    daysAgo: number,
    of: Purchase["package"],
    outcome: Purchase["outcome"] = "completed",
  ): Purchase => ({
    member: "reader",
    package: of,
    daysAgo,
    outcome,
  });
  const reward = { referrer: "reader", friend: "friend", state: "rewarded" } as const;
  const friendPaid = (daysAgo: number): Purchase => ({ ...bought(daysAgo, "premium"), member: "friend" });

  test.each([
    [
      "the same tier adds days to what is left",
      [bought(40, "premium"), bought(20, "premium")],
      "Premium",
      -20,
    ],
    ["what has ended is not added to", [bought(50, "premium"), bought(10, "premium")], "Premium", -20],
    ["Private replaces Premium at once", [bought(20, "premium"), bought(5, "private")], "Private", -25],
    ["only what was paid counts", [bought(20, "premium"), bought(3, "private", "pending")], "Premium", -10],
    [
      "a refund takes its days away",
      [bought(50, "premium"), bought(10, "private", "refunded")],
      "Premium",
      20,
    ],
  ] as const)("%s", (_, purchases, tier, until) => {
    expect(membershipLedger(purchases, []).memberships.get("reader")).toMatchObject({ tier, until });
  });

  test("referral days go to both members, in the tier they hold", () => {
    const { memberships } = membershipLedger([bought(20, "private"), friendPaid(10)], [reward]);
    expect(memberships.get("reader")).toMatchObject({ tier: "Private", until: -40 });
    expect(memberships.get("friend")).toMatchObject({ tier: "Premium", until: -50 });
  });

  test("rejects a reward without a payment", () => {
    expect(() => membershipLedger([], [reward])).toThrow("friend was rewarded without a payment");
  });
});
