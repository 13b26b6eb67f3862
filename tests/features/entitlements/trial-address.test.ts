import { afterEach, expect, it } from "vitest";
import { trialAddressHash, trialAddressHashes } from "~/features/entitlements/trials/trial-address.server";
import { config, readConfig, setConfig } from "~/platform/config.server";

const OLD = "the first secret of thirty-two letters";
const NEW = "the second secret of thirty-two letters";

function withSecrets(sessionSecret: string, previousSessionSecret?: string): void {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://localhost/none" });
  if ("problems" in read) throw new Error(read.problems.join());
  setConfig({ ...read.config, sessionSecret, previousSessionSecret });
}

const before = () => {
  try {
    return config();
  } catch {
    return undefined;
  }
};
const kept = before();
afterEach(() => kept && setConfig(kept));

it("an address that had a trial is remembered by what nobody makes of it without the secret, and is found by the one before it", () => {
  withSecrets(OLD);
  const remembered = trialAddressHash("Ada@demo.test");
  expect(remembered).toMatch(/^[0-9a-f]{64}$/);
  expect(trialAddressHashes("ada@DEMO.test")).toEqual([remembered]);
  expect(trialAddressHash("ada2@demo.test")).not.toBe(remembered);
  withSecrets(NEW);
  expect(trialAddressHashes("ada@demo.test")).not.toContain(remembered);
  withSecrets(NEW, OLD);
  expect(trialAddressHashes("ada@demo.test")).toContain(remembered);
});
