import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedDatabaseError, errorCode } from "./error.mjs";
import { cannotRunError } from "./platform.mjs";
import { chownCluster, commandAs } from "./run-as.mjs";

/** @typedef {import("./run-as.mjs").Keeper} Keeper */

/** The product's role and database. The role may create databases (tests do) and is no superuser. */
const NAME = "openbell";

/**
 * Settings that tests of plans change, each in its own database. Elsewhere only a superuser may change them.
 */
const TESTS_MAY_SET = [
  "session_preload_libraries",
  ...["min_duration", "analyze", "buffers", "timing", "nested_statements", "format"].map(
    (name) => `auto_explain.log_${name}`,
  ),
];

const LOCALE = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** @param {string} home folder of one cluster: PostgreSQL's files and ours */
export function clusterFiles(home) {
  return {
    data: join(home, "data"),
    password: join(home, "password"),
    port: join(home, "port"),
    log: join(home, "log"),
  };
}

/** @param {string} home */
export const clusterExists = (home) => existsSync(join(clusterFiles(home).data, "PG_VERSION"));

/**
 * Creates a cluster under another name and renames it once it is complete: an interrupted run leaves nothing
 * that looks like a cluster.
 *
 * @param {string} home
 * @param {Keeper} account
 * @param {boolean} ephemeral
 */
export function createCluster(home, account, ephemeral) {
  const unfinished = `${home}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const files = clusterFiles(unfinished);
  const password = randomBytes(24).toString("base64url");
  writeFileSync(files.password, password, { mode: 0o600 });
  writeFileSync(files.port, "", { mode: 0o600 });
  writeFileSync(files.log, "", { mode: 0o600 });
  mkdirSync(join(unfinished, "users"), { mode: 0o700 });
  mkdirSync(files.data, { mode: 0o700 });
  chownCluster(unfinished, account);
  // The superuser has no password and no line in pg_hba.conf, so nobody can sign in as it.
  const sync = ephemeral ? ["--no-sync"] : [];
  run(account, account.native.initdb, [
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
    ...(ephemeral ? [`GRANT SET ON PARAMETER ${TESTS_MAY_SET.join(", ")} TO ${NAME};`] : []),
  ];
  const quiet = ["-c", "log_checkpoints=off", "-c", `fsync=${ephemeral ? "off" : "on"}`];
  // Tests connect some thousand times. Each time the client hashes the password with the role's number of
  // iterations.
  if (ephemeral) quiet.push("-c", "scram_iterations=1");
  const single = ["--single", "-D", files.data, "-j", ...quiet, "postgres"];
  run(account, account.native.postgres, single, `${statements.join("\n\n")}\n\n`);
  renameSync(unfinished, home);
}

/**
 * @param {string} home
 * @param {number} port
 */
export function connectionUrl(home, port) {
  return `postgresql://${NAME}:${readFileSync(clusterFiles(home).password, "utf8").trim()}@127.0.0.1:${port}/${NAME}`;
}

/**
 * @param {string} home
 * @param {Keeper} account
 * @throws {EmbeddedDatabaseError} if another major version of PostgreSQL wrote the files
 */
export function checkVersion(home, account) {
  const written = readFileSync(join(clusterFiles(home).data, "PG_VERSION"), "utf8").trim();
  const ours = account.native.version.split(".")[0] ?? "";
  if (written === ours) return;
  const wayOut =
    Number(written) > Number(ours)
      ? "start the newer release that wrote it"
      : "run `npm run backup` with the release that wrote it, move this folder away, and run `npm run restore` with this one";
  throw new EmbeddedDatabaseError(
    `${home} was written by PostgreSQL ${written}, this release brings ${ours}: ${wayOut}.`,
  );
}

/**
 * @param {Keeper} account
 * @param {string} program
 * @param {string[]} programArgs
 * @param {string} [input]
 */
function run(account, program, programArgs, input = "") {
  const { command, args, options } = commandAs(account, program, programArgs);
  const { status, error, stdout, stderr } = spawnSync(command, args, { ...options, input, encoding: "utf8" });
  if (errorCode(error) === "ENOENT") throw cannotRunError();
  if (error) throw error;
  // After an "ERROR", a single-user server continues and exits with 0.
  if (status === 0 && !/^.*\b(ERROR|FATAL):/m.test(stderr)) return;
  throw new EmbeddedDatabaseError(
    "The embedded PostgreSQL could not make its data folder.",
    `${stdout}${stderr}`.trim(),
  );
}
