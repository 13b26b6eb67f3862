import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { asciiDigits } from "~/auth/ascii-digits";
import {
  isAppCode,
  matchStep,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  secretUri,
} from "~/features/staff/two-step/codes.server";

/** RFC 6238, appendix B: the secret "12345678901234567890" at second 59 makes …287082. */
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;

/** The last second of a step, and its first: the worst moments for clocks that differ. */
const EDGES = [1_800_000_029_000, 1_800_000_000_000];

const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

describe("codes of an app", () => {
  it("are those of RFC 6238", () => {
    expect(matchStep(RFC_SECRET, "287082", 59_000)).toBe(1);
    expect(matchStep(RFC_SECRET, "287 082", 59_000)).toBe(1);
  });

  it.each(EDGES)("are accepted from a clock one minute off, and refused from one further off (%i)", (at) => {
    const secret = newSecret();
    const step = Math.floor(at / 30_000);
    expect(matchStep(secret, codeAt(secret, at), at)).toBe(step);
    expect(matchStep(secret, codeAt(secret, at - 60_000), at)).toBe(step - 2);
    expect(matchStep(secret, codeAt(secret, at + 60_000), at)).toBe(step + 2);
    expect(matchStep(secret, codeAt(secret, at - 90_000), at)).toBeUndefined();
    expect(matchStep(secret, codeAt(secret, at + 90_000), at)).toBeUndefined();
  });

  it.each([
    ["Arabic", "٢٨٧٠٨٢"],
    ["Persian", "۲۸۷۰۸۲"],
    ["Devanagari", "२८७०८२"],
    ["fullwidth", "２８７０８２"],
    ["mathematical bold", "𝟐𝟖𝟕𝟎𝟖𝟐"],
    ["the second ten of a run of twenty", "𑛜𑛢𑛡𑛚𑛢𑛜"],
    ["superscript", "²⁸⁷⁰⁸²"],
    ["mixed", "2٨७０۸𝟐"],
  ])("are taken in digits that are %s", (_script, typed) => {
    expect(isAppCode(typed)).toBe(true);
    expect(matchStep(RFC_SECRET, typed, 59_000)).toBe(1);
  });

  it.each([
    ["blanks around it", "  287082\n"],
    ["a no-break space", "287\u00a0082"],
    ["a narrow and an ideographic space", "287\u202f08\u30002"],
    ["a hyphen that does not break", "287\u2011082"],
    ["marks of direction", "\u200f\u2067٢٨٧٠٨٢\u2069\u061c"],
    ["a byte order mark", "\ufeff287082"],
  ])("are taken with %s", (_what, typed) => {
    expect(matchStep(RFC_SECRET, typed, 59_000)).toBe(1);
  });

  it("takes every digit of every script for what it is worth", () => {
    const digits = Array.from({ length: 0x110000 }, (_none, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    const tens = asciiDigits(digits.join("")).match(/.{10}/g) ?? [];
    expect(tens).toHaveLength(digits.length / 10);
    expect(new Set(tens)).toEqual(new Set(["0123456789"]));
    expect(asciiDigits("no digits: é, ½, Ⅳ, 九")).toBe("no digits: é, ½, Ⅳ, 九");
  });

  it.each([
    ...[
      "",
      "12345",
      "1234567",
      "abcdef",
      "１２３４５６７",
      "éééééé",
      "e\u0301".repeat(6),
      "12345é",
      "12345e\u0301",
    ],
    ...["28708\u0660\u0660", "①①", "287O82", "28708½", "28708九", "2\u03308708", "1\ufe0f\u20e3".repeat(6)],
    ...["😀".repeat(3), "\ud800".repeat(6), "28708\0", "\u200f", "٠".repeat(64)],
  ])("%j is none", (typed) => {
    expect(isAppCode(typed)).toBe(false);
    expect(matchStep(RFC_SECRET, typed, 59_000)).toBeUndefined();
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

  it("are known again in the digits of another script, and between marks that nobody sees", () => {
    const arabic = "a٠b١-c٢d٣\u00a0e٤f٥\u2010٦٧٨٩\u200f";
    expect(recoveryCodeHash(arabic)).toBe(recoveryCodeHash("a0b1-c2d3-e4f5-6789"));
    expect(recoveryCodeHash("ａ０ｂ１c2d3e4f56789")).toBe(recoveryCodeHash("a0b1-c2d3-e4f5-6789"));
  });
});
