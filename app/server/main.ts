import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig, setConfig } from "~/platform/config.server";
import { backupCommand, restoreCommand } from "./backup/commands";
import { createSuperadmin } from "./create-superadmin";
import { describeFailure } from "./describe-failure";
import { resetTwoStepCommand } from "./reset-two-step";
import { seed } from "./seed";
import { serve } from "./serve";
import { verifyLedgerCommand } from "./verify-ledger";

/** sysexits.h, EX_CONFIG: the operator must fix the configuration. */
const EXIT_CONFIG = 78;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  serve,
  seed,
  "create-superadmin": createSuperadmin,
  "reset-two-step": resetTwoStepCommand,
  "verify-ledger": verifyLedgerCommand,
  backup: backupCommand,
  restore: restoreCommand,
};

async function main([name = "serve", ...args]: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) {
    console.error(`Unknown command ${name}. Commands: ${Object.keys(COMMANDS).join(", ")}.`);
    process.exit(64);
  }
  const read = readConfig(process.env);
  if ("problems" in read) {
    for (const problem of read.problems) console.error(problem);
    process.exit(EXIT_CONFIG);
  }
  setConfig(read.config);
  await command(args).catch((error: unknown) => {
    const { line, exitCode } = describeFailure(error, read.config, command === serve);
    console.error(line);
    process.exit(exitCode);
  });
}

/**
 * Tests and the development server import parts of this bundle; only `node build/server/index.js` runs it.
 */
if (process.argv[1] && dirname(process.argv[1]) === dirname(fileURLToPath(import.meta.url))) {
  void main(process.argv.slice(2));
}

export { startServer } from "./serve";
