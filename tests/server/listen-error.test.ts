import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeListenError } from "~/server/listen-error";

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

/** An address reserved for documentation (RFC 5737), which no machine has. */
const NOBODYS = "192.0.2.1";

const listenError = (port: number, host: string): Promise<unknown> =>
  new Promise((resolve) => {
    const server = createServer().once("error", resolve);
    server.listen(port, host, () => server.close(resolve));
  });

describe("an error message about the listening address", () => {
  it("names the setting of the port that is taken", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { port } = holder.address() as AddressInfo;
    const error = await listenError(port, "127.0.0.1");
    holder.close();
    const at = { host: "127.0.0.1", port: 3000, metricsPort: port };
    expect(describeListenError(error, { ...at, port, metricsPort: undefined })).toBe(
      `PORT ${port} is already in use. Set PORT to a free port.`,
    );
    expect(describeListenError(error, at)).toBe(
      `METRICS_PORT ${port} is already in use. Set METRICS_PORT to a free port.`,
    );
  });

  it("explains that the user may not use the port", () => {
    const error = Object.assign(new Error("listen EACCES"), { code: "EACCES", syscall: "listen", port: 80 });
    expect(describeListenError(error, { host: "127.0.0.1", port: 80 })).toBe(
      "PORT 80 cannot be used by this user; ports below 1024 usually need root. Set PORT to another one.",
    );
  });

  it("names an address or host that is not this machine's", async () => {
    expect(describeListenError(await listenError(0, NOBODYS), { host: NOBODYS, port: 0 })).toBe(
      `HOST ${NOBODYS} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`,
    );
    const unknown = "web.invalid";
    const error = await listenError(0, unknown);
    expect(describeListenError(error, { host: unknown, port: 0 })).toBe(
      `HOST ${unknown} is unknown. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`,
    );
    expect(describeListenError(error, { host: "127.0.0.1", port: 0 })).toBeUndefined();
  });

  it("is absent for any other error", () => {
    const at = { host: "127.0.0.1", port: 3000 };
    expect(describeListenError(new Error("no"), at)).toBeUndefined();
    const other = Object.assign(new Error("no"), { code: "EACCES", syscall: "open" });
    expect(describeListenError(other, at)).toBeUndefined();
  });
});

describe("a server with another machine's name as HOST", () => {
  let database: TestDatabase;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    child?.kill("SIGKILL");
    await database?.drop();
  });

  it("reports it without mentioning the database and exits with 78", async () => {
    const started = spawn(process.execPath, [BUNDLE, "serve"], {
      env: {
        ...process.env,
        NODE_ENV: "test",
        DEMO: "0",
        PORT: "0",
        HOST: "web.invalid",
        LOG_LEVEL: "silent",
        DATABASE_URL: database.url,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    let text = "";
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (chunk: Buffer) => {
        text += chunk;
      });
    const code = await new Promise((resolve) => started.once("exit", resolve));
    expect(text).toMatch(/^HOST web\.invalid is unknown\. .*\n$/);
    expect(code).toBe(78);
  });
});
