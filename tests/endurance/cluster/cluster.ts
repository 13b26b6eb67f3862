import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binariesIn } from "../../../db/embedded/platform.mjs";
import { freePort } from "../../../db/embedded/port.mjs";
import { chooseAccount, chownCluster, type Keeper } from "../../../db/embedded/run-as.mjs";
import type { Cleanup } from "../cleanup";
import { timeUntil } from "../load";
import { ClusterNode } from "./node";
import { killAll, signalAll, startAs } from "./processes";
import type { Programs } from "./programs";
import { databaseProxy, PASSWORD, refuseUnsafeStore, siteProxy, storeWords } from "./settings";

const SETTINGS = "docs/operating/patroni.yml";
const DATABASE_PROXY = "docs/operating/haproxy-database.cfg";
const SITE_PROXY = "docs/operating/haproxy.cfg";
const NAMES = ["n1", "n2", "n3"];

const read = (path: string) => readFileSync(path, "utf8");

/** A cluster takes this long at most to be whole again. A node may have to copy the database. */
const SETTLED_WITHIN_MS = 120_000;

/** Three PostgreSQL nodes under Patroni with etcd, and HAProxy in front, as docs/operating describes them. */
export class Cluster {
  private constructor(
    private readonly place: { account: Keeper; programs: Programs; folder: string; cleanup: Cleanup },
    private readonly store: number,
    readonly nodes: readonly ClusterNode[],
    private readonly ports: { primary: number; replicas: number },
  ) {}

  /** @throws with a reason for the reader if it cannot be started here */
  static async start(programs: Programs, cleanup: Cleanup): Promise<Cluster> {
    const yaml = read(SETTINGS);
    refuseUnsafeStore(yaml, spawnSync(programs.patroni, ["--version"], { encoding: "utf8" }).stdout);
    const folder = await mkdtemp(join(tmpdir(), "openbell-cluster-"));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    const home = join(folder, "home");
    const account = accountFor(programs, folder, home);
    await mkdir(home);
    chownCluster(home, account);
    const settings = join(folder, "patroni.yml");
    await writeFile(settings, yaml);
    const client = await freePort();
    const store = await startStore(programs, account, home, client, cleanup);
    const nodes: ClusterNode[] = [];
    for (const name of NAMES) {
      const place = { account, patroni: programs.patroni, settings, folder: home };
      const node = await ClusterNode.create(name, place, `127.0.0.1:${client}`);
      cleanup.defer(() => node.close());
      nodes.push(node);
    }
    const ports = { primary: await freePort(), replicas: await freePort() };
    const cluster = new Cluster({ account, programs, folder, cleanup }, store, nodes, ports);
    for (const node of nodes) node.start();
    await cluster.runProxy(
      "database",
      databaseProxy(
        read(DATABASE_PROXY),
        nodes.map((n) => n.address),
        ports,
      ),
    );
    await cluster.settle();
    return cluster;
  }

  /** The primary, through HAProxy. */
  url(database = "openbell"): string {
    return `postgresql://openbell:${PASSWORD}@127.0.0.1:${this.ports.primary}/${database}`;
  }

  /** The replicas, through HAProxy. */
  replicaUrl(database = "openbell"): string {
    return `postgresql://openbell:${PASSWORD}@127.0.0.1:${this.ports.replicas}/${database}`;
  }

  /** Puts docs/operating/haproxy.cfg in front of instances. @returns its address */
  async startSiteProxy(instances: readonly string[]): Promise<string> {
    const port = await freePort();
    const servers = instances.map((url) => new URL(url).host);
    await this.runProxy("site", siteProxy(read(SITE_PROXY), servers, port));
    return `http://127.0.0.1:${port}`;
  }

  private async runProxy(name: string, settings: string): Promise<void> {
    const { account, programs, folder, cleanup } = this.place;
    const file = join(folder, `${name}.cfg`);
    await writeFile(file, settings);
    const { child, pid, log } = startAs(account, programs.haproxy, ["-db", "-f", file]);
    child.once("exit", (code) => code && console.error(`HAProxy (${name}) ended: ${log()}`));
    cleanup.defer(() => killAll([pid]));
  }

  /** Stops or continues etcd. */
  signalStore(signal: "SIGSTOP" | "SIGCONT"): void {
    signalAll([this.store], signal);
  }

  /** The node that says it is the primary. @throws if none does */
  async primary(): Promise<ClusterNode> {
    for (const node of this.nodes) if (isPrimary((await node.state())?.role)) return node;
    throw new Error("The cluster has no primary");
  }

  async replicas(): Promise<ClusterNode[]> {
    const primary = await this.primary();
    return this.nodes.filter((node) => node !== primary);
  }

  /** The replica that confirms each write. */
  async standby(): Promise<ClusterNode> {
    const links = (await (await this.primary()).state())?.replication ?? [];
    const name = links.find(({ sync_state: sync }) => sync === "sync")?.application_name;
    const found = this.nodes.find((node) => node.name === name);
    if (!found) throw new Error("The cluster has no synchronous standby");
    return found;
  }

  /** Waits until one node is primary and both others stream from it. @throws with Patroni's logs if they do not */
  async settle(): Promise<void> {
    const took = await timeUntil(() => this.isSettled(), { within: SETTLED_WITHIN_MS, every: 250 });
    if (took === undefined)
      throw new Error(
        `The cluster does not settle:\n${this.nodes.map((n) => n.log().slice(-2_000)).join("\n")}`,
      );
  }

  private async isSettled(): Promise<boolean> {
    const states = await Promise.all(this.nodes.map((node) => node.state()));
    const primaries = states.filter((state) => isPrimary(state?.role));
    const running = states.filter((state) => state?.state === "running" || state?.state === "streaming");
    const links = primaries[0]?.replication ?? [];
    const streaming = links.filter(({ state }) => state === "streaming");
    const confirmed = links.some(({ sync_state: sync }) => sync === "sync") || this.asynchronous;
    return primaries.length === 1 && running.length === 3 && streaming.length === 2 && confirmed;
  }

  private asynchronous = false;

  /** Changes the cluster's settings, and waits until every node has read them. */
  async configure(settings: { synchronous_mode?: boolean; failsafe_mode?: boolean }): Promise<void> {
    const { status } = await (await this.primary()).ask("PATCH", "config", settings);
    if (status !== 200) throw new Error(`Patroni refused the settings: ${status}`);
    if (settings.synchronous_mode !== undefined) this.asynchronous = !settings.synchronous_mode;
    // Twice loop_wait.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await this.settle();
  }

  /** A planned change of the primary. */
  async switchover(to: ClusterNode): Promise<void> {
    const leader = await this.primary();
    const answer = await leader.ask("POST", "switchover", { leader: leader.name, candidate: to.name });
    if (answer.status !== 200) throw new Error(`No switchover: ${answer.status} ${await answer.text()}`);
  }
}

/** Patroni 3.0.2 calls it master. */
const isPrimary = (role: string | undefined): boolean => role === "primary" || role === "master";

function accountFor({ postgres }: Programs, folder: string, home: string): Keeper {
  const bin = dirname(postgres);
  const native = { ...binariesIn(dirname(bin), ""), folder: bin };
  const account = chooseAccount({ native, folder, home });
  if (!account || account.disguised) throw new Error("Nobody can run PostgreSQL here");
  return account;
}

async function startStore(
  programs: Programs,
  account: Keeper,
  home: string,
  client: number,
  cleanup: Cleanup,
): Promise<number> {
  const words = storeWords(join(home, "etcd"), { client, peer: await freePort() });
  const { pid, log } = startAs(account, programs.etcd, words);
  cleanup.defer(() => killAll([pid]));
  const healthy = () =>
    fetch(`http://127.0.0.1:${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  if ((await timeUntil(healthy, { within: 20_000 })) === undefined) throw new Error(`No etcd: ${log()}`);
  return pid;
}
