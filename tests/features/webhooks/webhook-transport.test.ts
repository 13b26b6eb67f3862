import type { RequestListener } from "node:http";
import { closeReceivers, listenHere, transportHere } from "tests/support/webhooks";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { webhookTransport } from "~/features/webhooks/webhook-transport.server";
import { addressProblem } from "~/features/webhooks/webhooks.rules.server";
import { readConfig, setConfig } from "~/platform/config.server";

const configure = (env: Record<string, string>) => {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://127.0.0.1/unused", ...env });
  if ("config" in read) setConfig(read.config);
};
beforeAll(() => configure({}));
afterEach(closeReceivers);

const ADDRESS = "https://receiver.example/hook";

async function post(
  listener: RequestListener,
  more: Parameters<typeof transportHere>[1] = {},
  kind = "news",
) {
  const port = await listenHere(listener);
  return transportHere(port, { timeoutMs: 1_000, bodyMs: 200, ...more }).post(
    ADDRESS,
    { "webhook-id": "msg_1" },
    "{}",
    kind,
  );
}

describe("an attempt", () => {
  it("succeeds with any status of success, whatever the answer says", async () => {
    expect(await post((_, response) => response.writeHead(201).end("Thank you"))).toEqual({
      outcome: "delivered",
      status: 201,
      answer: null,
      reason: null,
    });
  });

  it("keeps what explains a failure, unless it may be about a person", async () => {
    const fail: RequestListener = (_, response) => response.writeHead(400).end("No\0 thank you");
    expect(await post(fail)).toMatchObject({ status: 400, answer: "No thank you" });
    for (const kind of ["members", "payments"])
      expect(await post(fail, {}, kind)).toMatchObject({ status: 400, answer: null });
  });

  it("follows no redirect, also not to this machine", async () => {
    let requests = 0;
    const inside = await listenHere((_, response) => {
      requests += 1;
      response.end();
    });
    const answer = await post((_, response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${inside}/` }).end(),
    );
    expect([answer.outcome, answer.status, requests]).toEqual(["failed", 307, 0]);
  });

  it("reads one kilobyte of an answer of a gigabyte", async () => {
    let sent = 0;
    const answer = await post((_, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && sent < 1e9) {
          sent += 65_536;
          if (!response.write("é".repeat(32_768))) return;
        }
      };
      response.on("drain", more);
      more();
    });
    expect(answer.answer).toBe("é".repeat(512));
    expect(sent).toBeLessThan(2e7);
  });

  it("does not wait for a body that drips", async () => {
    let timer: NodeJS.Timeout | undefined;
    const answer = await post((_, response) => {
      response.writeHead(500).write("a");
      timer = setInterval(() => response.write("a"), 20);
    });
    clearInterval(timer);
    expect(answer).toMatchObject({ outcome: "failed", status: 500, answer: expect.stringMatching(/^a+$/) });
  });

  it("fails if no answer arrives in time", async () => {
    const answer = await post(() => {}, { timeoutMs: 100 });
    expect(answer).toMatchObject({
      outcome: "failed",
      status: null,
      reason: "No complete response arrived in time.",
    });
  });

  it.each([
    ["127.0.0.1"],
    ["10.1.2.3"],
    ["169.254.169.254"],
    ["::1"],
    ["fd00::1"],
  ])("never goes to %s, whatever the name of the host", async (address) => {
    let requests = 0;
    const resolve = async () => [
      { address: "203.0.114.1", family: 4 },
      { address, family: address.includes(":") ? 6 : 4 },
    ];
    const answer = await post(
      () => {
        requests += 1;
      },
      { privateNetworks: false, resolve },
    );
    expect([answer.reason, requests]).toEqual(["The host is not on the public internet.", 0]);
  });
});

describe("an address", () => {
  it.each([
    "http://receiver.example/hook",
    "ftp://receiver.example/hook",
    "https://user:password@receiver.example/hook",
    "http://localhost:3000/demo/webhooks/token",
    "receiver.example",
    "",
  ])("is refused: %j", async (address) => {
    expect(addressProblem(address)).toBeDefined();
    const answer = await webhookTransport().post(address, {}, "{}", "news");
    expect(answer).toMatchObject({ outcome: "failed", status: null });
  });

  it("may be the demo's own receiver in the demo, and no other of this machine", async () => {
    let requests = 0;
    const port = await listenHere((request, response) => {
      requests += request.url === "/demo/webhooks/token" ? 1 : 0;
      response.writeHead(204).end();
    });
    configure({ DEMO: "1", PUBLIC_URL: `http://127.0.0.1:${port}` });
    const own = `http://127.0.0.1:${port}/demo/webhooks/token`;
    expect(await webhookTransport().post(own, {}, "{}", "news")).toMatchObject({ outcome: "delivered" });
    for (const other of [
      `http://127.0.0.1:${port}/admin`,
      `http://127.0.0.1:${port}/demo/webhooks/../../admin`,
    ])
      expect(await webhookTransport().post(other, {}, "{}", "news")).toMatchObject({ outcome: "failed" });
    expect(requests).toBe(1);
    configure({ DEMO: "1", PUBLIC_URL: "https://site.example", SMTP_URL: "smtp://127.0.0.1:25" });
    const here = transportHere(port, { privateNetworks: false });
    const answers = ["x", "../../admin", "%2e%2e/%2e%2e/admin"].map((path) =>
      here.post(`https://site.example/demo/webhooks/${path}`, {}, "{}", "news"),
    );
    expect((await Promise.all(answers)).map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      "delivered",
      ...Array(2).fill("The host is not on the public internet."),
    ]);
    configure({});
  });
});
