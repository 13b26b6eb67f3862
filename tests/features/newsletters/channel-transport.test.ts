import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SECRETS } from "tests/support/channels";
import { afterEach, describe, expect, it } from "vitest";
import {
  guardedTransport,
  openChannelTransport,
} from "~/features/newsletters/channels/channel-transport.server";
import { readConfig, setConfig } from "~/platform/config.server";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const LOOPBACK = { address: "127.0.0.1", family: 4 };

async function listen(listener: RequestListener): Promise<number> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return (listening.address() as AddressInfo).port;
}

/** Posts to a receiver on this machine. */
async function post(
  listener: RequestListener,
  service: "discord" | "slack" | "telegram" = "discord",
  more: Partial<Parameters<typeof guardedTransport>[0]> = {},
) {
  const port = await listen(listener);
  const transport = guardedTransport({
    privateNetworks: true,
    resolve: async () => [LOOPBACK],
    addressOf: () => `http://channel.test:${port}/hook`,
    timeoutMs: 1_000,
    ...more,
  });
  return transport.post({ service, secret: SECRETS[service] }, { body: { text: "Héllo" } });
}

describe("a post", () => {
  it("is JSON to the channel's address, and sent once the service takes it", async () => {
    const seen: unknown[] = [];
    const answer = await post(async (request, response) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers["content-type"], headers.host?.split(":")[0], await text(request)]);
      response.writeHead(204).end();
    });
    expect(answer).toEqual({ outcome: "sent" });
    expect(seen).toEqual([
      ["POST", "/hook", "application/json; charset=utf-8", "channel.test", '{"text":"Héllo"}'],
    ]);
  });

  it.each([
    [401, "Unauthorized", "closed"],
    [403, "action_prohibited", "closed"],
    [404, "no_service", "closed"],
    [410, "channel_is_archived", "closed"],
    [400, "invalid_blocks", "failed"],
    [413, "too large", "failed"],
    [500, "rollup_error", "unknown"],
    [502, "", "unknown"],
    [504, "", "unknown"],
    [408, "", "later"],
    [425, "", "later"],
    [503, "", "later"],
  ])("one that is answered with %i %s is %s", async (status, body, outcome) => {
    const answer = await post((_, response) => response.writeHead(status).end(body), "slack");
    expect(answer).toEqual({
      outcome,
      reason: `Slack answered with status ${status}${body && `: ${body}`}`,
    });
  });

  it.each([
    [{ "Retry-After": "7" }, "", 7],
    [{}, JSON.stringify({ message: "You are being rate limited.", retry_after: 1.5 }), 1.5],
    [{}, JSON.stringify({ description: "Too Many Requests", parameters: { retry_after: 20 } }), 20],
    [{}, JSON.stringify({ retry_after: -1 }), undefined],
    [{}, JSON.stringify({ retry_after: "soon" }), undefined],
  ])("one that is too much waits as asked: %j %s", async (headers, body, retryAfter) => {
    const answer = await post((_, response) => response.writeHead(429, headers).end(body));
    expect(answer.outcome).toBe("later");
    expect("retryAfter" in answer ? answer.retryAfter : undefined).toBe(retryAfter);
  });

  it("names the service's own reason, without the secret and what ends lines", async () => {
    const description = `Forbidden: bot${SECRETS.telegram}\nwas kicked`;
    const answer = await post(
      (_, response) => response.writeHead(403).end(JSON.stringify({ ok: false, description })),
      "telegram",
    );
    expect(answer).toEqual({
      outcome: "closed",
      reason: "Telegram answered with status 403: Forbidden: bot… was kicked",
    });
  });

  it.each([
    ["chat not found", "closed"],
    ["group chat was upgraded to a supergroup chat", "closed"],
    ["message is too long", "failed"],
  ])("one that Telegram refuses because: %s, is %s", async (says, outcome) => {
    const answer = await post(
      (_, response) => response.writeHead(400).end(JSON.stringify({ description: `Bad Request: ${says}` })),
      "telegram",
    );
    expect(answer.outcome).toBe(outcome);
  });

  it("follows no redirect", async () => {
    let requests = 0;
    const answer = await post((_, response) => {
      requests += 1;
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    expect(answer).toEqual({
      outcome: "failed",
      reason: "Discord answered with a redirect, which is not followed.",
    });
    expect(requests).toBe(1);
  });

  it("one that nobody answers is unknown, because the service may have it", async () => {
    const answer = await post(() => {});
    expect(answer).toEqual({ outcome: "unknown", reason: "Discord: No complete response arrived in time" });
  });

  it("one whose connection breaks after it is unknown, too", async () => {
    const answer = await post((request) => {
      request.resume().on("end", () => request.socket.destroy());
    });
    expect(answer).toEqual({ outcome: "unknown", reason: "Discord: No answer: ECONNRESET" });
  });

  it.each([
    ["nobody listens", { addressOf: () => "http://channel.test:9/hook" }, "later"],
    [
      "the name is unknown",
      {
        resolve: async () => {
          throw new Error("ENOTFOUND");
        },
      },
      "later",
    ],
    ["the look-up never ends", { resolve: () => new Promise<never>(() => {}), timeoutMs: 100 }, "later"],
    ["the host is inside our network", { privateNetworks: false }, "failed"],
  ])("never left if %s: it is %s", async (_name, more, outcome) => {
    let requests = 0;
    const answer = await post(
      () => {
        requests += 1;
      },
      "discord",
      more,
    );
    expect(answer.outcome).toBe(outcome);
    expect(requests).toBe(0);
  });

  it("goes nowhere if the stored address is none of the service", async () => {
    const transport = guardedTransport({ privateNetworks: true });
    for (const secret of [
      "http://127.0.0.1/",
      "https://discord.com.evil.test/api/webhooks/1/x",
      SECRETS.slack,
    ])
      expect(await transport.post({ service: "discord", secret }, { body: {} })).toMatchObject({
        outcome: "closed",
      });
  });
});

it("without a mail server nothing leaves", async () => {
  const read = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://127.0.0.1/unused" });
  if ("config" in read) setConfig(read.config);
  const answer = await openChannelTransport().post({ service: "slack", secret: SECRETS.slack }, { body: {} });
  expect(answer).toEqual({ outcome: "sent" });
});
