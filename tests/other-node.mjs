// `npm run test:node -- 24 [files]`: builds, and runs the unit and request tests, on another line of Node, whose binary
// comes from the registry. Words narrow it to some files, as with vitest. By hand: what a browser gets is the same on
// every line, and the whole of it takes as long as `npm test`.
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutSettings } from "../app/server/launch/environment.mjs";
import { LaunchError } from "../app/server/launch/error.mjs";
import { catchSignals, onSignal, waitForExit } from "../app/server/launch/programs.mjs";
import { nodeBinaries } from "./run/node-binaries.mjs";
import { tempDir } from "./run/temp-dir.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @param {string} node @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>} the exit code */
async function run(node, args, env) {
  const child = spawn(node, args, { cwd: root, env, stdio: "inherit" });
  const release = onSignal((signal) => void child.kill(signal));
  try {
    return await waitForExit(child);
  } finally {
    release();
  }
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main([line = "", ...files]) {
  const folder = await nodeBinaries(root, line, "npm run test:node -- 24 [files]");
  const node = join(folder, "node");
  // First on the path: what a test starts by its name is that Node, too.
  const env = {
    ...withoutSettings(process.env),
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    TMPDIR: tempDir(),
  };
  await run(node, ["--version"], env);
  const built = await run(node, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
    ...env,
    NODE_ENV: "production",
  });
  return built || run(node, ["node_modules/vitest/vitest.mjs", "run", ...files], env);
}

catchSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error([error.message, error.detail].filter(Boolean).join("\n"));
  process.exitCode = 64;
}
