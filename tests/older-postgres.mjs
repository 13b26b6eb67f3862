// `npm run test:upgrade [-- 17.10.0-beta.17]`: proves that a data folder which an older major version of PostgreSQL made is
// left as it is by this release, and that a backup and a restore bring it over. By hand, since it fetches that PostgreSQL.
import { strict as assert } from "node:assert";
import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { knex } from "@mikro-orm/postgresql";
import { withoutSettings } from "../app/server/launch/environment.mjs";
import { runQuietly } from "../app/server/launch/programs.mjs";
import { connectionUrl, createCluster } from "../db/embedded/cluster.mjs";
import { findBinaries, PLATFORM_PACKAGES } from "../db/embedded/platform.mjs";
import { freePort } from "../db/embedded/port.mjs";
import { startPostmaster, stopServer } from "../db/embedded/postmaster.mjs";
import { chooseAccount, makeDataFolder } from "../db/embedded/run-as.mjs";
import { startEmbedded } from "../db/embedded/server.mjs";
import { registryPackage } from "./run/registry-package.mjs";

const LAST_MAJOR = "17.10.0-beta.17";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @param {string} version @param {string} home folder of the cluster to be @returns {Promise<string>} its address */
async function startOlder(version, home) {
  const platform = `${process.platform}-${process.arch}`;
  const folder = await registryPackage(root, PLATFORM_PACKAGES[platform] ?? "", version);
  const native = findBinaries(platform, () => join(folder, "dist", "index.js"));
  const account = chooseAccount({ native, folder: join(home, ".."), home });
  assert(account, `nobody can run PostgreSQL in ${home}`);
  createCluster(home, account, false);
  const port = await freePort();
  assert.equal(await startPostmaster({ home, keeper: account, port, ephemeral: false }), "ready");
  return connectionUrl(home, port);
}

/**
 * @param {string[]} words a command of the product
 * @param {{ dataDir: string, databaseUrl?: string }} where the embedded database unless there is an address
 */
async function run(words, { dataDir, databaseUrl = "" }) {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" };
  const env = { ...withoutSettings(process.env), ...settings };
  return runQuietly(process.execPath, ["app/server/launch.mjs", ...words], { cwd: root, env });
}

/** @param {Awaited<ReturnType<typeof run>>} outcome */
function succeeded({ code, output }) {
  assert.equal(code, 0, output);
}

/** @param {string} url @returns {Promise<Record<string, string>>} the rows of every table, as a hash */
async function contentsOf(url) {
  const connection = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } });
  try {
    const { rows } = await connection.raw(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    /** @type {Record<string, string>} */
    const contents = {};
    for (const { name } of rows.filter(
      (/** @type {{ name: string }} */ row) => !row.name.startsWith("mikro"),
    )) {
      const hash = await connection.raw(
        `select count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash from ${name} r`,
      );
      contents[name] = hash.rows[0].hash;
    }
    return contents;
  } finally {
    await connection.destroy();
  }
}

/** @param {string} folder @param {string} version */
async function prove(folder, version) {
  const dataDir = join(folder, "data");
  const home = join(dataDir, "postgres");
  const archive = join(folder, "archive.tar.gz");
  makeDataFolder(dataDir);
  const older = { dataDir, databaseUrl: await startOlder(version, home) };
  /** @type {Record<string, string>} */
  let before = {};
  try {
    succeeded(await run(["seed", "--everything", "200"], older));
    succeeded(await run(["backup", "--to", archive], older));
    before = await contentsOf(older.databaseUrl);
  } finally {
    await stopServer(home);
  }
  console.log(`backed up ${Object.keys(before).length} tables from PostgreSQL ${version}`);

  const refused = await run(["start"], { dataDir });
  assert.equal(refused.code, 1);
  assert.match(
    refused.output,
    /was written by PostgreSQL \d+, this release brings \d+: run `npm run backup`/,
  );
  console.log(refused.output.trim().split("\n").at(-1));

  renameSync(home, join(folder, "older"));
  succeeded(await run(["restore", archive], { dataDir }));
  const database = await startEmbedded({ dataDir });
  try {
    assert.deepEqual(await contentsOf(database.url), before);
  } finally {
    await database.stop();
  }
  console.log("restored, and every row of every table is the same");
}

const folder = mkdtempSync(join(tmpdir(), "openbell-upgrade-"));
// As root somebody else runs PostgreSQL and must be able to walk through.
chmodSync(folder, 0o711);
try {
  await prove(folder, process.argv[2] ?? LAST_MAJOR);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
