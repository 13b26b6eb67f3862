import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailboxSchema } from "~/auth/account.rules";
import { memberSignIn } from "~/auth/sign-in.rules";
import { hasAsciiLocalPart, normalizeEmail } from "~/web/email-address";

describe("the normal form of an email address", () => {
  it.each([
    ["  Ada@Demo.TEST ", "ada@demo.test"],
    ["premİum@demo.test", "premium@demo.test"],
    ["PREMIUM@DEMO.TEST", "premium@demo.test"],
    ["\u212Aim@demo.test", "kim@demo.test"],
    ["ａｄａ＠ｄｅｍｏ．ｔｅｓｔ", "ada@demo.test"],
    ["ada@Münze.test", "ada@xn--mnze-0ra.test"],
    ["ada@mu\u0308nze.test", "ada@xn--mnze-0ra.test"],
    ["ada@xn--mnze-0ra.test", "ada@xn--mnze-0ra.test"],
    ["Jürgen@demo.test", "jürgen@demo.test"],
    ["ada@demo。test", "ada@demo.test"],
    ["ada@demo.test.", "ada@demo.test"],
    ["no address", "no address"],
    ["a@b@c.test", "a@b@c.test"],
    ["ada@1.2", "ada@1.2"],
    ["ada@Münze.t1", "ada@xn--mnze-0ra.t1"],
    ["ada@1.Münze.test", "ada@1.xn--mnze-0ra.test"],
    ["ada@127.1.", "ada@127.1"],
    ["ada@Demo.TEST:80", "ada@demo.test:80"],
    ["ada@demo.test/x", "ada@demo.test/x"],
    ["ada@de mo.test", "ada@de mo.test"],
    ["a@Münze.test@Münze.test", "a@münze.test@xn--mnze-0ra.test"],
    ["@Münze.test", "@xn--mnze-0ra.test"],
    ["ΟΔΟΣ", "οδοσ"],
    ["a@b..", "a@b"],
    ["ada@1x.2", "ada@1x.2"],
    ["", ""],
  ])("of %j is %j", (typed, form) => {
    expect(normalizeEmail(typed)).toBe(form);
  });

  it("is idempotent for any input", () => {
    const texts = fc.oneof(fc.fullUnicodeString(), fc.string16bits(), fc.emailAddress());
    fc.assert(
      fc.property(texts, (text) => {
        expect(normalizeEmail(normalizeEmail(text))).toBe(normalizeEmail(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("email validation", () => {
  it("returns the normal form", () => {
    expect(mailboxSchema.parse(" Ada@Münze.TEST ")).toBe("ada@xn--mnze-0ra.test");
    expect(memberSignIn.parse({ email: "ＡＤＡ@demo.test", password: "x" }).email).toBe("ada@demo.test");
  });

  it.each([
    "jürgen@demo.test",
    "аda@demo.test",
    "a\u0307da@demo.test",
  ])("rejects a mailbox like %s", (email) => {
    expect(hasAsciiLocalPart(email)).toBe(false);
    expect(mailboxSchema.safeParse(email).error?.issues[0]?.message).toBe(
      "Please use only English letters, digits and symbols before the @",
    );
  });

  it.each([
    "ada@demo",
    "ada@demo..test",
    "ada@.test",
    "ada@de mo.test",
    "ada@demo\u0000.test",
  ])("rejects a host like in %j", (email) => {
    expect(mailboxSchema.safeParse(email).error?.issues[0]?.message).toBe("Please enter a valid email");
  });
});

it("accepts only visible ASCII characters in a local part", () => {
  for (const email of ["a@b.test", "a+b!~@b.test", "a@münze.test", "!@x"])
    expect(hasAsciiLocalPart(email)).toBe(true);
  for (const email of ["@b.test", "a", "a b@c.test", "a\u007f@b.test", "é@b.test", "a@é@b.test", ""]) {
    expect(hasAsciiLocalPart(email), email).toBe(false);
  }
});
