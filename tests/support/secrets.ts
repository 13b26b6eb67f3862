import { afterEach } from "vitest";
import { config, readConfig, setConfig } from "~/platform/config.server";

export const OLD_SECRET = "the first secret of thirty-two letters";
export const NEW_SECRET = "the second secret of thirty-two letters";

/** Runs from now on with these secrets; `keepSecrets` gives the file its own back. */
export function withSecrets(sessionSecret: string, previousSessionSecret?: string): void {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://localhost/none" });
  if ("problems" in read) throw new Error(read.problems.join());
  setConfig({ ...read.config, sessionSecret, previousSessionSecret });
}

/** After each test the configuration of before, where there was one. */
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
