import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const GIB = 1024 ** 3;
/** Several times what a whole run was seen to use. */
const ENOUGH = { files: 2 * GIB, memory: 4 * GIB };

/**
 * Where a run of tests keeps its temporary files, to be given to its programs as TMPDIR. In memory where there is plenty
 * of it: a test's own database is a thousand small files, and on a disk making them takes longer than most tests do. The
 * folder outlives the run, so that the next one finds there what a killed one left.
 *
 * @returns {string}
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !isRoomy()) return tmpdir();
  const folder = join(MEMORY, `openbell-tests-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  // As root somebody else runs PostgreSQL and must be able to walk through.
  chmodSync(folder, 0o711);
  return folder;
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH.files && freemem() > ENOUGH.memory;
  } catch {
    return false;
  }
}
