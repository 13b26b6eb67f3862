import { spawnSync } from "node:child_process";
import { chownSync, lchownSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {import("./platform.mjs").Native} Native */
/**
 * The account that PostgreSQL runs as: ourselves, or, since PostgreSQL refuses to run as root, somebody else.
 * `disguised`: root without root's powers, in a user name space of its own. Its files belong to root.
 *
 * @typedef {{ uid?: number, gid?: number, disguised?: boolean, native: Native }} Keeper
 */

export const isRoot = () => process.getuid?.() === 0;

/**
 * Makes the data folder. What root makes in somebody's project belongs to that somebody.
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
 * @param {{ native: Native, folder: string, home: string }} place the data folder and the cluster's own in it
 * @returns {Keeper | null} null when root finds nobody who could run the programs and reach the folder
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
      // The folder of the programs is one that the account can certainly stand in.
      cwd: account.native.folder,
      env: minimalEnvironment(),
      windowsHide: true,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    },
  };
}

/**
 * Gives a cluster's folder to the account that runs it. The folder itself comes last: a run that is cut short starts again.
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

/** @returns {{ uid: number, gid: number }[]} accounts that are there to run such things */
function systemAccounts() {
  return ["postgres", "nobody"].flatMap((name) => {
    const [uid, gid] = ["-u", "-g"].map((what) => spawnSync("id", [what, name], { encoding: "utf8" }));
    return uid?.status === 0 && gid?.status === 0
      ? [{ uid: Number(uid.stdout), gid: Number(gid.stdout) }]
      : [];
  });
}

/**
 * Asks the system rather than reading permissions: parents, access lists, container rules and C libraries all
 * have a say. `id -un` because initdb refuses an account that has no name.
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

/** Secrets and PG* settings of our own environment are no business of PostgreSQL's. */
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
