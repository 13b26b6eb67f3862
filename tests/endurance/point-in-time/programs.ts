import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { binariesIn, type Native } from "../../../db/embedded/platform.mjs";

export type Programs = { postgres: Native; pgbackrest: string; openssl: string };

/** In a container, a policy-rc.d that exits with 101 keeps the packages from starting services. */
export const INSTALL = "apt-get install -y --no-install-recommends postgresql-15 pgbackrest openssl";

/** Where Debian has PostgreSQL. pgBackRest refuses versions newer than itself, and Debian has both of one age. */
const POSTGRES = "/usr/lib/postgresql/15";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findProgram = (name: string): string =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram) ?? "";

/** @returns the programs, or the names of the missing ones */
export function findPrograms(): Programs | { missing: string[] } {
  const postgres = binariesIn(POSTGRES, "15");
  const programs = { postgres, pgbackrest: findProgram("pgbackrest"), openssl: findProgram("openssl") };
  const missing = [
    ...(isProgram(postgres.initdb) ? [] : ["postgresql-15"]),
    ...(["pgbackrest", "openssl"] as const).filter((name) => programs[name] === ""),
  ];
  return missing.length > 0 ? { missing } : programs;
}
