import { BackupError, EXIT } from "db/backup/backup-error";

/** Error codes of the system and PostgreSQL for a full disk or missing permission. */
const LINES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk is full",
  "53100": "The database's disk is full",
  EACCES: "Permission denied: the file cannot be written",
  EPERM: "Permission denied: the file cannot be written",
  EROFS: "Permission denied: the file cannot be written",
  ENOENT: "The folder does not exist",
  ENOTDIR: "The folder does not exist",
  EEXIST: "There is a file where the folder should be",
};

/**
 * The message and exit code for an error that the operator can fix.
 * @param afterwards a sentence about the resulting state
 * @returns undefined for other errors
 */
export function describeError(error: unknown, afterwards: string): BackupError | undefined {
  if (error instanceof BackupError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const line = LINES[code];
  return line === undefined
    ? undefined
    : new BackupError(`${line} (${code}). ${afterwards}`, EXIT.cannotWrite);
}
