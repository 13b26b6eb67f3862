import { mkdir, rm } from "node:fs/promises";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { freePort } from "../../../db/embedded/port.mjs";
import { processIdentity, waitUntil } from "../../../db/embedded/process.mjs";
import { chownCluster, type Keeper } from "../../../db/embedded/run-as.mjs";
import { killAll, postgresProcesses, processTitle, type Started, signalAll, startAs } from "./processes";
import { type NodePorts, nodeEnvironment, PASSWORD } from "./settings";

/** The parts of Patroni's answer that the plays use. */
export type NodeState = {
  state: string;
  role: string;
  timeline?: number;
  replication?: { state: string; sync_state: string; application_name: string }[];
};

export type Links = Record<keyof NodePorts["links"], TcpProxy>;

const ANSWER_WITHIN_MS = 2_000;
const ENDS_WITHIN_MS = 10_000;

type Place = { account: Keeper; patroni: string; settings: string; folder: string };

/** One machine of the cluster: a PostgreSQL, its Patroni, and the lines that lead to and from it. */
export class ClusterNode {
  private running: Started | undefined;

  private constructor(
    readonly name: string,
    private readonly ports: NodePorts,
    readonly links: Links,
    private readonly place: Place,
  ) {}

  /** @param store host and port of etcd */
  static async create(name: string, place: Place, store: string): Promise<ClusterNode> {
    const own = { ...place, folder: `${place.folder}/${name}` };
    await mkdir(own.folder);
    chownCluster(own.folder, place.account);
    const postgres = await freePort();
    const api = await freePort();
    const lead = (port: number) => tcpProxy(`http://127.0.0.1:${port}`);
    const links = {
      clients: await lead(postgres),
      checks: await lead(api),
      peers: await lead(postgres),
      api: await lead(api),
      store: await tcpProxy(`http://${store}`),
    };
    const portOf = ({ url }: TcpProxy) => Number(new URL(url).port);
    const ports = {
      postgres,
      api,
      links: {
        clients: portOf(links.clients),
        checks: portOf(links.checks),
        peers: portOf(links.peers),
        api: portOf(links.api),
        store: portOf(links.store),
      },
    };
    return new ClusterNode(name, ports, links, own);
  }

  get address() {
    return { name: this.name, links: this.ports.links };
  }

  /** Its own PostgreSQL, past all links. @param role with the rig's password */
  url(role: string, database: string): string {
    return `postgresql://${role}:${PASSWORD}@127.0.0.1:${this.ports.postgres}/${database}`;
  }

  private get data(): string {
    return `${this.place.folder}/data`;
  }

  /** Starts Patroni, which starts or makes its PostgreSQL. */
  start(): void {
    const { account, patroni, settings, folder } = this.place;
    const env = {
      ...nodeEnvironment(this.name, this.ports, folder),
      PATRONI_POSTGRESQL_BIN_DIR: account.native.folder,
    };
    this.running = startAs(account, patroni, [settings], env);
  }

  /** Ends Patroni and, with it, PostgreSQL, as a shutdown of the machine does. */
  async stop(): Promise<void> {
    const child = this.running?.child;
    this.running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  signalPatroni(signal: NodeJS.Signals): void {
    this.running?.child.kill(signal);
  }

  signalPostgres(signal: NodeJS.Signals): void {
    signalAll(postgresProcesses(this.data), signal);
  }

  /** The process that applies a standby's changes. */
  signalReplay(signal: NodeJS.Signals): void {
    const replaying = postgresProcesses(this.data).filter((pid) => /: startup /.test(processTitle(pid)));
    signalAll(replaying, signal);
  }

  /** kill -9 of the postmaster alone; its children end themselves. */
  killPostmaster(): void {
    signalAll(postgresProcesses(this.data).slice(0, 1), "SIGKILL");
  }

  /** The machine is gone. */
  async kill(): Promise<void> {
    const patroni = this.running?.pid;
    this.running = undefined;
    await killAll([...(patroni ? [patroni] : []), ...postgresProcesses(this.data)]);
  }

  /** The disk is gone, too. */
  async erase(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  /** @returns Patroni's answer, or undefined without one in time */
  async state(): Promise<NodeState | undefined> {
    try {
      return (await (await this.ask("GET", "patroni")).json()) as NodeState;
    } catch {
      return undefined;
    }
  }

  /** A request to its Patroni, past all links. @throws without an answer in time */
  ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.ports.api}/${path}`, {
      method,
      signal: AbortSignal.timeout(body ? 60_000 : ANSWER_WITHIN_MS),
      ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
    });
  }

  /** The last lines of Patroni's log. */
  log(): string {
    return this.running?.log() ?? "";
  }

  /** A killed PostgreSQL would leave its shared memory behind. */
  async close(): Promise<void> {
    this.signalPatroni("SIGKILL");
    const [postmaster = 0] = postgresProcesses(this.data);
    this.signalPostgres("SIGCONT");
    signalAll(postmaster ? [postmaster] : [], "SIGQUIT");
    await waitUntil(() => processIdentity(postmaster) === null, ENDS_WITHIN_MS);
    await this.kill();
    await Promise.all(Object.values(this.links).map((link) => link.close()));
  }
}
