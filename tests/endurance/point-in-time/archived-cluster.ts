import { type ChildProcess, spawn } from "node:child_process";
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
    const cluster = new ArchivedCluster(keeper, programs, place);
    cleanup.defer(() => cluster.stop());
    await mkdir(place.data, { recursive: true });
    await chmod(place.data, 0o700);
    chownCluster(home, keeper);
    const account = (await cluster.run("id", ["-un"])).trim();
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
    const owner = cluster.urlOf(account, "postgres");
    await queryOnce(owner, `create role openbell login password '${PASSWORD}'`);
    await queryOnce(owner, "create database openbell owner openbell");
    await cluster.backrest("stanza-create");
    await cluster.backrest("check");
    return cluster;
  }

  get url(): string {
    return this.urlOf("openbell", "openbell");
  }

  private urlOf(role: string, database: string): string {
    return `postgresql://${role}:${PASSWORD}@127.0.0.1:${this.place.port}/${database}`;
  }

  /** @returns once it accepts writes: after a restore that is the end of the recovery */
  async start(): Promise<void> {
    const { home, data, port } = this.place;
    const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: home, timezone: "UTC" };
    const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const child = this.spawn(this.programs.postgres.postgres, ["-D", data, ...words]);
    this.running = child;
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    await waitUntil(async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${output}`);
      const probe = queryOnce<{ recovering: boolean }>(
        this.urlOf("postgres", "postgres"),
        "select pg_is_in_recovery() as recovering",
      );
      return probe.then(([row]) => row?.recovering === false).catch(() => false);
    });
  }

  async stop(): Promise<void> {
    const child = this.running;
    this.running = undefined;
    if (!child || child.exitCode !== null) return;
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

  private spawn(program: string, words: string[]): ChildProcess {
    const { command, args, options } = commandAs(this.keeper, program, words);
    return spawn(command, args, { ...options, cwd: this.place.home, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Asynchronous, because the store answers in this process. */
  private async run(program: string, words: string[]): Promise<string> {
    const child = this.spawn(program, words);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output += chunk;
      });
    const code = await new Promise((resolve) => child.once("close", resolve));
    if (code !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${code}: ${output}`);
    return output;
  }
}
