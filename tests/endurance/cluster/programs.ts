import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram, isProgram } from "../programs";

export type Programs = { patroni: string; etcd: string; haproxy: string; postgres: string };

/** What Debian 12 needs. In a container, a policy-rc.d that exits with 101 keeps the services from starting. */
export const INSTALL =
  "apt-get install -y --no-install-recommends patroni python3-etcd etcd-server haproxy postgresql-15";

/** Where Debian has the versions of PostgreSQL. */
const POSTGRES_FOLDER = "/usr/lib/postgresql";

/** The newest PostgreSQL of the system; the embedded one has no pg_basebackup. */
function findPostgres(): string | undefined {
  let versions: string[] = [];
  try {
    versions = readdirSync(POSTGRES_FOLDER);
  } catch {
    return undefined;
  }
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_FOLDER, version, "bin", "postgres"))
    .find(isProgram);
}

/** @returns the programs of a cluster, or the names of those that are missing */
export function findPrograms(): Programs | { missing: string[] } {
  const found = {
    patroni: findProgram("patroni"),
    etcd: findProgram("etcd"),
    haproxy: findProgram("haproxy"),
    postgres: findPostgres(),
  };
  const missing = Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]));
  return missing.length > 0 ? { missing } : (found as Programs);
}
