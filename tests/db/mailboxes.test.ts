import { queryOnce, type TestDatabase, testDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const mailboxOf = async (address: string) =>
  (await queryOnce<{ mailbox: string }>(database.url, "select mailbox_of(?) as mailbox", [address]))[0]
    ?.mailbox;

describe("the mailbox of an address", () => {
  it.each([
    [
      "gmail",
      "ab@gmail.com",
      ["a.b@gmail.com", "a.b+1@gmail.com", "AB+x+y@GMail.com", ".a..b.@googlemail.com", "ab+@gmail.com"],
    ],
    ["Outlook", "ab@outlook.com", ["ab+1@outlook.com", "AB+news.2@outlook.com"]],
    ["Hotmail in Britain", "ab@hotmail.co.uk", ["ab+1@hotmail.co.uk"]],
    ["Live in Germany", "ab@live.de", ["ab+1@live.de"]],
    ["iCloud", "ab@icloud.com", ["ab+1@icloud.com", "ab@me.com", "ab+2@mac.com"]],
    ["Fastmail", "ab@fastmail.com", ["ab+1@fastmail.com"]],
    ["Proton", "ab@proton.me", ["ab+1@proton.me", "ab@protonmail.com", "ab+x@pm.me", "ab@protonmail.ch"]],
    ["Yahoo", "ab@yahoo.com", ["ab-shop@yahoo.com", "ab-shop-2@yahoo.com"]],
    ["Yahoo in Brazil", "ab@yahoo.com.br", ["ab-1@yahoo.com.br"]],
  ])("is the same at %s for every alias", async (_provider, mailbox, aliases) => {
    for (const address of [mailbox, ...aliases])
      expect([address, await mailboxOf(address)]).toEqual([address, mailbox]);
  });

  it.each([
    // Dots matter everywhere but at Gmail, and Yahoo uses another sign for tags.
    "a.b@outlook.com",
    "a.b@icloud.com",
    "a.b@fastmail.com",
    "a.b@proton.me",
    "a.b@yahoo.com",
    "ab+1@yahoo.com",
    "ab-1@gmail.com",
    "ab-1@outlook.com",
    // The rules of other providers are unknown.
    "a.b+1@example.com",
    "ab+1@demo.test",
    "ab+1@gmail.com.example.com",
    "ab+1@mygmail.com",
    "ab+1@gmail.co",
    "ab+1@outlook.example.com",
    "ab-1@yahoo.example.org",
    "ab+1@live.example",
    "ab@xn--bcher-kva.example",
    // Nothing would be left of these mailboxes.
    "+1@gmail.com",
    "...@gmail.com",
    ".+1@googlemail.com",
    "-x@yahoo.com",
    "no address",
    "",
  ])("is the address itself for %j", async (address) => {
    expect(await mailboxOf(address)).toBe(address);
  });

  it("splits at the last @ and is in lower case", async () => {
    expect(await mailboxOf('"a@b"+1@Gmail.com')).toBe('"a@b"@gmail.com');
    expect(await mailboxOf("A.B@Example.COM")).toBe("a.b@example.com");
  });
});
