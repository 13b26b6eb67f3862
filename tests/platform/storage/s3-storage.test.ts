import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type PictureStore, startPictureStore } from "tests/support/picture-store";
import { afterEach, beforeEach, expect, it } from "vitest";
import { s3Storage } from "~/platform/storage/s3-storage.server";
import { type Storage, StorageUnavailableError } from "~/platform/storage.server";

/** Enough for a busy machine. */
const PATIENT = { askMs: 60_000, putMs: 60_000, nextMs: 60_000, allMs: 120_000 };
/** For a store that never answers. */
const QUICK = { askMs: 300, putMs: 300, nextMs: 300, allMs: 60_000 };

let store: PictureStore;
let storage: Storage;
beforeEach(async () => {
  store = await startPictureStore();
  storage = s3Storage(store.settings, PATIENT);
});
afterEach(() => store.stop());

const picture = Buffer.from("picture");
const keysOf = (of: Storage) => Readable.from(of.list()).toArray();

/** Each operation has a client of its own: a client remembers an outage. */
const CALLS: [string, (storage: Storage) => Promise<unknown>][] = [
  ["put", (of) => of.put("one/320.webp", picture)],
  ["read", (of) => of.read("one/320.webp")],
  ["list", keysOf],
  ["remove", (of) => of.removeFolder("one")],
];

it.each(CALLS)("stops waiting for a silent store: %s", async (_, call) => {
  store.proxy.freeze();
  await expect(call(s3Storage(store.settings, QUICK))).rejects.toThrow(StorageUnavailableError);
  await expect(call(s3Storage(store.settings, QUICK))).rejects.toThrow("did not respond within 300 ms");
});

it.each(CALLS)("reports a store that is down: %s", async (_, call) => {
  store.proxy.refuse();
  await expect(call(storage)).rejects.toThrow(StorageUnavailableError);
});

it.each(CALLS)("treats rejected keys as an outage, not as an empty store: %s", async (_, call) => {
  const stranger = s3Storage({ ...store.settings, secretAccessKey: "another" }, PATIENT);
  await expect(call(stranger)).rejects.toThrow(StorageUnavailableError);
  await expect(call(s3Storage({ ...store.settings, bucket: "nowhere" }, PATIENT))).rejects.toThrow(
    "NoSuchBucket",
  );
});

it("does not reveal the request's signature", async () => {
  const stranger = s3Storage({ ...store.settings, secretAccessKey: "another" }, PATIENT);
  const error = await stranger.read("one/320.webp").catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain("SignatureDoesNotMatch");
  expect(error).not.toHaveProperty("cause");
});

it("retries after a broken connection", async () => {
  await storage.put("one/320.webp", picture);
  store.proxy.cut();
  expect(await storage.read("one/320.webp")).toMatchObject({ size: 7 });
  store.proxy.cut();
  await storage.put("one/640.webp", picture);
  expect(await keysOf(storage)).toHaveLength(2);
});

it.each([
  ["breaks", () => store.proxy.cut()],
  ["falls silent", () => store.proxy.freeze()],
])("fails a file whose connection %s, without ending it", async (_, lose) => {
  await storage.put("one/640.webp", Buffer.alloc(8_000_000));
  const found = await s3Storage(store.settings, { ...PATIENT, nextMs: 300 }).read("one/640.webp");
  lose();
  await expect(buffer(found?.stream ?? Readable.from([]))).rejects.toThrow();
});

it("fails at once after another operation has waited in vain", async () => {
  store.proxy.freeze();
  const quick = s3Storage(store.settings, QUICK);
  await expect(quick.read("one/320.webp")).rejects.toThrow("did not respond");
  await expect(quick.read("one/320.webp")).rejects.toThrow("a moment ago");
  await expect(keysOf(quick)).rejects.toThrow("a moment ago");
});

it("recovers automatically when the store is back", async () => {
  store.proxy.refuse();
  await expect(storage.put("one/320.webp", picture)).rejects.toThrow(StorageUnavailableError);
  store.proxy.thaw();
  await expect
    .poll(() =>
      storage.put("one/320.webp", picture).then(
        () => "stored",
        () => "away",
      ),
    )
    .toBe("stored");
});

/** Replies in S3's protocol: the store of the other tests has no paging and is never busy. */
async function scriptedStore(reply: (request: IncomingMessage) => { status?: number; body: string }) {
  const server = createServer((request, response) => {
    const { status = 200, body } = reply(request);
    response.writeHead(status, { "Content-Type": "application/xml" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { storage: s3Storage({ ...store.settings, endpoint }), close: () => server.close() };
}

const pageOf = (keys: string[], next?: string) =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}</ListBucketResult>`;

it("lists and removes more files than one reply holds", async () => {
  const requests: string[] = [];
  const scripted = await scriptedStore(({ method, url = "" }) => {
    const { pathname, searchParams } = new URL(url, "http://store");
    requests.push(`${method} ${pathname} ${searchParams.get("continuation-token") ?? ""}`.trim());
    return { body: searchParams.has("continuation-token") ? pageOf(["one/2"]) : pageOf(["one/1"], "more=") };
  });
  expect(await keysOf(scripted.storage)).toEqual(["one/1", "one/2"]);
  await scripted.storage.removeFolder("one");
  expect(requests).toEqual([
    "GET /pictures/",
    "GET /pictures/ more=",
    "GET /pictures/",
    "DELETE /pictures/one/1",
    "GET /pictures/ more=",
    "DELETE /pictures/one/2",
  ]);
  scripted.close();
});

it("retries a busy store a limited number of times", async () => {
  let requests = 0;
  const busy = { status: 503, body: "<Error><Code>SlowDown</Code></Error>" };
  const scripted = await scriptedStore(() => {
    requests += 1;
    return requests < 3 ? busy : requests < 4 ? { body: pageOf(["one/1"]) } : busy;
  });
  expect(await keysOf(scripted.storage)).toEqual(["one/1"]);
  await expect(keysOf(scripted.storage)).rejects.toThrow(StorageUnavailableError);
  expect(requests).toBe(6);
  scripted.close();
});
