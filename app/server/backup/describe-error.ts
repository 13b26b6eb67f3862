import { BackupError, EXIT } from "db/backup/backup-error";

/** What systems and PostgreSQL say when there is no room, or no right to write. */
const LINES: Readonly<Record<string, string>> = {
  ENOSPC: "There is no room left on the disk",
  EDQUOT: "There is no room left on the disk",
  "53100": "The database's disk is full",
  EACCES: "The file may not be written",
  EPERM: "The file may not be written",
  EROFS: "The file may not be written",
  ENOENT: "The folder is not there",
  ENOTDIR: "The folder is not there",
};

/**
 * What to tell an operator who can mend it, and how the command ends.
 * @param afterwards a sentence on what is there now
 * @returns undefined for anything else that broke
 */
export function describeError(error: unknown, afterwards: string): BackupError | undefined {
  if (error instanceof BackupError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const line = LINES[code];
  return line === undefined
    ? undefined
    : new BackupError(`${line} (${code}). ${afterwards}`, EXIT.cannotWrite);
}
