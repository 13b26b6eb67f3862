import { queryOnce } from "tests/support/postgres";
import type { Cluster } from "../cluster/cluster";
import type { ClusterNode } from "../cluster/node";
import { sleep } from "../load";
import type { Limits } from "./outcomes";
import type { Action } from "./stage";

export type Play = { name: string; what: string; limits: Limits; act: Action };

/** Milliseconds. The cluster's ttl, and 15 s for election, HAProxy and reconnection. */
const TTL_AND_15 = 35_000;
const AT_A_SWITCHOVER = 5_000;

/** Longer than the ttl and an election. */
const FAULT_MS = 45_000;
const STORE_AWAY_MS = 60_000;
const STALE_MS = 30_000;
const BEHIND_MS = 3_000;

const nothing = () => undefined;

export const PLAYS: readonly Play[] = [
  {
    name: "kill-primary",
    what: "kill -9 of the primary's PostgreSQL",
    limits: { writesBack: TTL_AND_15 },
    async act(cluster) {
      (await cluster.primary()).killPostmaster();
      await sleep(FAULT_MS / 2);
    },
  },
  {
    name: "kill-machine",
    what: "the primary's machine is gone (kill -9 of Patroni and PostgreSQL)",
    limits: { writesBack: TTL_AND_15 },
    async act(cluster) {
      const primary = await cluster.primary();
      await primary.kill();
      await sleep(FAULT_MS);
      primary.start();
    },
  },
  {
    name: "freeze-primary",
    what: "the primary's PostgreSQL is frozen for 45 s (SIGSTOP)",
    limits: { writesBack: TTL_AND_15 },
    act: (cluster) => freeze(cluster, { postgres: true }),
  },
  {
    name: "freeze-machine",
    what: "the primary's machine is frozen for 45 s and wakes up",
    limits: { writesBack: TTL_AND_15 },
    act: (cluster) => freeze(cluster, { postgres: true, patroni: true }),
  },
  {
    name: "freeze-patroni",
    what: "the primary's Patroni alone is frozen for 45 s",
    limits: { writesBack: TTL_AND_15 },
    act: (cluster) => freeze(cluster, { patroni: true }),
  },
  {
    name: "partition",
    what: "the primary is cut off from etcd, the other nodes and HAProxy for 45 s",
    limits: { writesBack: TTL_AND_15 },
    act: (cluster, found) => cutOffPrimary(cluster, found),
  },
  {
    name: "switchover",
    what: "planned switchover",
    limits: { writesBack: AT_A_SWITCHOVER },
    async act(cluster) {
      await cluster.switchover(await cluster.standby());
    },
  },
  {
    name: "restart-nodes",
    what: "all nodes restarted in turn, the primary after a switchover",
    limits: {},
    act: restartNodes,
  },
  {
    name: "rebuild",
    what: "a replica is rebuilt from nothing",
    limits: {},
    async act(cluster) {
      const standby = await cluster.standby();
      await standby.erase();
      await sleep(BEHIND_MS);
      standby.start();
      await cluster.settle();
    },
  },
  {
    name: "etcd-failsafe",
    what: "etcd silent for 60 s, with failsafe_mode",
    limits: { writesBack: AT_A_SWITCHOVER },
    act: (cluster) => silenceStore(cluster),
  },
  {
    name: "etcd-no-failsafe",
    what: "etcd silent for 60 s, without failsafe_mode",
    limits: { writesBack: STORE_AWAY_MS + TTL_AND_15 },
    async act(cluster) {
      await cluster.configure({ failsafe_mode: false });
      await silenceStore(cluster);
      await cluster.configure({ failsafe_mode: true });
    },
  },
  {
    name: "stale-replica",
    what: "one of two replicas applies nothing for 30 s (its startup process is stopped)",
    limits: {},
    async act(cluster) {
      const standby = await cluster.standby();
      const other = (await cluster.replicas()).find((node) => node !== standby);
      other?.signalReplay("SIGSTOP");
      await sleep(STALE_MS);
      other?.signalReplay("SIGCONT");
    },
  },
  {
    name: "asynchronous",
    what: "asynchronous mode, replication 3 s behind, the primary's machine is gone",
    limits: { writesBack: TTL_AND_15, mayLose: true },
    act: killAsynchronous,
  },
];

async function freeze(cluster: Cluster, what: { postgres?: true; patroni?: true }): Promise<void> {
  const primary = await cluster.primary();
  if (what.patroni) primary.signalPatroni("SIGSTOP");
  if (what.postgres) primary.signalPostgres("SIGSTOP");
  await sleep(FAULT_MS);
  if (what.postgres) primary.signalPostgres("SIGCONT");
  if (what.patroni) primary.signalPatroni("SIGCONT");
}

/** A client on the machine of the old primary tries to write there. */
const cutOffPrimary: Action = async (cluster, found) => {
  const primary = await cluster.primary();
  const others = await cluster.replicas();
  await queryOnce(primary.url("postgres", "postgres"), "create table if not exists stray (at float)");
  const cut = [...Object.values(primary.links), ...others.map(({ links }) => links.api)];
  for (const link of cut) link.freeze();
  const confirmed: number[] = [];
  const trying = setInterval(() => void writeAt(primary).then((at) => confirmed.push(at), nothing), 500);
  await sleep(FAULT_MS / 2);
  const promoted = await newPrimary(others);
  const since = performance.now();
  await sleep(FAULT_MS / 2);
  clearInterval(trying);
  for (const link of cut) link.thaw();
  // What was silent is cut off for good: TCP itself gives up only after many minutes.
  for (const link of cut) link.cut();
  found.strayWrites = promoted ? confirmed.filter((at) => at > since).length : confirmed.length;
};

async function writeAt(node: ClusterNode): Promise<number> {
  await queryOnce(node.url("postgres", "postgres"), "insert into stray values (0)");
  return performance.now();
}

async function newPrimary(nodes: readonly ClusterNode[]): Promise<boolean> {
  const roles = await Promise.all(nodes.map(async (node) => (await node.state())?.role));
  return roles.some((role) => role === "master" || role === "primary");
}

async function restartNodes(cluster: Cluster): Promise<void> {
  for (const replica of await cluster.replicas()) await restart(cluster, replica);
  const former = await cluster.primary();
  await cluster.switchover(await cluster.standby());
  await cluster.settle();
  await restart(cluster, former);
}

async function restart(cluster: Cluster, node: ClusterNode): Promise<void> {
  await node.stop();
  node.start();
  await cluster.settle();
}

async function silenceStore(cluster: Cluster): Promise<void> {
  cluster.signalStore("SIGSTOP");
  await sleep(STORE_AWAY_MS);
  cluster.signalStore("SIGCONT");
}

async function killAsynchronous(cluster: Cluster): Promise<void> {
  await cluster.configure({ synchronous_mode: false });
  const primary = await cluster.primary();
  primary.links.peers.freeze();
  await sleep(BEHIND_MS);
  await primary.kill();
  primary.links.peers.thaw();
  primary.links.peers.cut();
  await sleep(FAULT_MS);
  primary.start();
  await cluster.settle();
  await cluster.configure({ synchronous_mode: true });
}
