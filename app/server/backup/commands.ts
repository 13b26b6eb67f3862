import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupError, EXIT } from "db/backup/backup-error";
import { config } from "~/platform/config.server";
import { storage } from "~/platform/storage.server";
import { describeFailure, type Failure } from "../describe-failure";
import { archiveName } from "./archive-name";
import { backUp } from "./back-up";
import { describeError } from "./describe-error";
import type { Manifest } from "./parts";
import { checkArchive, restore } from "./restore";

/** `npm run backup [-- --to FILE]`: database and pictures in one archive. */
export const backupCommand = (args: string[]): Promise<void> =>
  runCommand(NO_FILE_LEFT, async () => {
    const { values } = parse(() => parseArgs({ args, options: { to: { type: "string" } } }), BACKUP_USAGE);
    const now = new Date();
    const file = absolutePath(values.to ?? archiveName("openbell", now));
    const manifest = await backUp({ ...place(), file, now });
    const { size } = await stat(file);
    return [
      `${file}: ${describe(manifest)}; ${(size / 1_000_000).toFixed(1)} MB.`,
      ...missingPictures(manifest),
      "The backup contains email addresses and password hashes: store it where only you can read it.",
    ];
  });

/** `npm run restore -- FILE`: fills an empty database; `--check` only verifies the archive. */
export const restoreCommand = (args: string[]): Promise<void> =>
  runCommand(STILL_EMPTY, async () => {
    const options = { check: { type: "boolean" } } as const;
    const { values, positionals } = parse(
      () => parseArgs({ args, options, allowPositionals: true }),
      RESTORE_USAGE,
    );
    const [name, ...more] = positionals;
    if (!name || more.length > 0) throw new BackupError(RESTORE_USAGE, EXIT.usage);
    const file = absolutePath(name);
    if (values.check) {
      const { about, manifest } = await checkArchive(file);
      return [`${file} is complete: ${describe(manifest)}, made at ${about.createdAt}.`];
    }
    const { manifest, newerMigrations } = await restore({ ...place(), file });
    return [
      `Restored ${describe(manifest)}.`,
      ...(newerMigrations.length > 0
        ? [`Migrations of this release applied: ${newerMigrations.length}.`]
        : []),
      "The backup does not contain SESSION_SECRET. With another secret, links in queued emails do not work.",
    ];
  });

/** The state after a failure. */
const NO_FILE_LEFT = "The incomplete archive was deleted.";
const STILL_EMPTY = "The database is still empty. Pictures that were already written will be overwritten.";

const BACKUP_USAGE = "Usage: npm run backup [-- --to FILE]";
const RESTORE_USAGE = "Usage: npm run restore -- [--check] FILE";

const place = () => ({ databaseUrl: config().databaseDirectUrl, storage: storage() });

/** npm runs commands in the project's folder, but paths are relative to the operator's. */
const absolutePath = (name: string): string => resolve(process.env.INIT_CWD ?? "", name);

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

function describe({ tables, pictures, jobs }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const nouns = { table: tables.length, row: rows, "waiting job": jobs, "picture file": pictures.files };
  return Object.entries(nouns)
    .map(([noun, count]) => counted(count, noun))
    .join(", ");
}

const missingPictures = ({ pictures: { missing } }: Manifest): string[] =>
  missing > 0 ? [`Missing: ${counted(missing, "picture file")}; readers see a placeholder.`] : [];

function parse<Parsed>(read: () => Parsed, usage: string): Parsed {
  try {
    return read();
  } catch {
    throw new BackupError(usage, EXIT.usage);
  }
}

/** Prints the result, or one line about the failure, and sets the exit code. */
async function runCommand(afterFailure: string, run: () => Promise<string[]>): Promise<void> {
  try {
    for (const line of await run()) console.log(line);
  } catch (error) {
    const { line, exitCode } = failureOf(error, afterFailure);
    console.error(line);
    process.exitCode = exitCode;
  }
}

function failureOf(error: unknown, afterFailure: string): Failure {
  const described = describeError(error, afterFailure);
  if (described) return { line: described.message, exitCode: described.exitCode };
  const { line, exitCode } = describeFailure(error, config());
  return { line: `${line}. ${afterFailure}`, exitCode };
}
