import { keepSecrets, NEW_SECRET, OLD_SECRET, withSecrets } from "tests/support/secrets";
import { expect, it } from "vitest";
import { decrypt, encrypt } from "~/platform/encryption.server";

keepSecrets();

const SECRET = Buffer.from("JBSWY3DPEHPK3PXP");

it("encrypted data opens only for its purpose and owner, and never encrypts the same twice", () => {
  withSecrets(OLD_SECRET);
  const encrypted = encrypt("two-step", "ada", SECRET);
  expect(encrypted).not.toContain("JBSWY3DPEHPK3PXP");
  expect(encrypt("two-step", "ada", SECRET)).not.toBe(encrypted);
  expect(decrypt("two-step", "ada", encrypted)).toEqual({ bytes: SECRET, outdated: false });
  expect(decrypt("two-step", "sol", encrypted)).toBeUndefined();
  expect(decrypt("held", "ada", encrypted)).toBeUndefined();
});

it("changed, truncated or plain data does not decrypt", () => {
  withSecrets(OLD_SECRET);
  const encrypted = Buffer.from(encrypt("two-step", "ada", SECRET), "base64url");
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(decrypt("two-step", "ada", changed.toString("base64url"))).toBeUndefined();
  }
  for (const text of ["", "abc", "é", encrypted.subarray(0, 20).toString("base64url")])
    expect(decrypt("two-step", "ada", text)).toBeUndefined();
});

it("a new secret decrypts data of the previous one only if that is configured, and marks it as outdated", () => {
  withSecrets(OLD_SECRET);
  const encrypted = encrypt("two-step", "ada", SECRET);
  withSecrets(NEW_SECRET);
  expect(decrypt("two-step", "ada", encrypted)).toBeUndefined();
  withSecrets(NEW_SECRET, OLD_SECRET);
  expect(decrypt("two-step", "ada", encrypted)).toEqual({ bytes: SECRET, outdated: true });
});
