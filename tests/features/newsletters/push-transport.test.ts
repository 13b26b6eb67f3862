import { createPublicKey, verify } from "node:crypto";
import type { ServerResponse } from "node:http";
import { CERTIFICATE, decryptPush, type PushService, startPushService } from "tests/support/push-service";
import { browserSubscription } from "tests/support/pushes";
import { waitUntil } from "tests/support/server-process";
import { afterEach, beforeEach, expect, it } from "vitest";
import webPush from "web-push";
import { type Push, pushEndpoint, pushPayload } from "~/features/newsletters/push/push.rules";
import { GuardedTransport } from "~/features/newsletters/push/push-transport.server";
import { readConfig, setConfig } from "~/platform/config.server";

beforeEach(() => {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    PUBLIC_URL: "https://site.test",
  });
  if ("config" in read) setConfig(read.config);
});

let service: PushService | undefined;
let transport: GuardedTransport | undefined;
afterEach(() => {
  transport?.close();
  service?.stop();
  transport = undefined;
  service = undefined;
});

const KEYS = webPush.generateVAPIDKeys();
const LOOPBACK = { address: "127.0.0.1", family: 4 };

/** A transport that may use any port, and the addresses of a service that gives this answer. */
async function open(
  answer?: Parameters<typeof startPushService>[0],
  more: Partial<ConstructorParameters<typeof GuardedTransport>[1]> = {},
) {
  service = await startPushService(answer);
  transport = new GuardedTransport(KEYS, {
    privateNetworks: true,
    resolve: async () => [LOOPBACK],
    permitted: (endpoint) => new URL(endpoint),
    ca: CERTIFICATE,
    timeoutMs: 2_000,
    ...more,
  });
  const { port } = service;
  return (host = "push.test") => `https://${host}:${port}/device/1`;
}

const PUSH: Push = {
  messageId: "1",
  kind: "alerts",
  path: "/trade-alert/1",
  payload: pushPayload("alerts", "/trade-alert/1", "The Bell"),
  ttlSeconds: 600,
};

const send = (endpoint: string, device = browserSubscription(endpoint)) =>
  (transport as GuardedTransport).send(device, PUSH);

const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (_asked: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).end("{}");

it("a push arrives encrypted, signed for its service, short-lived and with a topic", async () => {
  const endpoint = (await open())();
  const device = browserSubscription(endpoint);
  expect(await send(endpoint, device)).toEqual({ outcome: "sent" });
  const [request] = service?.requests ?? [];
  if (!request) throw new Error("Nothing arrived");
  expect(request).toMatchObject({
    path: "/device/1",
    headers: { ttl: "600", topic: "alerts", urgency: "high", "content-encoding": "aes128gcm" },
  });
  expect(request.body.toString("latin1")).not.toContain("trade alert");
  expect(JSON.parse(decryptPush(request.body, device))).toEqual({
    ...{ kind: "alerts", one: "New trade alert", many: "New trade alerts" },
    ...{ list: "/trade-alert", path: "/trade-alert/1", body: "Read it on The Bell." },
  });
  const [, token = "", key = ""] = /^vapid t=(.+), k=(.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(key).toBe(KEYS.publicKey);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    aud: new URL(endpoint).origin,
    sub: "https://site.test",
  });
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256" };
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { ...jwk, x, y }, format: "jwk" });
  expect(
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    ),
  ).toBe(true);
});

it("all pushes of a turn share connections and the signature of their service", async () => {
  const endpoint = (await open())();
  for (let nth = 0; nth < 5; nth += 1) await send(endpoint);
  expect(service?.connections()).toBe(1);
  expect(new Set(service?.requests.map(({ headers }) => headers.authorization)).size).toBe(1);
});

it.each([404, 410])("a device that its service answers with %i is gone", async (status) => {
  expect(await send((await open(answering(status)))())).toEqual({ outcome: "gone" });
});

it.each([
  [429, { "Retry-After": "120" }, 120],
  [503, {}, undefined],
  [500, {}, undefined],
])("a service that answers %i is tried later, after the time that it names", async (status, headers, wait) => {
  const answer = await send((await open(answering(status, headers)))());
  expect(answer).toMatchObject({ outcome: "later", reason: `push.test answered with status ${status}.` });
  expect("retryAfter" in answer ? answer.retryAfter : undefined).toBe(wait);
});

it.each([
  ["our key", answering(403), "push.test answered with status 403."],
  [
    "a redirect",
    answering(307, { Location: "https://push.test/elsewhere" }),
    "push.test answered with status 307.",
  ],
  [
    "an endless answer",
    (_asked: unknown, response: ServerResponse) => response.writeHead(201).end(Buffer.alloc(40_000)),
    "push.test: The answer is too long",
  ],
])("a refusal because of %s is final, and nothing else is sent", async (_name, answer, reason) => {
  expect(await send((await open(answer))())).toEqual({ outcome: "failed", reason });
  expect(service?.requests).toHaveLength(1);
});

it("a service that never answers is tried later", async () => {
  const answer = await send((await open(() => {}, { timeoutMs: 50 }))());
  expect(answer).toEqual({ outcome: "later", reason: "push.test: No complete response arrived in time" });
});

it("a service that failed five times in a row is not tried again in this turn", async () => {
  const address = await open(answering(503));
  for (let nth = 0; nth < 7; nth += 1) expect(await send(address())).toMatchObject({ outcome: "later" });
  expect(service?.requests).toHaveLength(5);
});

it("a service that does not answer leaves the others alone", async () => {
  const waiting: ServerResponse[] = [];
  const address = await open(
    ({ headers }, response) => {
      if (headers.host?.startsWith("other.test")) response.writeHead(201).end();
      else waiting.push(response);
    },
    { timeoutMs: 60_000 },
  );
  const silent = Array.from({ length: 20 }, () => send(address()));
  await waitUntil(async () => waiting.length === 20);
  expect(await send(address("other.test"))).toEqual({ outcome: "sent" });
  for (const response of waiting) response.destroy();
  for (const answer of await Promise.all(silent)) expect(answer.outcome).toBe("later");
});

it.each([
  ["127.0.0.1", "https://push.test/1"],
  ["10.1.2.3", "https://push.test/1"],
  ["169.254.169.254", "https://metadata.test/1"],
  ["::1", "https://push.test/1"],
])("a service whose name leads to %s is never request", async (address, endpoint) => {
  await open(undefined, {
    privateNetworks: false,
    resolve: async () => [
      { address: "93.184.215.14", family: 4 },
      { address, family: 4 },
    ],
  });
  expect(await send(endpoint)).toEqual({
    outcome: "failed",
    reason: `${new URL(endpoint).hostname}: The host is not on the public internet`,
  });
  expect(service?.requests).toEqual([]);
});

it("an address that is not permitted, or keys that do not work, fail without a request", async () => {
  const endpoint = (await open(undefined, { permitted: pushEndpoint }))();
  expect(await send(endpoint)).toEqual({ outcome: "failed", reason: "The address is not permitted." });
  transport?.close();
  const other = (await open())();
  const keys = { ...browserSubscription(other), p256dh: Buffer.alloc(65, 4).toString("base64url") };
  expect(await send(other, keys)).toEqual({ outcome: "failed", reason: "push.test: not encrypted" });
  expect(service?.requests).toEqual([]);
});

it.each([
  "http://push.test/1",
  "https://push.test:8443/1",
  "https://user:secret@push.test/1",
  "https://push.test/1#part",
  "ftp://push.test/1",
  "push.test",
  "",
  17,
  ["https://push.test/1"],
])("%s is no address of a push service", (endpoint) => {
  expect(pushEndpoint(endpoint)).toBeUndefined();
});

it("an address of more than 1,000 characters is none either", () => {
  expect(pushEndpoint(`https://push.test/${"a".repeat(1000)}`)).toBeUndefined();
});

it("addresses of push services are permitted", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
    "https://push.test:443/1",
  ])
    expect(pushEndpoint(endpoint)).toBeInstanceOf(URL);
});
