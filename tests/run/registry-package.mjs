import { existsSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "../../app/server/launch/error.mjs";
import { runQuietly } from "../../app/server/launch/programs.mjs";

const INSTALL = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * A package that the product does not depend on, for a test by hand. It is kept in `.cache`.
 *
 * @param {string} root of the project
 * @param {string} name
 * @param {string} version as npm takes it
 * @returns {Promise<string>} its folder
 */
export async function registryPackage(root, name, version) {
  const prefix = join(root, ".cache", "packages", `${name.replace("/", "-")}-${version}`);
  const folder = join(prefix, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return folder;
  const args = [...INSTALL, "--prefix", prefix, `${name}@${version}`];
  const { code, output } = await runQuietly("npm", args, { cwd: root, env: process.env });
  if (code !== 0) throw new LaunchError(`${name}@${version} could not be installed.`, output);
  return folder;
}
