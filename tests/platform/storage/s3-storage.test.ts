import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type PictureStore, startPictureStore } from "tests/support/picture-store";
import { afterEach, beforeEach, expect, it } from "vitest";
import { s3Storage } from "~/platform/storage/s3-storage.server";
import { type Storage, StorageUnavailableError } from "~/platform/storage.server";

/** As long as a busy machine takes. */
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

/** Each on a client of its own: what one call found out, the next one is told. */
const CALLS: [string, (storage: Storage) => Promise<unknown>][] = [
  ["put", (of) => of.put("one/320.webp", picture)],
  ["read", (of) => of.read("one/320.webp")],
  ["list", keysOf],
  ["remove", (of) => of.removeFolder("one")],
];

it.each(CALLS)("gives up waiting for a store that went silent: %s", async (_, call) => {
  store.proxy.freeze();
  await expect(call(s3Storage(store.settings, QUICK))).rejects.toThrow(StorageUnavailableError);
  await expect(call(s3Storage(store.settings, QUICK))).rejects.toThrow("gave no answer within 300 ms");
});

it.each(CALLS)("says that a store is down: %s", async (_, call) => {
  store.proxy.refuse();
  await expect(call(storage)).rejects.toThrow(StorageUnavailableError);
});

it.each(
  CALLS,
)("takes keys that are refused for a store that is away, not for an empty one: %s", async (_, call) => {
  const stranger = s3Storage({ ...store.settings, secretAccessKey: "another" }, PATIENT);
  await expect(call(stranger)).rejects.toThrow(StorageUnavailableError);
  await expect(call(s3Storage({ ...store.settings, bucket: "nowhere" }, PATIENT))).rejects.toThrow(
    "NoSuchBucket",
  );
});

it("says nothing of our signature", async () => {
  const stranger = s3Storage({ ...store.settings, secretAccessKey: "another" }, PATIENT);
  const error = await stranger.read("one/320.webp").catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain("SignatureDoesNotMatch");
  expect(error).not.toHaveProperty("cause");
});

it("tries again when a connection breaks", async () => {
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
])("breaks off a file whose connection %s, and does not end it", async (_, lose) => {
  await storage.put("one/640.webp", Buffer.alloc(8_000_000));
  const found = await s3Storage(store.settings, { ...PATIENT, nextMs: 300 }).read("one/640.webp");
  lose();
  await expect(buffer(found?.stream ?? Readable.from([]))).rejects.toThrow();
});

it("lets nobody wait for what another has waited for in vain", async () => {
  store.proxy.freeze();
  const quick = s3Storage(store.settings, QUICK);
  await expect(quick.read("one/320.webp")).rejects.toThrow("gave no answer");
  await expect(quick.read("one/320.webp")).rejects.toThrow("a moment ago");
  await expect(keysOf(quick)).rejects.toThrow("a moment ago");
});

it("goes on by itself when the store is back", async () => {
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

/** Answers in the words of the protocol: the store of the other tests can neither page nor be busy. */
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

it("lists and removes more files than one answer of the store holds", async () => {
  const asked: string[] = [];
  const scripted = await scriptedStore(({ method, url = "" }) => {
    const { pathname, searchParams } = new URL(url, "http://store");
    asked.push(`${method} ${pathname} ${searchParams.get("continuation-token") ?? ""}`.trim());
    return { body: searchParams.has("continuation-token") ? pageOf(["one/2"]) : pageOf(["one/1"], "more=") };
  });
  expect(await keysOf(scripted.storage)).toEqual(["one/1", "one/2"]);
  await scripted.storage.removeFolder("one");
  expect(asked).toEqual([
    "GET /pictures/",
    "GET /pictures/ more=",
    "GET /pictures/",
    "DELETE /pictures/one/1",
    "GET /pictures/ more=",
    "DELETE /pictures/one/2",
  ]);
  scripted.close();
});

it("asks a busy store again, and not for ever", async () => {
  let asked = 0;
  const busy = { status: 503, body: "<Error><Code>SlowDown</Code></Error>" };
  const scripted = await scriptedStore(() => {
    asked += 1;
    return asked < 3 ? busy : asked < 4 ? { body: pageOf(["one/1"]) } : busy;
  });
  expect(await keysOf(scripted.storage)).toEqual(["one/1"]);
  await expect(keysOf(scripted.storage)).rejects.toThrow(StorageUnavailableError);
  expect(asked).toBe(6);
  scripted.close();
});
