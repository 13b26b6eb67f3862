import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { countStatuses, dueRequests, percentile, type Reply, slowest, timeRequest, underLoad } from "./load";

const reply = (status: number, ms = 1): Reply => ({
  path: "/",
  status,
  ms,
  headers: new Headers(),
  body: "",
});

describe("the load", () => {
  it.each([
    [0, 100, 0],
    [9, 100, 0],
    [10, 100, 1],
    [1_000, 100, 100],
    [60_000, 0.5, 30],
    [60_000, 100, 6_000],
  ])("after %i ms at %i per second is %i requests", (ms, perSecond, due) => {
    expect(dueRequests(ms, perSecond)).toBe(due);
  });

  it("continues while replies are pending, ends with the work, and returns replies in request order", async () => {
    const answers: (() => void)[] = [];
    const replies = underLoad(
      1_000,
      (nth) => new Promise<Reply>((resolve) => answers.push(() => resolve(reply(200 + nth)))),
      async () => {
        while (answers.length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
      },
    );
    while (answers.length < 5) await new Promise((resolve) => setTimeout(resolve, 1));
    // No reply arrived before the last request was sent.
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const answer of answers.toReversed()) answer();
    const statuses = (await replies).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map((_, nth) => 200 + nth));
    expect(statuses).toHaveLength(answers.length);
  });
});

describe("a request", () => {
  it("without a reply is lost, and throws nothing", async () => {
    const server = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await timeRequest(`http://127.0.0.1:${port}/`)).status).toBe(0);
    await new Promise((resolve) => server.close(resolve));
    expect((await timeRequest(`http://127.0.0.1:${port}/`)).status).toBe(0);
  });

  it("has its complete reply, even a redirect", async () => {
    const server = createServer((_, response) => response.writeHead(303, { Location: "/on" }).end("on"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { path, status, headers, body } = await timeRequest(`http://127.0.0.1:${port}/off?with=query`);
    expect([path, status, headers.get("Location"), body]).toEqual(["/off", 303, "/on", "on"]);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("figures", () => {
  it("count replies by status", () => {
    const replies = [...Array.from({ length: 1_990 }, () => reply(200)), reply(503), reply(0)];
    expect(countStatuses(replies)).toBe("1 × lost, 1,990 × 200, 1 × 503");
  });

  it("include the slowest and the percentiles", () => {
    const replies = Array.from({ length: 100 }, (_, nth) => reply(200, 100 - nth));
    expect(slowest(replies)?.ms).toBe(100);
    expect([percentile(replies, 0.5), percentile(replies, 0.95), percentile(replies, 1)]).toEqual([
      51, 96, 100,
    ]);
    expect([slowest([]), percentile([], 0.95)]).toEqual([undefined, 0]);
  });
});
