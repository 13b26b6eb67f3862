// What the benches start and request: processes on fixed cores, the server, a signed-in person.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { knex } from "@mikro-orm/postgresql";
import { NODE_FLAGS } from "../../app/server/launch/node-flags.mjs";

/** @typedef {{ folder: string, node: string, flags: readonly string[] }} Program a built tree, and the Node that runs its server */

/** This build, on this Node. @type {Program} */
export const OURS = { folder: process.cwd(), node: process.execPath, flags: NODE_FLAGS };
export const pinned = spawnSync("taskset", ["-c", "0", "true"]).status === 0;
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];

/**
 * A Node process on one core.
 *
 * @param {number} core
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {Program} program whose folder it runs in
 */
export function spawnNode(core, args, env = process.env, { node, folder } = OURS) {
  const command = pinned ? ["taskset", "-c", String(core), node, ...args] : [node, ...args];
  const child = spawn(/** @type {string} */ (command[0]), command.slice(1), {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  return child;
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<any>} */
export const nextMessage = (child) => new Promise((resolve) => child.once("message", resolve));

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param {string} url */
async function untilReady(url) {
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The server did not become ready within a minute");
}

const SIGN_IN = { member: "/api/auth/user/login", staff: "/api/auth/admin/login" };

/**
 * @param {string} url
 * @param {string} person one of the demo's
 * @param {"member" | "staff"} kind
 * @returns {Promise<string>} the cookies
 */
export async function signIn(url, person, kind = "member") {
  const response = await fetch(url + SIGN_IN[kind], {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${person}@demo.test`, password: "Openbell-demo-2026" }),
  });
  if (!response.ok) throw new Error(`${person} could not sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/**
 * A server of the site, on core 0.
 *
 * @param {Record<string, string>} more settings beyond the demo's
 * @param {Program} program
 */
export async function startServer(more = {}, program = OURS) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Set explicitly: React in any other mode is several times slower.
  const settings = { DEMO: "1", PORT: String(port), LOG_LEVEL: "error" };
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ("production"), ...settings, ...more };
  const server = spawnNode(0, [...program.flags, "build/server/index.js", "serve"], env, program);
  await untilReady(url);
  return { port, url, server };
}

/** @param {import("node:child_process").ChildProcess} server */
export async function stopServer(server) {
  const ended = nextExit(server);
  server.kill("SIGTERM");
  await ended;
}

/** The address of a database on the server of DATABASE_URL. @param {string} name */
export function databaseUrl(name) {
  const url = new URL(String(process.env.DATABASE_URL));
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A database next to the one at DATABASE_URL, dropped at the end.
 *
 * @template T
 * @param {(url: string) => Promise<T>} run
 * @param {string} template name of the database to copy
 * @returns {Promise<T>}
 */
export async function withDatabase(run, template = "template0") {
  const connection = knex({ client: "pg", connection: process.env.DATABASE_URL, pool: { min: 0, max: 1 } });
  const name = `openbell_bench_${randomBytes(4).toString("hex")}`;
  try {
    await connection.raw("create database ?? template ??", [name, template]);
    return await run(databaseUrl(name));
  } finally {
    await connection.raw("drop database if exists ?? with (force)", [name]);
    await connection.destroy();
  }
}

/**
 * Adds rows of some kinds.
 *
 * @param {string} databaseUrl
 * @param {Record<string, number>} counts
 * @param {Program} program
 */
export async function seedRows(databaseUrl, counts, program = OURS) {
  const words = Object.entries(counts).flatMap(([kind, count]) => [`--${kind}`, String(count)]);
  const env = { ...process.env, DEMO: "1", DATABASE_URL: databaseUrl };
  const code = await nextExit(spawnNode(1, ["build/server/index.js", "seed", ...words], env, program));
  if (code !== 0) throw new Error(`The rows could not be made: exit code ${code}`);
}

export const stopAll = () => {
  for (const child of children) child.kill("SIGTERM");
};

/** Resident memory in MB. @param {number | undefined} pid */
export function memory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return Number.NaN;
  }
}

export const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number | null>} its exit code */
export const nextExit = (child) => new Promise((resolve) => child.once("exit", (code) => resolve(code)));
