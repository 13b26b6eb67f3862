import { keepSecrets, NEW_SECRET, OLD_SECRET, withSecrets } from "tests/support/secrets";
import { expect, it } from "vitest";
import { seal, unseal } from "~/platform/sealed.server";

keepSecrets();

const SECRET = Buffer.from("JBSWY3DPEHPK3PXP");

it("what is sealed opens for its own purpose and owner alone, and is never the same twice", () => {
  withSecrets(OLD_SECRET);
  const sealed = seal("two-step", "ada", SECRET);
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(seal("two-step", "ada", SECRET)).not.toBe(sealed);
  expect(unseal("two-step", "ada", sealed)).toEqual({ bytes: SECRET, outdated: false });
  expect(unseal("two-step", "sol", sealed)).toBeUndefined();
  expect(unseal("held", "ada", sealed)).toBeUndefined();
});

it("what was changed, cut or never sealed does not open", () => {
  withSecrets(OLD_SECRET);
  const sealed = Buffer.from(seal("two-step", "ada", SECRET), "base64url");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(unseal("two-step", "ada", changed.toString("base64url"))).toBeUndefined();
  }
  for (const text of ["", "abc", "é", sealed.subarray(0, 20).toString("base64url")])
    expect(unseal("two-step", "ada", text)).toBeUndefined();
});

it("another secret opens what the one before it sealed only where it is named, and says that it is outdated", () => {
  withSecrets(OLD_SECRET);
  const sealed = seal("two-step", "ada", SECRET);
  withSecrets(NEW_SECRET);
  expect(unseal("two-step", "ada", sealed)).toBeUndefined();
  withSecrets(NEW_SECRET, OLD_SECRET);
  expect(unseal("two-step", "ada", sealed)).toEqual({ bytes: SECRET, outdated: true });
});
