import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "../../db/embedded/port.mjs";
import { queryOnce } from "./postgres";
import { waitUntil } from "./server-process";

export type Pooler = {
  /** The given address with the pooler's host and port. */
  url: string;
  /** Kills it with all its connections. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Fewer than the product's connections, so that sessions are reused. */
const SESSIONS = 6;

/** Debian installs it where only root's PATH looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

const program = FOLDERS.map((folder) => join(folder, "pgbouncer")).find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

export const pgbouncerIsMissing = program === undefined;

/** A PgBouncer in transaction mode in front of the database at `url`, whose role gets the settings it needs. */
export async function startPooler(url: string, timeZone = "UTC"): Promise<Pooler> {
  await configureRole(url, timeZone);
  const folder = await mkdtemp(join(tmpdir(), "openbell-pooler-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, configuration(new URL(url), port));
  // As root it switches to another user, who must be able to read this.
  await chmod(folder, 0o755);
  const own = new URL(url);
  own.host = `127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const start = async () => {
    running = await run(file, port);
  };
  const kill = async () => {
    const ending = running;
    running = undefined;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: own.href,
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As in docs/scaling.md. */
async function configureRole(url: string, timeZone: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  for (const setting of [
    `timezone = '${timeZone}'`,
    "statement_timeout = '20s'",
    "idle_in_transaction_session_timeout = '15s'",
  ])
    await queryOnce(url, `alter role current_user in database ${database} set ${setting}`);
}

function configuration({ hostname, port, username, password }: URL, own: number): string {
  return `[databases]
* = host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
default_pool_size = ${SESSIONS}
max_client_conn = 200
`;
}

async function run(file: string, port: number): Promise<ChildProcess> {
  const child = spawn(program ?? "pgbouncer", [...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await waitUntil(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The pooler ended: ${output}`);
    return await answers(port);
  });
  return child;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.end());
  });
