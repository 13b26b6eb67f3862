import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterFiles, connectionUrl, createCluster } from "../../db/embedded/cluster.mjs";
import { findBinaries } from "../../db/embedded/platform.mjs";
import { freePort } from "../../db/embedded/port.mjs";
import { chooseAccount, chownCluster, commandAs, type Keeper } from "../../db/embedded/run-as.mjs";
import { queryOnce } from "./postgres";
import { waitUntil } from "./server-process";

export type ReplicatedDatabase = {
  primaryUrl: string;
  replicaUrl: string;
  /** The address of a second replica, with the same role and password. */
  otherReplicaUrl: string;
  /** Makes a replica receive changes without applying them. @param url of the first by default */
  pause(url?: string): Promise<void>;
  resume(url?: string): Promise<void>;
  close(): Promise<void>;
};

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  wal_level: "replica",
  hot_standby: "on",
  fsync: "off",
  timezone: "UTC",
};

/** Commands for a superuser, whom nobody can sign in as. */
const GRANTS = `ALTER ROLE openbell REPLICATION;

GRANT EXECUTE ON FUNCTION pg_wal_replay_pause(), pg_wal_replay_resume() TO openbell;

`;

/** Three PostgreSQL servers: one streams its changes to the others. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "openbell-replicated-"));
  await chmod(folder, 0o711);
  const primary = join(folder, "primary");
  const account = chooseAccount({ native: findBinaries(), folder, home: primary });
  if (!account) throw new Error("Nobody can run PostgreSQL here");
  createCluster(primary, account, true);
  await appendFile(
    join(clusterFiles(primary).data, "pg_hba.conf"),
    "host replication openbell 127.0.0.1/32 scram-sha-256\n",
  );
  grant(account, clusterFiles(primary).data);
  const primaryPort = await freePort();
  const primaryUrl = connectionUrl(primary, primaryPort);
  const replicas = [
    { folder: join(folder, "replica"), port: await freePort() },
    { folder: join(folder, "other-replica"), port: await freePort() },
  ];
  // The copy of a cleanly stopped server continues where that one stopped.
  for (const replica of replicas) await copyAsReplica(primary, primaryUrl, replica.folder);
  const running = [await run(account, clusterFiles(primary).data, primaryPort, primaryUrl)];
  const urls: string[] = [];
  for (const replica of replicas) {
    const url = connectionUrl(primary, replica.port);
    chownCluster(replica.folder, account);
    running.push(await run(account, clusterFiles(replica.folder).data, replica.port, url));
    urls.push(url);
  }
  const [replicaUrl = "", otherReplicaUrl = ""] = urls;
  return {
    primaryUrl,
    replicaUrl,
    otherReplicaUrl,
    pause: (url = replicaUrl) => queryOnce(url, "select pg_wal_replay_pause()").then(() => {}),
    resume: (url = replicaUrl) => queryOnce(url, "select pg_wal_replay_resume()").then(() => {}),
    async close() {
      await Promise.all(running.map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function copyAsReplica(primary: string, primaryUrl: string, replica: string): Promise<void> {
  await cp(primary, replica, { recursive: true });
  const { data } = clusterFiles(replica);
  await writeFile(join(data, "standby.signal"), "");
  const { username, password, port } = new URL(primaryUrl);
  await appendFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
}

function grant(account: Keeper, data: string): void {
  const single = ["--single", "-D", data, "-j", "-c", "fsync=off", "openbell"];
  const { command, args, options } = commandAs(account, account.native.postgres, single);
  const { status, stderr } = spawnSync(command, args, { ...options, input: GRANTS, encoding: "utf8" });
  if (status !== 0 || /\b(ERROR|FATAL):/.test(stderr)) throw new Error(stderr);
}

async function run(account: Keeper, data: string, port: number, url: string): Promise<ChildProcess> {
  const settings = Object.entries({ port: String(port), ...SETTINGS });
  const words = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, options } = commandAs(account, account.native.postgres, ["-D", data, ...words]);
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await waitUntil(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PostgreSQL ended: ${output}`);
    return queryOnce(url, "select 1").then(
      () => true,
      () => false,
    );
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGQUIT");
  await ended;
}
