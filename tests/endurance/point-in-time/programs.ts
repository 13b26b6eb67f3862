import { binariesIn, type Native } from "../../../db/embedded/platform.mjs";
import { findProgram, isProgram } from "../programs";

export type Programs = { postgres: Native; pgbackrest: string; openssl: string };

/** In a container, a policy-rc.d that exits with 101 keeps the packages from starting services. */
export const INSTALL = "apt-get install -y --no-install-recommends postgresql-15 pgbackrest openssl";

/** Where Debian has PostgreSQL. pgBackRest refuses versions newer than itself, and Debian has both of one age. */
const POSTGRES = "/usr/lib/postgresql/15";

/** @returns the programs, or the names of the missing ones */
export function findPrograms(): Programs | { missing: string[] } {
  const postgres = binariesIn(POSTGRES, "15");
  const [pgbackrest, openssl] = [findProgram("pgbackrest"), findProgram("openssl")];
  const hasPostgres = isProgram(postgres.initdb);
  if (hasPostgres && pgbackrest && openssl) return { postgres, pgbackrest, openssl };
  const found = { "postgresql-15": hasPostgres, pgbackrest, openssl };
  return { missing: Object.entries(found).flatMap(([name, is]) => (is ? [] : [name])) };
}
