import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PendingRegistration,
  resolveRegistration,
} from "~/features/accounts/competing-registrations.rules";

const one = (more: Partial<PendingRegistration>): PendingRegistration => ({
  firstname: "Ada",
  lastname: "Wexford",
  passwordHash: "hers",
  referralCode: null,
  referrersBrowser: false,
  browserHash: null,
  fresh: true,
  intentId: null,
  ...more,
});

describe("the registration that counts", () => {
  it("is the latest from the browser that opens the link", () => {
    const all = [
      one({ browserHash: "b" }),
      one({ browserHash: "a", passwordHash: "new" }),
      one({ browserHash: "a" }),
    ];
    expect(resolveRegistration(all, "a").passwordHash).toBe("new");
  });

  it("does not exist for a browser that is unknown, too late or without a secret", () => {
    const all = [one({}), one({ browserHash: "a", fresh: false }), one({ browserHash: "b" })];
    for (const browser of [undefined, "a", "c"])
      expect(resolveRegistration(all, browser).passwordHash).toBeNull();
  });

  it("only gives a password that the same browser chose, in any order", () => {
    const hash = fc.constantFrom("a", "b", null);
    const registration = fc.record({ browserHash: hash, fresh: fc.boolean(), passwordHash: fc.string() });
    fc.assert(
      fc.property(fc.array(registration), fc.constantFrom("a", "b", "c", undefined), (sent, browser) => {
        const { passwordHash } = resolveRegistration(sent.map(one), browser);
        const own = sent.filter((each) => each.fresh && browser && each.browserHash === browser);
        expect(passwordHash).toBe(own[0]?.passwordHash ?? null);
      }),
    );
  });

  it("without a match has only the names and referrals that all registrations agree on", () => {
    expect(resolveRegistration([one({ referralCode: "X" }), one({ referralCode: "X" })], undefined)).toEqual({
      firstname: "Ada",
      lastname: "Wexford",
      referralCode: "X",
      referrersBrowser: false,
      passwordHash: null,
    });
    expect(
      resolveRegistration([one({ referralCode: "X" }), one({ lastname: "Mallory" })], undefined),
    ).toEqual({
      firstname: "New",
      lastname: "Member",
      referralCode: null,
      referrersBrowser: false,
      passwordHash: null,
    });
  });

  it("has the referrer's browser mark of its own row, or of any row if none is its own", () => {
    const all = [
      one({ browserHash: "a", referralCode: "X" }),
      one({ browserHash: "b", referralCode: "X", referrersBrowser: true }),
    ];
    expect(resolveRegistration(all, "a").referrersBrowser).toBe(false);
    expect(resolveRegistration(all, "b").referrersBrowser).toBe(true);
    expect(resolveRegistration(all, undefined).referrersBrowser).toBe(true);
  });
});
