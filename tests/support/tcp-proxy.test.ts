import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitUntil } from "./server-process";
import { type TcpProxy, tcpProxy } from "./tcp-proxy";

let echo: Server;
let proxy: TcpProxy;
const open = new Set<Socket>();
beforeEach(async () => {
  echo = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const { port } = echo.address() as { port: number };
  proxy = await tcpProxy(`postgresql://u:p@127.0.0.1:${port}/name`);
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open.clear();
  await proxy.close();
  await new Promise((resolve) => echo.close(resolve));
});

type Client = { socket: Socket; heard(): string; closed(): boolean };

async function connect(): Promise<Client> {
  const { port } = new URL(proxy.url);
  const socket = dial(Number(port), "127.0.0.1");
  open.add(socket);
  let text = "";
  let ended = false;
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
  });
  // A connection closed at once may never report that it was open.
  await waitUntil(async () => !socket.connecting || ended);
  return { socket, heard: () => text, closed: () => ended };
}

/** Whether an echo through it arrives. */
async function echoes(client: Client, word: string): Promise<void> {
  client.socket.write(word);
  await waitUntil(async () => client.heard().endsWith(word));
}

/** Long enough for an echo, which takes a fraction of a millisecond. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100));

describe("a proxy in front of a server", () => {
  it("keeps the rest of the address, and passes everything on", async () => {
    expect(new URL(proxy.url)).toMatchObject({ username: "u", password: "p", pathname: "/name" });
    await echoes(await connect(), "hello");
  });

  it("cuts all connections and closes new ones while refusing, until it is thawed", async () => {
    const before = await connect();
    await echoes(before, "hello");
    proxy.refuse();
    await waitUntil(async () => before.closed());
    const refused = await connect();
    await waitUntil(async () => refused.closed());
    proxy.thaw();
    await echoes(await connect(), "again");
  });

  it("passes nothing without an error while frozen, and once thawed works for new connections only", async () => {
    const before = await connect();
    await echoes(before, "hello");
    proxy.freeze();
    const during = await connect();
    for (const { socket } of [before, during]) socket.write("lost");
    await aWhile();
    expect([before.heard(), during.heard(), before.closed(), during.closed()]).toEqual([
      "hello",
      "",
      false,
      false,
    ]);
    proxy.thaw();
    await echoes(await connect(), "again");
    expect(before.heard()).toBe("hello");
  });

  it("delays every chunk in both directions, in order", async () => {
    const client = await connect();
    proxy.delay(200);
    client.socket.write("one");
    await aWhile();
    expect(client.heard()).toBe("");
    await echoes(client, "two");
    expect(client.heard()).toBe("onetwo");
    proxy.delay(0);
    await echoes(client, "three");
  });

  it("closes the server's connection when a client leaves, in any way", async () => {
    const servedNow = () =>
      new Promise<number>((resolve) => echo.getConnections((_, count) => resolve(count)));
    const [polite, killed] = [await connect(), await connect()];
    for (const client of [polite, killed]) await echoes(client, "hello");
    expect(await servedNow()).toBe(2);
    polite.socket.end();
    await waitUntil(async () => (await servedNow()) === 1);
    // A process killed with unread data sends a reset.
    killed.socket.resetAndDestroy();
    await waitUntil(async () => (await servedNow()) === 0);
  });

  it("cuts existing connections, and accepts the next", async () => {
    const before = await connect();
    await echoes(before, "hello");
    proxy.cut();
    await waitUntil(async () => before.closed());
    await echoes(await connect(), "again");
  });
});
