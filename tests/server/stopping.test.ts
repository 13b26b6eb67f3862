import { connect, type Socket } from "node:net";
import { startBalancer } from "tests/support/balancer";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let database: TestDatabase;
const started: Instance[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const { process: child } of started) child.kill("SIGKILL");
  await Promise.all(started.map(exitOf));
  await database?.drop();
});

async function start(env: Record<string, string> = {}): Promise<Instance> {
  const instance = await startInstance(database.url, env);
  started.push(instance);
  return instance;
}

const exitOf = ({ process: child }: Instance) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once("exit", (code) => resolve(code));
  });

type Line = { socket: Socket; heard: () => string; closed: Promise<string> };

/** A connection that records all received bytes, and its error as text. */
async function line(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", (error) => {
    text += `broken: ${error.message}`;
  });
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, heard: () => text, closed };
}

const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Suspends a server during the events, so that it sees them all at once, in any order. */
async function whileSuspended({ process: child }: Instance, events: () => Promise<void>): Promise<void> {
  child.kill("SIGSTOP");
  await events();
  child.kill("SIGTERM");
  child.kill("SIGCONT");
}

describe("a server that must stop immediately", () => {
  it("answers forty requests that wait to be accepted", async () => {
    const instance = await start();
    const lines: Line[] = [];
    await whileSuspended(instance, async () => {
      lines.push(...(await Promise.all(Array.from({ length: 40 }, () => line(instance.url)))));
      for (const { socket } of lines) socket.write(requestText("/healthz"));
    });
    const answers = await Promise.all(lines.map(({ closed }) => closed));
    expect(answers.map(statusesOf)).toEqual(Array(40).fill([200]));
    for (const answer of answers) expect(answer).not.toContain("broken");
    expect(await exitOf(instance)).toBe(0);
  });

  it("answers requests on connections that it kept open", async () => {
    const instance = await start();
    const lines = await Promise.all(Array.from({ length: 40 }, () => line(instance.url)));
    for (const { socket } of lines) socket.write(requestText("/healthz"));
    await waitUntil(async () => lines.every(({ heard }) => heard().endsWith("0\r\n\r\n")));
    await whileSuspended(instance, async () => {
      for (const { socket } of lines) socket.write(requestText("/healthz"));
    });
    const answers = await Promise.all(lines.map(({ closed }) => closed));
    expect(answers.map(statusesOf)).toEqual(Array(40).fill([200, 200]));
    expect(await exitOf(instance)).toBe(0);
  });

  it("does not wait for idle connections", async () => {
    const instance = await start();
    const idle = await Promise.all(Array.from({ length: 5 }, () => line(instance.url)));
    const kept = await line(instance.url);
    kept.socket.write(requestText("/healthz"));
    await waitUntil(async () => kept.heard().includes("ok"));
    instance.process.kill("SIGTERM");
    expect(await exitOf(instance)).toBe(0);
    const ends = await Promise.all([...idle, kept].map(({ closed }) => closed));
    expect(ends.map(statusesOf)).toEqual([...Array(5).fill([]), [200]]);
  });
});

describe("a server that drains before it stops", () => {
  it("logs the signal and how it stops", async () => {
    const instance = await start({ LOG_LEVEL: "info" });
    let text = "";
    instance.process.stdout?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    instance.process.kill("SIGTERM");
    expect(await exitOf(instance)).toBe(0);
    expect(text).toMatch(/"signal":"SIGTERM","msg":"stopping"/);
  });

  it("reports that it is not ready, still serves, and closes each connection", async () => {
    // Longer than any test, so that all requests come while it drains.
    const instance = await start({ DRAIN_SECONDS: "300" });
    const kept = await line(instance.url);
    kept.socket.write(requestText("/healthz"));
    await waitUntil(async () => kept.heard().includes("ok"));
    instance.process.kill("SIGTERM");
    await waitUntil(async () => (await fetch(`${instance.url}/readyz`)).status === 503);
    expect(await (await fetch(`${instance.url}/readyz`)).json()).toMatchObject({
      ready: false,
      stopping: true,
    });
    kept.socket.write(requestText("/healthz"));
    const answers = await kept.closed;
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(answers).toMatch(/^connection: close$/im);
    const page = await fetch(`${instance.url}/about`);
    expect([page.status, page.headers.get("Connection")]).toEqual([200, "close"]);
    await page.arrayBuffer();
  });

  it("loses none of a thousand requests in a rolling restart", async () => {
    const env = { DRAIN_SECONDS: "8" };
    const front = await startBalancer();
    const running = [await start(env), await start(env)];
    for (const { url } of running) front.add(url);
    const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok;
    await waitUntil(async () => (await fetch(`${front.url}/robots.txt`)).ok);
    const counted: Record<string, number> = {};
    let done = 0;
    let restarted = false;
    const reader = async () => {
      while (done < 1_000 || !restarted) {
        done += 1;
        const answer = await fetch(`${front.url}/robots.txt`).then(
          (reply) => reply.text().then(() => String(reply.status)),
          (error: Error) => `${error.message}: ${error.cause}`,
        );
        counted[answer] = (counted[answer] ?? 0) + 1;
      }
    };
    const reading = Promise.all(Array.from({ length: 8 }, reader));
    await waitUntil(async () => done > 100);
    for (const old of [...running]) {
      old.process.kill("SIGTERM");
      expect(await exitOf(old)).toBe(0);
      const young = await start(env);
      running.push(young);
      front.add(young.url);
      await waitUntil(() => isReady(young.url));
    }
    restarted = true;
    await reading;
    expect(Object.keys(counted)).toEqual(["200"]);
    expect(counted["200"]).toBeGreaterThanOrEqual(1_000);
    await Promise.all(running.slice(2).map((instance) => instance.stop()));
    await front.close();
  });
});
