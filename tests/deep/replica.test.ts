import { cacheBypassCookies } from "tests/support/cached-pages";
import { createTemplate, queryOnce } from "tests/support/postgres";
import { app, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { type ReplicatedDatabase, startReplicatedDatabase } from "tests/support/streaming-replica";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

let replicated: ReplicatedDatabase;
let proxy: TcpProxy;
/** The replica of the server's database, past the proxy. */
let replicaUrl: string;
let admin: string;

const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
const env: Record<string, string> = {};
// What is set up last ends first.
afterAll(async () => {
  Object.assign(process.env, { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE });
  await proxy?.close();
  await replicated?.close();
});
beforeAll(async () => {
  replicated = await startReplicatedDatabase();
  process.env.TEST_DATABASE_URL = replicated.primaryUrl;
  process.env.TEST_DATABASE_TEMPLATE = (await createTemplate()).name;
});
setUpApp(env, {
  wrapDatabase: async (url) => {
    const address = new URL(replicated.replicaUrl);
    address.pathname = new URL(url).pathname;
    replicaUrl = address.href;
    proxy = await tcpProxy(replicaUrl);
    env.DATABASE_REPLICA_URL = proxy.url;
    await waitUntil(() =>
      queryOnce(replicaUrl, "select 1").then(
        () => true,
        () => false,
      ),
    );
    return url;
  },
});
beforeAll(async () => {
  admin = await app.cookiesOf("admin");
});
afterEach(async () => {
  proxy.thaw();
  await replicated.resume();
});

const text = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();

const publish = async (title: string) => {
  const body = { title, content: "Its text.", category: "Tech", status: "published" };
  const answer = await app.request("/api/news", { method: "POST", cookies: admin, body });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
};

/** Connections on which our server has read, and not only asked how far the replica is. */
const READS = `application_name = 'openbell' and datname = current_database() and query <> ''
  and query !~ 'pg_last_wal_replay_lsn|version'`;

const readFromReplica = async () =>
  (await queryOnce(replicaUrl, `select 1 from pg_stat_activity where ${READS}`)).length;

let pages = 1;
/** A page that nobody has asked for yet. */
const coldPage = () => {
  pages += 1;
  return text(`/news?page=${pages}`);
};
/** What `ask` asks for is read from the replica, now. */
async function untilReplicaIsRead(ask: () => Promise<unknown> = coldPage): Promise<void> {
  await queryOnce(replicaUrl, `select pg_terminate_backend(pid) from pg_stat_activity where ${READS}`);
  await waitUntil(async () => {
    await ask();
    return (await readFromReplica()) > 0;
  });
}

describe("a server with a replica", () => {
  it("reads pages for many there, and searches", async () => {
    await untilReplicaIsRead();
    await untilReplicaIsRead(() => text("/search?q=yield"));
    await untilReplicaIsRead(() => text("/search/suggestions?q=yield"));
  });

  it("shows what was published at the next request, however far the replica is behind", async () => {
    await untilReplicaIsRead();
    await replicated.pause();
    await publish("Hot off the press");
    expect(await text("/news")).toContain("Hot off the press");
    expect(await text("/api/news?limit=3")).toContain("Hot off the press");
    await replicated.resume();
    await untilReplicaIsRead();
    expect(await text("/news")).toContain("Hot off the press");
  });

  it("keeps no page of what somebody else changed meanwhile", async () => {
    const { id } = await publish("An early title");
    await untilReplicaIsRead();
    expect(await text(`/news/${id}`)).toContain("An early title");
    await replicated.pause();
    await queryOnce(app.databaseUrl, "update news set title = 'A late title' where id = ?", [id]);
    await waitUntil(async () => (await text(`/news/${id}`)).includes("A late title"));
    await replicated.resume();
    await untilReplicaIsRead();
    expect(await text(`/news/${id}`)).not.toContain("An early title");
  });

  it("shows members and staff what they have just written", async () => {
    await untilReplicaIsRead();
    const member = await app.cookiesOf("basic");
    await replicated.pause();
    const { id } = await publish("To be renamed");
    const body = { title: "Renamed", content: "Its text.", category: "Tech", status: "published" };
    await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, json: body });
    expect(await text("/admin/news", admin)).toContain("Renamed");
    expect(await text("/dashboard", member)).toContain("basic@demo.test");
    await app.request("/logout", { method: "POST", cookies: member });
    expect((await app.request("/dashboard", { cookies: member })).status).toBe(302);
  });

  it.each(["refuse", "freeze"] as const)("answers every request while the replica does %s", async (does) => {
    await untilReplicaIsRead();
    proxy[does]();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, nth) => {
        const answer = await app.request(`/news?page=${nth + 2}`, { cookies: cacheBypassCookies() });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(answers).toEqual(Array(30).fill(200));
    expect((await app.request("/readyz")).status).toBe(200);
    proxy.thaw();
    proxy.cut();
    await untilReplicaIsRead();
  });
});
