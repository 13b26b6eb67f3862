import { connect } from "node:net";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { type Instance, startInstance } from "tests/support/server-process";
import { afterAll, beforeAll, expect, it } from "vitest";

const CROWD = 100;

let database: TestDatabase;
let server: Instance;
beforeAll(async () => {
  database = await testDatabase();
  server = await startInstance(database.url);
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

/** Opens a connection and sends a request. @returns resolves when the reply is complete */
async function openRequest(path: string): Promise<{ answered: Promise<void> }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).resume();
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
  return { answered: new Promise((resolve) => socket.once("close", () => resolve())) };
}

it("a server accepts new connections before it renders for existing ones", async () => {
  await (await openRequest("/news")).answered;
  const order: string[] = [];
  const ends: Promise<void>[] = [];
  // All connections wait to be accepted when the process resumes.
  server.process.kill("SIGSTOP");
  for (const path of [...Array.from({ length: CROWD }, (_, n) => `/news?page=${n + 2}`), "/healthz"]) {
    const { answered } = await openRequest(path);
    ends.push(answered.then(() => void order.push(path)));
  }
  server.process.kill("SIGCONT");
  await Promise.all(ends);
  expect(order.indexOf("/healthz")).toBeLessThan(CROWD / 2);
});
