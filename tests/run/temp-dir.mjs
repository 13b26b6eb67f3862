import { lstatSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_DIR = "/dev/shm";
const GIB = 1024 ** 3;
/** Several times what a whole run was seen to use (0.5 GiB of files). */
const MIN_FREE = { files: 2 * GIB, memory: 4 * GIB };
/** No run takes so long: what is older was left by one that was killed. */
const STALE_MS = 2 * 3_600_000;

/**
 * Where a run of tests keeps its temporary files, to be given to its programs as TMPDIR. In memory where there is plenty
 * of it: a test's own database is a thousand small files, and on a disk making them takes longer than most tests do.
 *
 * @param {string} [memory] a file system in memory
 * @returns {string}
 */
export function tempDir(memory = MEMORY_DIR) {
  if (process.env.TMPDIR) return tmpdir();
  const folder = join(memory, `openbell-tests-${process.getuid?.() ?? 0}`);
  try {
    // As root somebody else runs PostgreSQL and must be able to walk through.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    if (!isOurs(folder)) return tmpdir();
    removeStale(folder);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > MIN_FREE.files && freemem() > MIN_FREE.memory ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Anybody may write there: a folder or a link of that name may be somebody else's. @param {string} folder */
function isOurs(folder) {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.();
}

/** Databases are left to the next one's start, which ends them first. @param {string} folder */
function removeStale(folder) {
  for (const name of readdirSync(folder).filter((entry) => !entry.startsWith("openbell-ephemeral-"))) {
    const path = join(folder, name);
    const left = lstatSync(path, { throwIfNoEntry: false });
    if (left && Date.now() - left.mtimeMs > STALE_MS) rmSync(path, { recursive: true, force: true });
  }
}
