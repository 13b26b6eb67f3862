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

/** A connection that has asked. @returns resolves when the answer is whole */
async function asked(path: string): Promise<{ answered: Promise<void> }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).resume();
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
  return { answered: new Promise((resolve) => socket.once("close", () => resolve())) };
}

it("takes in who comes on a connection of their own before it draws for those who are there", async () => {
  await (await asked("/news")).answered;
  const order: string[] = [];
  const ends: Promise<void>[] = [];
  // All of them wait to be taken in when it wakes up.
  server.process.kill("SIGSTOP");
  for (const path of [...Array.from({ length: CROWD }, (_, n) => `/news?page=${n + 2}`), "/healthz"]) {
    const { answered } = await asked(path);
    ends.push(answered.then(() => void order.push(path)));
  }
  server.process.kill("SIGCONT");
  await Promise.all(ends);
  expect(order.indexOf("/healthz")).toBeLessThan(CROWD / 2);
});
