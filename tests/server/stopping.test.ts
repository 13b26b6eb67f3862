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
  it("answers eighty requests on kept and new connections, not waiting for idle ones, and logs the signal", async () => {
    const instance = await start({ LOG_LEVEL: "info" });
    let logged = "";
    instance.process.stdout?.on("data", (chunk: Buffer) => {
      logged += chunk;
    });
    const lines = (count: number) => Promise.all(Array.from({ length: count }, () => line(instance.url)));
    const askOn = (asked: Line[]) => {
      for (const { socket } of asked) socket.write(requestText("/healthz"));
    };
    const [idle, idleAfterAnswer, kept] = [await lines(5), await lines(5), await lines(40)];
    askOn([...idleAfterAnswer, ...kept]);
    await waitUntil(() => [...idleAfterAnswer, ...kept].every(({ heard }) => heard().endsWith("0\r\n\r\n")));
    const young: Line[] = [];
    await whileSuspended(instance, async () => {
      askOn(kept);
      // They wait to be accepted.
      young.push(...(await lines(40)));
      askOn(young);
    });
    expect(await exitOf(instance)).toBe(0);
    for (const { closed } of [...kept, ...young]) expect(await closed).not.toContain("broken");
    const answersOf = (asked: Line[]) =>
      Promise.all(asked.map(async ({ closed }) => statusesOf(await closed)));
    expect(await answersOf(kept)).toEqual(Array(40).fill([200, 200]));
    expect(await answersOf(young)).toEqual(Array(40).fill([200]));
    expect(await answersOf(idle)).toEqual(Array(5).fill([]));
    expect(await answersOf(idleAfterAnswer)).toEqual(Array(5).fill([200]));
    expect(logged).toMatch(/"signal":"SIGTERM","msg":"stopping"/);
  });
});

describe("a server that drains before it stops", () => {
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
    const running = await Promise.all([start(env), start(env)]);
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
    const [first, second] = running;
    const stopOld = async (old: Instance) => {
      old.process.kill("SIGTERM");
      expect(await exitOf(old)).toBe(0);
    };
    await stopOld(first);
    const young = await start();
    front.add(young.url);
    await waitUntil(() => isReady(young.url));
    await stopOld(second);
    const before = done;
    await waitUntil(() => done > before + 100);
    restarted = true;
    await reading;
    expect(Object.keys(counted)).toEqual(["200"]);
    expect(counted["200"]).toBeGreaterThanOrEqual(1_000);
    await young.stop();
    await front.close();
  });
});
