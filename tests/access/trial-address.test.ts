import { keepSecrets, NEW_SECRET, OLD_SECRET, withSecrets } from "tests/support/secrets";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { trialAddressHash, trialAddressHashes } from "~/access/trials/trial-address.server";

keepSecrets();

it(
  "an address that had a trial is remembered by what nobody makes of it without the secret, and is found by the one before it",
  spec("beyond trial called one member"),
  () => {
    withSecrets(OLD_SECRET);
    const remembered = trialAddressHash("Ada@demo.test");
    expect(remembered).toMatch(/^[0-9a-f]{64}$/);
    expect(trialAddressHashes("ada@DEMO.test")).toEqual([remembered]);
    expect(trialAddressHash("ada2@demo.test")).not.toBe(remembered);
    withSecrets(NEW_SECRET);
    expect(trialAddressHashes("ada@demo.test")).not.toContain(remembered);
    withSecrets(NEW_SECRET, OLD_SECRET);
    expect(trialAddressHashes("ada@demo.test")).toContain(remembered);
  },
);
