import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runHere } from "tests/support/command-here";
import { type PictureStore, startPictureStore } from "tests/support/picture-store";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { startInstance } from "tests/support/server-process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkStorage } from "~/server/storage-at-start";

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

let database: TestDatabase;
let store: PictureStore;
beforeAll(async () => {
  database = await testDatabase();
  store = await startPictureStore();
});
afterAll(async () => {
  await store?.stop();
  await database?.drop();
});

async function startRefused(env: Record<string, string>) {
  const child = spawn(process.execPath, ["--no-warnings", BUNDLE, "serve"], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATABASE_URL: database.url,
      ...store.env,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, lines: text.trim().split("\n") };
}

it.each([
  ["UPLOADS_S3_BUCKET", "nowhere", "NoSuchBucket"],
  ["UPLOADS_S3_ACCESS_KEY_ID", "nobody", "InvalidAccessKeyId"],
  ["UPLOADS_S3_SECRET_ACCESS_KEY", "not-for-the-log", "SignatureDoesNotMatch"],
])("a store that refuses %s is reported in one clear line", async (name, value, code) => {
  const settings = { ...store.env, [name]: value };
  const refusal = await runHere(checkStorage, { databaseUrl: database.url, settings }, []);
  expect(refusal.err).toMatch(new RegExp(`^${name}: the picture store refuses access \\(${code}: .+\\)\n$`));
  expect(refusal.err).not.toContain("not-for-the-log");
  expect([refusal.code, refusal.out]).toEqual([78, ""]);
});

it("a server whose store refuses access prints that line and ends", async () => {
  const refusal = await startRefused({ UPLOADS_S3_SECRET_ACCESS_KEY: "not-for-the-log" });
  expect(refusal).toEqual({
    code: 78,
    lines: [expect.stringMatching(/^UPLOADS_S3_SECRET_ACCESS_KEY: the picture store refuses access \(/)],
  });
});

it("only a site with a store loads the store's client", async () => {
  const folder = dirname(BUNDLE);
  const chunks = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const withClient = [];
  for (const name of chunks)
    if ((await readFile(join(folder, name), "utf8")).includes("@aws-sdk")) withClient.push(name);
  expect(withClient).toEqual([expect.stringMatching(/^s3-storage\.server-/)]);
});

it("a store that is down does not stop a site's start, only a demo's pictures", async () => {
  store.proxy.refuse();
  const instance = await startInstance(database.url, store.env);
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
  await instance.stop();
  const demo = await startRefused({ DEMO: "1" });
  expect(demo).toEqual({
    code: 69,
    lines: [expect.stringMatching(/^UPLOADS_S3_ENDPOINT: the picture store does not answer \(/)],
  });
  store.proxy.thaw();
});
