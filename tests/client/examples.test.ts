import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Webhook } from "standardwebhooks";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { PASSWORD } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A copy of the client's folder: its build must not change the tree. */
let folder: string;

setUpApp({}, { doesJobs: true });

beforeAll(async () => {
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  folder = await mkdtemp(join(ROOT, ".cache/client-"));
  for (const part of ["src", "examples", "tsconfig.json", "package.json"])
    await cp(join(ROOT, "client", part), join(folder, part), { recursive: true });
  // It also checks the types of the examples.
  expect(await run([join(ROOT, "client/build.mjs"), app.url, folder])).toEqual({ code: 0, output: "" });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    env: { ...process.env, OPENBELL_URL: app.url, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(args: string[], env?: Record<string, string>) {
  const child = start(args, env);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const [code] = await once(child, "close");
  return { code, output: output.join("") };
}

const example = (name: string) => join(folder, "dist/examples", `${name}.js`);

/** What a visitor can read, as the copy has it. */
async function everything(): Promise<Record<string, unknown>> {
  const kinds = ["news", "markets"];
  const lists = await Promise.all(kinds.map(async (kind) => (await app.request(`/api/${kind}`)).json()));
  return Object.fromEntries(
    kinds.flatMap((kind, nth) =>
      lists[nth].map((record: { id: string }) => [`${kind}/${record.id}`, record]),
    ),
  );
}

const changesAreNumbered = () =>
  waitUntil(
    async () => (await database.rows("select 1 from record_changes where number is null")).length === 0,
  );

describe("the example that keeps a copy", () => {
  it("equals the site after edits, deletions, publications and a kill", async () => {
    const file = join(folder, "copy.json");
    const copied = async () => JSON.parse(await readFile(file, "utf8")).records;
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        insertRecord(database, "news", {
          title: `Article ${nth}`,
          status: nth % 3 === 0 ? "draft" : "published",
        }),
      ),
    );
    await changesAreNumbered();
    expect(await run([example("sync"), file])).toEqual({ code: 0, output: "" });
    expect(await copied()).toEqual(await everything());

    const [edited, deleted, published, withdrawn] = [
      ids.slice(0, 20),
      ids.slice(20, 30),
      ids.slice(30, 40),
      ids.slice(40, 50),
    ];
    await database.rows(
      "update news set title = title || ' again', version = version + 1 where id = any(?)",
      [edited],
    );
    await database.rows("delete from news where id = any(?)", [deleted]);
    await database.rows("update news set status = 'published' where id = any(?)", [published]);
    await database.rows("update news set status = 'draft' where id = any(?)", [withdrawn]);
    await insertRecord(database, "quotes", { name: "A new quote", symbol: "NEWQ" });
    await changesAreNumbered();
    const killed = start([example("sync"), file]);
    killed.kill("SIGKILL");
    await once(killed, "close");
    expect(await run([example("sync"), file])).toEqual({ code: 0, output: "" });
    expect(await copied()).toEqual(await everything());

    await database.rows("update change_numbers set database_id = gen_random_uuid()");
    await database.rows("delete from news where id = any(?)", [edited]);
    expect(await run([example("sync"), file])).toEqual({ code: 0, output: "" });
    expect(await copied()).toEqual(await everything());
  });
});

describe("the client", () => {
  it("signs in, which takes no idempotency key", async () => {
    const { createOpenbell, dataOf } = await import(join(folder, "dist/src/index.js"));
    const openbell = createOpenbell({ baseUrl: app.url });
    const body = { email: "basic@demo.test", password: PASSWORD };
    const { token } = dataOf(await openbell.POST("/api/auth/user/login", { body }));
    const member = createOpenbell({ baseUrl: app.url, token });
    expect(dataOf(await member.GET("/api/user/profile")).user.email).toBe(body.email);
  });
});

describe("the example that receives webhooks", () => {
  it("prints each message once, if its signature and its time are right", async () => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const child = start([example("receive-webhooks"), "0"], { OPENBELL_SECRET: secret });
    const printed: string[] = [];
    child.stdout?.on("data", (chunk: Buffer) => printed.push(...chunk.toString().trim().split("\n")));
    const [said] = await once(child.stderr as Readable, "data");
    const port = /\d+/.exec(String(said))?.[0];
    type Message = { at?: Date; signed?: string; body?: string };
    const post = async (id: string, { at = new Date(), signed = "{}", body = signed }: Message = {}) => {
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, at, signed),
      };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    try {
      const body = '{"type":"news.saved"}';
      expect(await post("msg_1", { signed: body })).toBe(204);
      expect(await post("msg_1", { signed: body })).toBe(204);
      expect(await post("msg_2", { body: '{"type":"news.deleted"}' })).toBe(400);
      expect(await post("msg_3", { at: new Date(Date.now() - 400_000) })).toBe(400);
      expect(await post("msg_4", { signed: '{"type":"calls.closed"}' })).toBe(204);
      await waitUntil(() => printed.length === 2);
      expect(printed).toEqual([body, '{"type":"calls.closed"}']);

      expect(await post("msg_5", { signed: JSON.stringify("a".repeat(1_100_000)) })).toBe(413);
      for (let nth = 0; nth < 1_000; nth += 1) await post(`msg_other_${nth}`);
      await post("msg_1", { signed: body });
      // It remembers the last thousand.
      await waitUntil(() => printed.filter((line) => line === body).length === 2);
    } finally {
      child.kill();
      await once(child, "close");
    }
  });
});

describe("the example that sends quotes", () => {
  it("adds them once, however often it runs", async () => {
    const file = join(folder, "quotes.json");
    await writeFile(file, JSON.stringify([{ name: "Sent quote", symbol: "SENTQ", last: 12.5 }]));
    const env = { OPENBELL_KEY: await app.tokenOf("superadmin") };
    expect(JSON.parse((await run([example("push-quotes"), file], env)).output)).toMatchObject({ created: 1 });
    expect(JSON.parse((await run([example("push-quotes"), file], env)).output)).toMatchObject({
      unchanged: 1,
    });
    expect(await database.rows("select last::float8 from quotes where name = 'Sent quote'")).toEqual([
      { last: 12.5 },
    ]);
  });
});
