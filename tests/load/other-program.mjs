// The program that the bench alternates with this build: another commit's build, or this one on another Node
// version. A commit's build stays in the system's temporary folder, so a second run does not build it again.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, isBuilt } from "../../app/server/launch/build.mjs";
import { LaunchError } from "../../app/server/launch/error.mjs";
import { install, isInstalled } from "../../app/server/launch/install.mjs";
import { runQuietly } from "../../app/server/launch/programs.mjs";
import { contentHash } from "../../app/server/launch/stamp.mjs";
import { withLock } from "../../db/embedded/lock.mjs";
import { nodeBinaries } from "../run/node-binaries.mjs";
import { OURS } from "./processes.mjs";

/** @typedef {import("./processes.mjs").Program & { label: string, commit?: string }} OtherProgram `label`: as the table names it */

/** Another commit's packages take minutes to install. */
const WAIT_MS = 1_200_000;
const SHORT = 8;

/** @param {string[]} words of git @returns {string} what it prints; throws if it fails */
function git(...words) {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: OURS.folder, encoding: "utf8" });
  if (status !== 0) throw new LaunchError(`git ${words.join(" ")} failed.`, stderr);
  return stdout.trim();
}

/**
 * @returns {string} the commit of this build, and whether files differ from it; of a folder without git
 * neither is known
 */
export function ownCommit() {
  try {
    const changes = git("status", "--porcelain") ? " with changes" : "";
    return git("rev-parse", `--short=${SHORT}`, "HEAD") + changes;
  } catch (error) {
    if (error instanceof LaunchError) return "this build";
    throw error;
  }
}

/** @param {string} older @param {string} newer @returns {boolean} whether one commit came before the other */
export const isAncestor = (older, newer) =>
  spawnSync("git", ["merge-base", "--is-ancestor", older, newer], { cwd: OURS.folder }).status === 0;

/** @param {string} line such as "24" @returns {Promise<OtherProgram>} this build on another Node */
export async function programOnNode(line) {
  const node = join(await nodeBinaries(OURS.folder, line, "npm run bench -- --node 24"), "node");
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  return { ...OURS, node, label: `Node ${version.replace("v", "")}` };
}

/** @param {string} name as git takes it @returns {Promise<OtherProgram>} the build of that commit */
export async function programOfCommit(name) {
  const commit = git("rev-parse", "--verify", "--end-of-options", `${name}^{commit}`);
  const cache = cacheFolder();
  const folder = join(cache, commit);
  const onWait = (/** @type {string} */ holder) =>
    console.error(`waiting for process ${holder}, which builds a commit`);
  await withLock(join(cache, "turn"), () => ensureBuilt(cache, folder, commit), { waitMs: WAIT_MS, onWait });
  return { ...OURS, folder, flags: await flagsOf(folder), label: commit.slice(0, SHORT), commit };
}

/** @returns {string} the cache, which no other account may write to */
function cacheFolder() {
  const folder = join(tmpdir(), `openbell-bench-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || (process.getuid && uid !== process.getuid()))
    throw new LaunchError(`${folder} belongs to another account.`);
  return folder;
}

/** @param {string} cache @param {string} folder @param {string} commit */
async function ensureBuilt(cache, folder, commit) {
  if (!existsSync(join(folder, "package.json"))) await unpack(folder, commit);
  await linkPackages(cache, folder);
  if (isBuilt(folder)) return;
  console.error(`building ${commit.slice(0, SHORT)} …`);
  await build(folder, process.env);
}

/** @param {string} folder @param {string} commit */
async function unpack(folder, commit) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  git("archive", "--format=tar", `--output=${archive}`, commit);
  const { code, output } = await runQuietly("tar", ["-xf", archive, "-C", folder], {
    cwd: folder,
    env: process.env,
  });
  rmSync(archive);
  if (code !== 0) {
    rmSync(folder, { recursive: true });
    throw new LaunchError(`${archive} could not be unpacked.`, output);
  }
}

/** Links our packages if package-lock.json is the same, else a folder that all commits with that file share. @param {string} cache @param {string} folder */
async function linkPackages(cache, folder) {
  const link = join(folder, "node_modules");
  rmSync(link, { force: true });
  symlinkSync(join(await packagesFor(cache, folder), "node_modules"), link, "junction");
}

/** @param {string} cache @param {string} folder @returns {Promise<string>} the folder that holds node_modules */
async function packagesFor(cache, folder) {
  const lock = ["package-lock.json"];
  const hash = contentHash(folder, lock);
  if (hash === contentHash(OURS.folder, lock)) return OURS.folder;
  const packages = join(cache, `packages-${hash.slice(0, 16)}`);
  if (isInstalled(packages)) return packages;
  mkdirSync(packages, { recursive: true });
  for (const name of ["package.json", ...lock]) copyFileSync(join(folder, name), join(packages, name));
  console.error(`installing packages in ${packages} …`);
  await install(packages, process.env);
  return packages;
}

/** @param {string} folder @returns {Promise<readonly string[]>} its flags for Node; none if the commit has no such file */
async function flagsOf(folder) {
  const file = join(folder, "app", "server", "launch", "node-flags.mjs");
  return existsSync(file) ? (await import(pathToFileURL(file).href)).NODE_FLAGS : [];
}
