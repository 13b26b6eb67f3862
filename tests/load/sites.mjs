// The databases of the bench: one for this build alone, or two with the same rows for two builds.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knex } from "@mikro-orm/postgresql";
import { isAncestor } from "./other-program.mjs";
import { databaseUrl, OURS, seedRows, startServer, stopServer, withDatabase } from "./processes.mjs";
import { ARTICLES } from "./work.mjs";

/** @typedef {import("./processes.mjs").Program} Program */
/** @typedef {import("./other-program.mjs").OtherProgram} OtherProgram */
/** @typedef {{ program: Program, settings: { DATABASE_URL: string } & Record<string, string> }} Site */

/** @param {string | undefined} database name of an existing one @param {(site: Site) => Promise<void>} run */
export function withSite(database, run) {
  const siteAt = (/** @type {string} */ address) => ({ program: OURS, settings: { DATABASE_URL: address } });
  if (database) return run(siteAt(databaseUrl(database)));
  return withDatabase(async (address) => {
    await fill(siteAt(address));
    await run(siteAt(address));
  });
}

/**
 * Gives each build its own database. The older build fills one and the newer build migrates a copy. If neither commit comes
 * from the other, each build fills its own.
 *
 * @param {OtherProgram} other
 * @param {(ours: Site, other: Site) => Promise<void>} run
 */
export function withBothSites(other, run) {
  const commit = other.commit ?? "HEAD";
  // A build with changes comes after its own commit.
  const isOlder = isAncestor(commit, "HEAD");
  const isNewer = !isOlder && isAncestor("HEAD", commit);
  const areUnrelated = !isOlder && !isNewer;
  const [first, second] = isNewer ? [OURS, other] : [other, OURS];
  return withFolder((folder) =>
    withDatabase(async (address) => {
      const firstSite = { program: first, settings: { DATABASE_URL: address, DATA_DIR: folder } };
      await fill(firstSite);
      const template = areUnrelated ? undefined : new URL(address).pathname.slice(1);
      await withDatabase(async (copy) => {
        const secondSite = { program: second, settings: { DATABASE_URL: copy, DATA_DIR: folder } };
        if (areUnrelated) await fill(secondSite);
        else await migrate(secondSite);
        await (isNewer ? run(firstSite, secondSite) : run(secondSite, firstSite));
      }, template);
    }),
  );
}

/** Migrates, and adds the demo's content and the articles. @param {Site} site */
async function fill({ program, settings }) {
  await stopServer((await startServer(settings, program)).server);
  try {
    await seedRows(settings.DATABASE_URL, { news: ARTICLES }, program);
  } catch (error) {
    if (program === OURS) throw error;
    console.error("The other build cannot add articles: both use those of the demo.");
  }
  await vacuum(settings.DATABASE_URL);
}

/** @param {Site} site */
async function migrate({ program, settings }) {
  await stopServer((await startServer(settings, program)).server);
  await vacuum(settings.DATABASE_URL);
}

/** Otherwise autovacuum would start in the middle of a round. @param {string} address */
async function vacuum(address) {
  const connection = knex({ client: "pg", connection: address, pool: { min: 0, max: 1 } });
  await connection.raw("vacuum (analyze)").finally(() => connection.destroy());
}

/** @param {(folder: string) => Promise<void>} run with a folder for uploads, removed at the end */
async function withFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "openbell-bench-data-"));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
