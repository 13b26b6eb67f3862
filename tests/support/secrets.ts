import { afterEach } from "vitest";
import { config, readConfig, setConfig } from "~/platform/config.server";

export const OLD_SECRET = "the first secret of thirty-two letters";
export const NEW_SECRET = "the second secret of thirty-two letters";

/** Uses these secrets from now on; `keepSecrets` restores the file's own. */
export function withSecrets(sessionSecret: string, previousSessionSecret?: string): void {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://localhost/none" });
  if ("problems" in read) throw new Error(read.problems.join());
  setConfig({ ...read.config, sessionSecret, previousSessionSecret });
}

/** Restores the earlier configuration after each test. */
export function keepSecrets(): void {
  const kept = configured();
  afterEach(() => kept && setConfig(kept));
}

function configured() {
  try {
    return config();
  } catch {
    return undefined;
  }
}
