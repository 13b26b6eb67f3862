import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "db/backup/backup-error";
import type { Storage } from "~/platform/storage.server";
import { archiveName } from "./archive-name";
import { backUp } from "./back-up";
import { describeError } from "./describe-error";

/** Archives that stay; older ones are deleted after a new one is complete. */
const KEPT = 3;

type Options = { folder: string; databaseUrl: string; storage: Storage; now: Date };

/**
 * Backs up existing data before migrations change it, so that an owner can return to the release before.
 * @param migration the first one that will run; it names the archive
 * @returns the path of the archive
 * @throws BackupError with a line to show; the migrations must then not run
 */
export async function backUpBeforeMigrating(migration: string, options: Options): Promise<string> {
  const { folder, databaseUrl, storage, now } = options;
  const file = join(folder, archiveName(`before-${migration}`, now));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await backUp({ databaseUrl, storage, file, now });
  } catch (error) {
    const described = describeError(error, "Nothing was migrated.");
    if (!described) throw error;
    throw new BackupError(`MIGRATION_BACKUPS: ${described.message}`, described.exitCode);
  }
  await deleteOlder(folder);
  return file;
}

async function deleteOlder(folder: string): Promise<void> {
  const age = (name: string) => /^before-.*-(\d{8}T\d{6}Z)\.tar\.gz$/.exec(name)?.[1] ?? "";
  const archives = (await readdir(folder)).filter(age);
  const newestFirst = archives.toSorted((a, b) => age(b).localeCompare(age(a)));
  for (const name of newestFirst.slice(KEPT)) await rm(join(folder, name));
}
