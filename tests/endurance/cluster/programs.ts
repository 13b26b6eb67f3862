import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Programs = { patroni: string; etcd: string; haproxy: string; postgres: string };

/** What Debian 12 needs. In a container, a policy-rc.d that exits with 101 keeps the services from starting. */
export const INSTALL =
  "apt-get install -y --no-install-recommends patroni python3-etcd etcd-server haproxy postgresql-15";

/** Where Debian has the versions of PostgreSQL. */
const POSTGRES_FOLDER = "/usr/lib/postgresql";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Debian installs HAProxy where only root's PATH looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find(isProgram);

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
