import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { queryOnce } from "tests/support/postgres";
import { waitUntil } from "tests/support/server-process";
import { freePort } from "../../../db/embedded/port.mjs";
import { chooseAccount, chownCluster, commandAs, type Keeper } from "../../../db/embedded/run-as.mjs";
import type { Cleanup } from "../cleanup";
import type { ObjectStore } from "./object-store";
import type { Programs } from "./programs";
import { archivingSettings, backrestSettings } from "./settings";

const PASSWORD = "only-for-this-try";

/** A PostgreSQL of the system that archives its changes, along with pgBackRest. Both run unprivileged. */
export class ArchivedCluster {
  private running: ChildProcess | undefined;

  private constructor(
    private readonly keeper: Keeper,
    private readonly programs: Programs,
    private readonly place: { home: string; data: string; config: string; port: number },
    /** The account that runs both, which is also the name of the owner's role. */
    private readonly account: string,
  ) {}

  /** An empty database of Openbell's, whose changes go to the store from now on. */
  static async create(cleanup: Cleanup, programs: Programs, store: ObjectStore, folder: string) {
    const home = join(folder, "home");
    const keeper = chooseAccount({ native: programs.postgres, folder, home });
    if (!keeper) throw new Error("Nobody can run PostgreSQL here");
    const place = {
      home,
      data: join(home, "data"),
      config: join(home, "pgbackrest.conf"),
      port: await freePort(),
    };
    await mkdir(place.data, { recursive: true });
    await chmod(place.data, 0o700);
    chownCluster(home, keeper);
    const account = (await runAs(keeper, home, "id", ["-un"])).trim();
    const cluster = new ArchivedCluster(keeper, programs, place, account);
    cleanup.defer(() => cluster.stop());
    const words = ["-D", place.data, "-U", account, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
    await cluster.run(programs.postgres.initdb, [...words, "--no-instructions"]);
    await chmod(store.certificate, 0o644);
    await writeFile(place.config, backrestSettings({ ...place, folder: home, account, store }), {
      mode: 0o644,
    });
    await appendFile(
      join(place.data, "postgresql.conf"),
      archivingSettings(programs.pgbackrest, place.config),
    );
    await cluster.start();
    await queryOnce(cluster.ownerUrl, `create role openbell login password '${PASSWORD}'`);
    await queryOnce(cluster.ownerUrl, "create database openbell owner openbell");
    await cluster.backrest("stanza-create");
    await cluster.backrest("check");
    return cluster;
  }

  get url(): string {
    return this.urlOf("openbell", "openbell");
  }

  private get ownerUrl(): string {
    return this.urlOf(this.account, "postgres");
  }

  private urlOf(role: string, database: string): string {
    return `postgresql://${encodeURIComponent(role)}:${PASSWORD}@127.0.0.1:${this.place.port}/${database}`;
  }

  /** @returns once it accepts writes: after a restore that is the end of the recovery */
  async start(): Promise<void> {
    const { home, data, port } = this.place;
    const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: home, timezone: "UTC" };
    const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = spawnAs(this.keeper, home, this.programs.postgres.postgres, ["-D", data, ...words]);
    this.running = child;
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    await waitUntil(async () => {
      if (hasEnded(child)) throw new Error(`PostgreSQL ended: ${output}`);
      const probe = queryOnce<{ recovering: boolean }>(
        this.ownerUrl,
        "select pg_is_in_recovery() as recovering",
      );
      return probe.then(([row]) => row?.recovering === false).catch(() => false);
    });
  }

  async stop(): Promise<void> {
    const child = this.running;
    this.running = undefined;
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Fast: it waits for the archive, not for clients.
    child.kill("SIGINT");
    await ended;
  }

  /** Runs pgBackRest. @returns what it printed @throws with its output */
  backrest(command: string, ...words: string[]): Promise<string> {
    const { config } = this.place;
    return this.run(this.programs.pgbackrest, [`--config=${config}`, "--stanza=openbell", ...words, command]);
  }

  private run(program: string, words: string[]): Promise<string> {
    return runAs(this.keeper, this.place.home, program, words);
  }
}

/** Also if a signal ended it, or if it never started. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

function spawnAs(keeper: Keeper, folder: string, program: string, words: string[]): ChildProcess {
  const { command, args, options } = commandAs(keeper, program, words);
  return spawn(command, args, { ...options, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
}

/** Asynchronous, because the store answers in this process. @returns what it printed @throws with its output */
async function runAs(keeper: Keeper, folder: string, program: string, words: string[]): Promise<string> {
  const child = spawnAs(keeper, folder, program, words);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${signal ?? code}: ${output}`);
  return output;
}
