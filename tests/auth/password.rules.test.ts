import { describe, expect, it } from "vitest";
import { passwordResetFormSchema, passwordResetSchema } from "~/auth/account.rules";
import { LONGEST_SENT, passwordForms, passwordText } from "~/auth/password.rules";
import { checkPassword, hashPassword, passwordMatches } from "~/auth/password-hash.server";
import { validatorFor } from "~/web/validator";

const NFC = "pässwörd-café1";
const NFD = "pa\u0308sswo\u0308rd-cafe\u03011";

/** Space characters outside ASCII. */
const SPACES = [
  ..."\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
];

describe("password normalisation", () => {
  it("follows RFC 8265: any space becomes a space, letters are composed, all else stays", () => {
    expect(passwordText(NFD)).toBe(NFC);
    expect(passwordText(NFC)).toBe(NFC);
    for (const space of SPACES) expect(passwordText(`a${space}b`)).toBe("a b");
    for (const kept of [
      "Correct Horse",
      "  around  ",
      "ﬁ ² ½ Ａ １ ١",
      "Ünder\tway",
      "\u200bunseen\u200d",
      "ẞß",
      "①",
    ])
      expect(passwordText(kept)).toBe(kept.normalize("NFC"));
    expect(passwordText("ﬁＡ１٣²")).toBe("ﬁＡ１٣²");
  });

  it.each([
    ["Vietnamese", "mật khẩu của tôi"],
    ["Korean", "비밀번호입니다"],
    ["Devanagari", "क़ासवर्ड"],
    ["marks in another order", "a\u0323\u0302 or a\u0302\u0323"],
    ["an Angstrom sign", "\u212bngström"],
    ["an emoji that is joined", "👩‍👩‍👧 and 🇬🇧"],
    ["half a pair", "\ud800 lone"],
  ])("is equal for %s in every Unicode form, and idempotent", (_what, typed) => {
    const own = passwordText(typed);
    expect(passwordText(typed.normalize("NFD"))).toBe(own);
    expect(passwordText(own)).toBe(own);
  });

  it("tries the normal form first, then what old browsers sent; an ASCII password has one form", () => {
    expect(passwordForms("plain text")).toEqual(["plain text"]);
    expect(passwordForms(NFC)).toEqual([NFC, NFD]);
    expect(passwordForms(NFD)).toEqual([NFC, NFD]);
    expect(passwordForms("a\u00a0b é")).toEqual(["a b é", "a\u00a0b é", "a\u00a0b e\u0301"]);
  });

  it("returns no form of a text that is too long, before any work", () => {
    for (const letter of ["x", "e\u0301", "\u1f82".normalize("NFD"), "😀", "\u{1109a}".normalize("NFD")]) {
      const [current] = passwordForms(letter.repeat(500_000));
      expect([...current].length).toBeGreaterThan(128);
      expect(current.length).toBeLessThanOrEqual(LONGEST_SENT + 1);
      const longest = passwordText(letter.repeat(128));
      if ([...longest].length === 128) expect(passwordForms(longest.normalize("NFD"))[0]).toBe(longest);
    }
  });
});

describe("a password hash", () => {
  it("created today matches every form and is current", async () => {
    const stored = await hashPassword(NFD);
    for (const typed of [NFC, NFD]) expect(await checkPassword(stored, typed)).toEqual({});
    for (const typed of ["pässwörd-café2", "password-cafe1", NFC.toUpperCase(), ` ${NFC}`, `${NFC}\0`])
      expect(await passwordMatches(stored, typed)).toBe(false);
  });

  it("matches no password if it is empty", async () => {
    expect(await checkPassword(undefined, "nobody has this password")).toBeUndefined();
    expect(await checkPassword(undefined, NFD)).toBeUndefined();
  });
});

describe("a new password", () => {
  const validate = async (password: string) => {
    const { data, error } = await validatorFor(passwordResetSchema).validate({ password } as never);
    return error ? error.fieldErrors.password : data;
  };

  it.each([
    ["abcdefgh", "eight of ASCII"],
    ["é".repeat(8), "eight composed"],
    ["e\u0301".repeat(8), "eight in two parts each"],
    ["😀".repeat(8), "eight emoji"],
    ["x".repeat(128), "the longest"],
    ["e\u0301".repeat(128), "the longest in two parts each"],
    ["😀".repeat(128), "the longest of emoji"],
    [" ".repeat(8), "blanks alone"],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "families"],
    ["\uf8ff\uf8ff apple", "signs of a font's own"],
    ["١٢٣٤٥٦٧٨", "Arabic digits"],
  ])("%j is accepted: %s", async (password) => {
    expect(await validate(password)).toEqual({ password: passwordText(password) });
  });

  it.each([
    ["", "Password is required"],
    ["e\u0301".repeat(7), "Password must be at least 8 characters"],
    ["😀".repeat(7), "Password must be at least 8 characters"],
    ["ᄒ\u1161\u11ab".repeat(7), "Password must be at least 8 characters"],
    ["é".repeat(129), "Password must be at most 128 characters"],
    ["😀".repeat(129), "Password must be at most 128 characters"],
    ["a\0bcdefgh", "Password contains characters that are not allowed"],
    ["a tab\tinside", "Password contains characters that are not allowed"],
    ["two\nlines of it", "Password contains characters that are not allowed"],
    ["delete\u007f it", "Password contains characters that are not allowed"],
    ["half a pair \ud800", "Password contains characters that are not allowed"],
    ["no character \uffff", "Password contains characters that are not allowed"],
    ["not assigned \u0378", "Password contains characters that are not allowed"],
  ])("%j is rejected: %s", async (password, message) => {
    expect(await validate(password)).toBe(message);
  });

  it("equals its confirmation in another Unicode form, but not in another case or width", async () => {
    const validateConfirmation = (confirmPassword: string) =>
      validatorFor(passwordResetFormSchema).validate({ password: NFC, confirmPassword } as never);
    expect((await validateConfirmation(NFD)).error).toBeUndefined();
    for (const other of [NFC.toUpperCase(), `${NFC} `, NFC.replace("1", "１")])
      expect((await validateConfirmation(other)).error?.fieldErrors).toEqual({
        confirmPassword: "Passwords do not match",
      });
  });
});
