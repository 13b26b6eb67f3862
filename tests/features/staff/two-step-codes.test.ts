import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import {
  isAppCode,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  secretUri,
  stepOf,
} from "~/features/staff/two-step/codes.server";

/** RFC 6238, appendix B: the secret "12345678901234567890" at second 59 makes …287082. */
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;

/** The last second of a step, and its first: the worst moments for clocks that differ. */
const EDGES = [1_800_000_029_000, 1_800_000_000_000];

const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

describe("codes of an app", () => {
  it("are those of RFC 6238", () => {
    expect(stepOf(RFC_SECRET, "287082", 59_000)).toBe(1);
    expect(stepOf(RFC_SECRET, "287 082", 59_000)).toBe(1);
  });

  it.each(EDGES)("of a clock that is a minute off are taken, of one further off are not (%i)", (at) => {
    const secret = newSecret();
    const step = Math.floor(at / 30_000);
    expect(stepOf(secret, codeAt(secret, at), at)).toBe(step);
    expect(stepOf(secret, codeAt(secret, at - 60_000), at)).toBe(step - 2);
    expect(stepOf(secret, codeAt(secret, at + 60_000), at)).toBe(step + 2);
    expect(stepOf(secret, codeAt(secret, at - 90_000), at)).toBeUndefined();
    expect(stepOf(secret, codeAt(secret, at + 90_000), at)).toBeUndefined();
  });

  it.each(["", "12345", "1234567", "abcdef", "１２３４５６７"])("%j is none", (typed) => {
    expect(isAppCode(typed)).toBe(false);
    expect(stepOf(RFC_SECRET, typed, 59_000)).toBeUndefined();
  });

  it("an app is told whose they are", () => {
    expect(secretUri("JBSWY3DPEHPK3PXP", "Open bell", "a+b@demo.test")).toBe(
      "otpauth://totp/Open%20bell:a%2Bb%40demo.test?issuer=Open%20bell&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
    );
  });
});

describe("recovery codes", () => {
  it("are ten different ones, known again however they are typed", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      expect(isAppCode(code)).toBe(false);
      const typed = code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
      expect(recoveryCodeHash(typed)).toBe(recoveryCodeHash(code));
    }
  });
});
