/** Where the parts of one node listen. `links` are proxies in front of them, which a play can cut. */
export type NodePorts = {
  postgres: number;
  api: number;
  links: {
    /** For clients, from HAProxy. */
    clients: number;
    /** For HAProxy's checks. */
    checks: number;
    /** For the other nodes' PostgreSQL. */
    peers: number;
    /** For the other nodes' Patroni. */
    api: number;
    /** To etcd. */
    store: number;
  };
};

export type NodeAddress = Pick<NodePorts, "links"> & { name: string };

/** The only password of the rig, which listens on 127.0.0.1 and is gone with the run. */
export const PASSWORD = "only-for-the-rehearsal";

const local = (port: number) => `127.0.0.1:${port}`;

/**
 * Patroni up to 3.0.2 writes its lease in etcd's API v3 without a condition: a primary that wakes up takes the
 * lock back, and confirmed writes are lost.
 * @param yaml Patroni's settings
 * @param version the output of `patroni --version`
 * @throws if they make such a pair
 */
export function refuseUnsafeStore(yaml: string, version: string): void {
  if (!/^etcd3:/m.test(yaml)) return;
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(version)?.[0] ?? "0")
    .split(".")
    .map(Number);
  const isFixed = major > 3 || (major === 3 && (minor > 0 || patch > 2));
  if (!isFixed)
    throw new Error(`${version.trim()} loses confirmed writes with "etcd3:". Use "etcd:" and --enable-v2.`);
}

/** The settings of one node beside docs/operating/patroni.yml. */
export function nodeEnvironment(name: string, ports: NodePorts, folder: string): Record<string, string> {
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: local(ports.links.store),
    // Not the addresses that etcd itself announces: they are behind the link.
    PATRONI_ETCD_USE_PROXIES: "true",
    PATRONI_RESTAPI_LISTEN: local(ports.api),
    PATRONI_RESTAPI_CONNECT_ADDRESS: local(ports.links.api),
    PATRONI_POSTGRESQL_LISTEN: local(ports.postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(ports.links.peers),
    PATRONI_POSTGRESQL_DATA_DIR: `${folder}/data`,
    PATRONI_POSTGRESQL_PGPASS: `${folder}/pgpass`,
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_USERNAME: "rewinder",
    PATRONI_REWIND_PASSWORD: PASSWORD,
    PATRONI_openbell_PASSWORD: PASSWORD,
  };
}

/** A single etcd: the rig is one machine. */
export function storeWords(folder: string, { client, peer }: { client: number; peer: number }): string[] {
  const clients = `http://${local(client)}`;
  const peers = `http://${local(peer)}`;
  return [
    "--enable-v2=true",
    `--data-dir=${folder}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    "--log-level=error",
  ];
}

/**
 * docs/operating/haproxy-database.cfg with the rig's addresses.
 * @param ports of its two listeners
 */
export function databaseProxy(
  documented: string,
  nodes: readonly NodeAddress[],
  ports: { primary: number; replicas: number },
): string {
  return withServers(
    documented
      .replace("bind :5000", `bind ${local(ports.primary)}`)
      .replace("bind :5001", `bind ${local(ports.replicas)}`),
    nodes.map(({ name, links }) => `${name} ${local(links.clients)} check port ${links.checks}`),
  );
}

/** docs/operating/haproxy.cfg without TLS. @param servers host and port of the instances */
export function siteProxy(documented: string, servers: readonly string[], port: number): string {
  return withServers(
    documented
      .replace("bind :80\n", `bind ${local(port)}\n`)
      .replace(/^ *(# The file holds.*|bind :443.*|http-request redirect scheme.*)\n/gm, ""),
    servers.map((server, nth) => `s${nth} ${server}`),
  );
}

/** Replaces each block of `server` lines by these. */
const withServers = (text: string, servers: readonly string[]): string =>
  text.replace(/(^ {2}server .*\n)+/gm, servers.map((server) => `  server ${server}\n`).join(""));
