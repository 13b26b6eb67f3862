import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Balancer, startBalancer } from "./balancer";
import { waitUntil } from "./server-process";

type Backend = {
  url: string;
  ready: boolean;
  asked: string[];
  hangUp: boolean;
  /** The part of its two bytes that `/readyz` sends before it closes the connection. */
  half?: string;
  server: Server;
};

let front: Balancer;
const backends: Backend[] = [];
beforeEach(async () => {
  front = await startBalancer();
});
afterEach(async () => {
  await front.close();
  for (const { server } of backends.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that returns its name, and may be unready or close connections. */
async function backend(name: string): Promise<Backend> {
  const self = { url: "", ready: true, asked: [], hangUp: false } as unknown as Backend;
  self.server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/readyz" && self.half) {
      response.writeHead(200, { "Content-Length": 2 }).write(self.half);
      return void setImmediate(() => request.socket.destroy());
    }
    if (path === "/readyz") return void response.writeHead(self.ready ? 200 : 503).end();
    self.asked.push(path);
    if (self.hangUp) return void request.socket.destroy();
    response.end(name);
  });
  await new Promise<void>((resolve) => self.server.listen(0, "127.0.0.1", resolve));
  self.url = `http://127.0.0.1:${(self.server.address() as AddressInfo).port}`;
  backends.push(self);
  front.add(self.url);
  return self;
}

const get = (path = "/") => fetch(front.url + path);
const answerer = async () => (await get()).text();

async function whoAnswers(times = 10): Promise<Set<string>> {
  const names = new Set<string>();
  for (let time = 0; time < times; time += 1) names.add(await answerer());
  return names;
}

describe("the balancer", () => {
  it("sends requests round-robin to all ready servers", async () => {
    await backend("one");
    await backend("two");
    await waitUntil(async () => (await whoAnswers()).size === 2);
    expect(await answerer()).not.toBe(await answerer());
  });

  it("removes an unready server, and restores it once it is ready", async () => {
    await backend("one");
    const two = await backend("two");
    await waitUntil(async () => (await whoAnswers()).size === 2);
    two.ready = false;
    await waitUntil(async () => (await whoAnswers()).size === 1);
    expect(await whoAnswers()).toEqual(new Set(["one"]));
    two.ready = true;
    await waitUntil(async () => (await whoAnswers()).size === 2);
  });

  it("treats a server as unready if its probe ends mid-response", async () => {
    await backend("one");
    const two = await backend("two");
    await waitUntil(async () => (await whoAnswers()).size === 2);
    two.half = "o";
    await waitUntil(async () => (await whoAnswers()).size === 1);
    expect(await whoAnswers()).toEqual(new Set(["one"]));
  });

  it("sends no request to a removed server, from the next request on", async () => {
    await backend("one");
    const two = await backend("two");
    await waitUntil(async () => (await whoAnswers()).size === 2);
    front.remove(two.url);
    expect(await whoAnswers(30)).toEqual(new Set(["one"]));
  });

  it("delays requests until a server is ready", async () => {
    const waiting = answerer();
    await backend("late");
    expect(await waiting).toBe("late");
  });

  it("never retries: a request that may have been sent gets a 502", async () => {
    const one = await backend("one");
    one.hangUp = true;
    const answer = await get("/once");
    expect(answer.status).toBe(502);
    expect(one.asked).toEqual(["/once"]);
  });
});
