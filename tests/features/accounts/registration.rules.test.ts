import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PendingRegistration, resolveRegistration } from "~/features/accounts/registration.rules";

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

describe("which of several registrations counts", () => {
  it("is the latest of the browser that opens the link", () => {
    const all = [
      one({ browserHash: "b" }),
      one({ browserHash: "a", passwordHash: "new" }),
      one({ browserHash: "a" }),
    ];
    expect(resolveRegistration(all, "a").passwordHash).toBe("new");
  });

  it("is none for a browser that nobody knows, whose word is old, or that brings nothing", () => {
    const all = [one({}), one({ browserHash: "a", fresh: false }), one({ browserHash: "b" })];
    for (const browser of [undefined, "a", "c"])
      expect(resolveRegistration(all, browser).passwordHash).toBeNull();
  });

  it("keeps no password that its own browser did not choose, whatever the order", () => {
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

  it("of names and referrals keeps what all agree on", () => {
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

  it("is of the browser of who invited where its own registration says so, else where any does", () => {
    const all = [
      one({ browserHash: "a", referralCode: "X" }),
      one({ browserHash: "b", referralCode: "X", referrersBrowser: true }),
    ];
    expect(resolveRegistration(all, "a").referrersBrowser).toBe(false);
    expect(resolveRegistration(all, "b").referrersBrowser).toBe(true);
    expect(resolveRegistration(all, undefined).referrersBrowser).toBe(true);
  });
});
