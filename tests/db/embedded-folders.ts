import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startEmbedded } from "db/embedded/server.mjs";

const SERVER = new URL("../../db/embedded/server.mjs", import.meta.url).href;

type Database = Awaited<ReturnType<typeof startEmbedded>>;

const folders: string[] = [];
const children: ChildProcess[] = [];

/** A data folder for one test. `removeFolders` deletes it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "openbell-embedded-"));
  chmodSync(folder, 0o711);
  return keepTrackOfFolder(folder);
}

/** Another process that uses the folder. It reports its port and stops when its input ends. */
export async function otherProcess(dataDir: string) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(SERVER)});
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, ephemeral: true });
    console.log(JSON.stringify({ port: database.port, attached: database.attached }));
    process.stdin.resume().on("end", () => database.stop());`;
  const args = ["--input-type=module", "--eval", script];
  const child = keepTrackOf(spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const info = JSON.parse(line) as { port: number; attached: boolean };
  const end = async (signal?: NodeJS.Signals) => {
    if (signal) child.kill(signal);
    else child.stdin.end();
    await once(child, "exit");
  };
  return { ...info, end };
}

export const pidFile = (folder: string) => join(folder, "postgres", "data", "postmaster.pid");
export const postmasterOf = (folder: string) => Number(readFileSync(pidFile(folder), "utf8").split("\n")[0]);
export const start = (dataDir: string) => startEmbedded({ dataDir, ephemeral: true });

/** Stops the database even if the work fails: the next test must not find a running server. */
export async function withDatabase<T>(
  starting: ReturnType<typeof start>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await starting;
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

/** Registers a process that `removeFolders` ends. */
export function keepTrackOf<T extends ChildProcess>(child: T): T {
  children.push(child);
  return child;
}

/** Registers a folder that `removeFolders` deletes. */
export function keepTrackOfFolder(folder: string): string {
  folders.push(folder);
  return folder;
}

/** Ends all processes and deletes all folders after a file's last test. */
export async function removeFolders(): Promise<void> {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) {
    if (existsSync(pidFile(folder))) await (await start(folder)).stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
