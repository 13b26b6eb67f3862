import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, EmbeddedTrouble } from "./error.mjs";
import { cannotRun } from "./platform.mjs";
import { asKeeper, handOver } from "./run-as.mjs";

/** @typedef {import("./run-as.mjs").Keeper} Keeper */

/** The product's role and its database. The role may make databases (tests do) and is no superuser. */
const NAME = "openbell";

const LOCALE = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** @param {string} home folder of one cluster: PostgreSQL's files and ours beside them */
export function filesOf(home) {
  return {
    data: join(home, "data"),
    password: join(home, "password"),
    port: join(home, "port"),
    log: join(home, "log"),
  };
}

/** @param {string} home */
export const clusterExists = (home) => existsSync(join(filesOf(home).data, "PG_VERSION"));

/**
 * Makes a cluster under another name and renames it when it is whole: a run that is cut short leaves nothing
 * that looks like a cluster.
 *
 * @param {string} home
 * @param {Keeper} keeper
 * @param {boolean} ephemeral
 */
export function createCluster(home, keeper, ephemeral) {
  const unfinished = `${home}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const files = filesOf(unfinished);
  const password = randomBytes(24).toString("base64url");
  writeFileSync(files.password, password, { mode: 0o600 });
  writeFileSync(files.port, "", { mode: 0o600 });
  writeFileSync(files.log, "", { mode: 0o600 });
  mkdirSync(join(unfinished, "users"), { mode: 0o700 });
  mkdirSync(files.data, { mode: 0o700 });
  handOver(unfinished, keeper);
  // The superuser gets no password and no line in pg_hba.conf: nobody can sign in as it.
  const sync = ephemeral ? ["--no-sync"] : [];
  run(keeper, keeper.native.initdb, [
    "-D",
    files.data,
    "-U",
    "postgres",
    "-A",
    "reject",
    "--no-instructions",
    ...LOCALE,
    ...sync,
  ]);
  writeFileSync(join(files.data, "pg_hba.conf"), `host all ${NAME} 127.0.0.1/32 scram-sha-256\n`);
  const statements = [
    `CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${NAME} OWNER ${NAME};`,
  ];
  const quiet = ["-c", "log_checkpoints=off", "-c", `fsync=${ephemeral ? "off" : "on"}`];
  const single = ["--single", "-D", files.data, "-j", ...quiet, "postgres"];
  run(keeper, keeper.native.postgres, single, `${statements.join("\n\n")}\n\n`);
  renameSync(unfinished, home);
}

/**
 * @param {string} home
 * @param {number} port
 */
export function urlOf(home, port) {
  return `postgresql://${NAME}:${readFileSync(filesOf(home).password, "utf8").trim()}@127.0.0.1:${port}/${NAME}`;
}

/**
 * @param {string} home
 * @param {Keeper} keeper
 * @throws {EmbeddedTrouble} when another major version of PostgreSQL wrote the files
 */
export function checkVersion(home, keeper) {
  const written = readFileSync(join(filesOf(home).data, "PG_VERSION"), "utf8").trim();
  const brought = keeper.native.version.split(".")[0];
  if (written === brought) return;
  throw new EmbeddedTrouble(
    `${home} was written by PostgreSQL ${written}, this release brings ${brought}: dump it with ${written}, or move it away to begin anew.`,
  );
}

/**
 * @param {Keeper} keeper
 * @param {string} program
 * @param {string[]} words
 * @param {string} [input]
 */
function run(keeper, program, words, input = "") {
  const { command, args, options } = asKeeper(keeper, program, words);
  const { status, error, stdout, stderr } = spawnSync(command, args, { ...options, input, encoding: "utf8" });
  if (codeOf(error) === "ENOENT") throw cannotRun();
  if (error) throw error;
  // A single-user server says "ERROR" and goes on to its end as if all were well.
  if (status === 0 && !/^.*\b(ERROR|FATAL):/m.test(stderr)) return;
  throw new EmbeddedTrouble(
    "The embedded PostgreSQL could not make its data folder.",
    `${stdout}${stderr}`.trim(),
  );
}
