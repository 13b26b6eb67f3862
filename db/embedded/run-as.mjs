import { spawnSync } from "node:child_process";
import { chownSync, lchownSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {import("./platform.mjs").Native} Native */
/**
 * The account that runs PostgreSQL: our own, or another one, because PostgreSQL refuses to run as root.
 * `disguised`: root without root's rights, in a separate user namespace. Its files belong to root.
 *
 * @typedef {{ uid?: number, gid?: number, disguised?: boolean, native: Native }} Keeper
 */

export const isRoot = () => process.getuid?.() === 0;

/**
 * Creates the data folder. If root creates it in another account's project, that account becomes its owner.
 *
 * @param {string} path
 * @returns {string} its real path
 */
export function makeDataFolder(path) {
  const first = mkdirSync(path, { recursive: true });
  if (first && isRoot()) {
    const { uid, gid } = statSync(dirname(first));
    chownTree(first, uid, gid);
  }
  return realpathSync(path);
}

/**
 * @param {{ native: Native, folder: string, home: string }} place the data folder and the cluster's folder in
 * it
 * @returns {Keeper | null} null if root finds no account that can run the programs and reach the folder
 */
export function chooseAccount({ native, folder, home }) {
  if (!isRoot()) return { native };
  /** @type {Keeper} */
  const inUserNamespace = { disguised: true, native };
  const candidates = [
    ...ownersOf(home, folder),
    ...systemAccounts(),
    inUserNamespace.native && inUserNamespace,
  ];
  return (
    candidates.map((account) => ({ ...account, native })).find((account) => canRun(account, folder)) ?? null
  );
}

/**
 * @param {Keeper} account
 * @param {string} program
 * @param {string[]} args
 */
export function commandAs(account, program, args) {
  const { uid, gid } = account;
  const [command, rest] = account.disguised
    ? ["unshare", ["--user", "--", program, ...args]]
    : [program, args];
  return {
    command,
    args: rest,
    options: {
      // The account can certainly enter the folder of the programs.
      cwd: account.native.folder,
      env: minimalEnvironment(),
      windowsHide: true,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    },
  };
}

/**
 * Makes the account the owner of a cluster's folder. The folder itself comes last, so an interrupted run
 * starts again.
 *
 * @param {string} path
 * @param {Keeper} account
 */
export function chownCluster(path, account) {
  if (!isRoot()) return;
  const uid = account.uid ?? 0;
  if (statSync(path).uid !== uid) chownTree(path, uid, account.gid ?? 0);
}

/**
 * @param {string} path
 * @param {number} uid
 * @param {number} gid
 */
function chownTree(path, uid, gid) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownTree(inner, uid, gid);
    else lchownSync(inner, uid, gid);
  }
  chownSync(path, uid, gid);
}

/** @param {string[]} paths @returns {{ uid: number, gid: number }[]} */
function ownersOf(...paths) {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && stats.uid !== 0 ? [{ uid: stats.uid, gid: stats.gid }] : [];
  });
}

/** @returns {{ uid: number, gid: number }[]} accounts that exist to run such services */
function systemAccounts() {
  return ["postgres", "nobody"].flatMap((name) => {
    const [uid, gid] = ["-u", "-g"].map((what) => spawnSync("id", [what, name], { encoding: "utf8" }));
    return uid?.status === 0 && gid?.status === 0
      ? [{ uid: Number(uid.stdout), gid: Number(gid.stdout) }]
      : [];
  });
}

/**
 * Tries it instead of reading permissions: parent folders, access lists, container rules and C libraries
 * matter too. `id -un` because initdb refuses an account without a name.
 *
 * @param {Keeper} account
 * @param {string} folder
 */
function canRun(account, folder) {
  const script = 'cd -- "$2" && id -un && "$1" --version';
  const { command, args, options } = commandAs(account, "/bin/sh", [
    "-c",
    script,
    "sh",
    account.native.postgres,
    folder,
  ]);
  return spawnSync(command, args, { ...options, cwd: "/", stdio: "ignore" }).status === 0;
}

/** PostgreSQL must not get the secrets and PG* settings of our environment. */
function minimalEnvironment() {
  const kept = [
    "PATH",
    "HOME",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
  ];
  const entries = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(entries), LC_ALL: "C", TZ: "UTC" };
}
