import { keepSecrets, NEW_SECRET, OLD_SECRET, withSecrets } from "tests/support/secrets";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { trialAddressHash, trialAddressHashes } from "~/access/trials/trial-address.server";

keepSecrets();

it(
  "the hash of a trial address needs the secret, and is found with the previous secret",
  spec("beyond trial called one member"),
  () => {
    withSecrets(OLD_SECRET);
    const storedHash = trialAddressHash("Ada@demo.test");
    expect(storedHash).toMatch(/^[0-9a-f]{64}$/);
    expect(trialAddressHashes("ada@DEMO.test")).toEqual([storedHash]);
    expect(trialAddressHash("ada2@demo.test")).not.toBe(storedHash);
    withSecrets(NEW_SECRET);
    expect(trialAddressHashes("ada@demo.test")).not.toContain(storedHash);
    withSecrets(NEW_SECRET, OLD_SECRET);
    expect(trialAddressHashes("ada@demo.test")).toContain(storedHash);
  },
);
