import { join } from "node:path";
import { LaunchError } from "../../app/server/launch/error.mjs";
import { registryPackage } from "./registry-package.mjs";

const PLATFORM = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/**
 * @param {string} root of the project
 * @param {string} line such as "24"
 * @param {string} usage the command as it should be
 * @returns {Promise<string>} the folder of the newest binary of that line
 */
export async function nodeBinaries(root, line, usage) {
  if (!/^\d+$/.test(line)) throw new LaunchError(`Say which line of Node: ${usage}`);
  return join(await registryPackage(root, `node-${PLATFORM}`, line), "bin");
}
