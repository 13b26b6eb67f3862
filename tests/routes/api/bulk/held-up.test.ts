import { insertKey } from "tests/support/api-keys";
import { type Database, openDatabase } from "tests/support/database";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "./push";

const TOKEN = "a token for metrics of pushes";
setUpApp({ METRICS_TOKEN: TOKEN });

let other: Database;
beforeAll(() => {
  other = openDatabase(app.databaseUrl);
});
afterAll(async () => {
  await other?.close();
});

/** Another push has its turn until the returned function is called. */
async function takeTurn(): Promise<() => Promise<unknown>> {
  await other.rows("begin");
  await other.rows("select pg_advisory_xact_lock(1886745448)::text");
  return () => other.rows("rollback");
}

/** Lines of the metrics that begin with a name. */
async function metrics(name: string): Promise<string[]> {
  const response = await app.request("/metrics", { headers: { Authorization: `Bearer ${TOKEN}` } });
  return (await response.text()).split("\n").filter((line) => line.startsWith(name));
}

const ROTATED =
  "update api_keys set token_hash = encode(sha256(id::text::bytea), 'hex'), previous_token_hash = token_hash";
it.each([
  ["is revoked", "update api_keys set revoked_at = now() where id = ?"],
  ["expires", "update api_keys set expires_at = clock_timestamp() where id = ?"],
  ["gets a secret that replaces its own at once", `${ROTATED}, previous_until = now() where id = ?`],
])("a push whose key %s while it waits saves nothing", async (_, end) => {
  const [ended, kept, rotated] = [
    await insertKey(database, ["quotes:write"]),
    await insertKey(database, ["quotes:write"]),
    await insertKey(database, ["quotes:write"]),
  ];
  const push = (name: string, { headers }: typeof kept) =>
    send("markets", JSON.stringify([{ category: "Stocks", name, last: 170, volume: 1 }]), { headers });
  const endTurn = await takeTurn();
  const pushes = Promise.all([push("Nvidia", ended), push("Selene", kept), push("Helios", rotated)]);
  await waitUntil(async () => (await metrics("openbell_bulk_pushes")).join().includes('"waiting"} 3'));
  expect(await metrics("openbell_bulk_pushes")).toContain('openbell_bulk_pushes{state="saving"} 0');
  await database.rows(end, [ended.id]);
  // Its old secret works for another hour.
  await database.rows(`${ROTATED}, previous_until = now() + interval '1 hour' where id = ?`, [rotated.id]);
  await endTurn();
  const [refused, ...saved] = await pushes;
  expect([refused.status, refused.answer.message]).toEqual([
    401,
    "This API key is unknown, expired or revoked.",
  ]);
  for (const { answer } of saved) expect(answer).toMatchObject({ created: 1 });
  const names = "name in ('Nvidia', 'Selene', 'Helios')";
  expect(await database.rows(`select name from quotes where ${names} order by name`)).toEqual([
    { name: "Helios" },
    { name: "Selene" },
  ]);
  await database.rows(`delete from quotes where ${names}`);
  await database.rows("delete from api_keys");
  expect(await metrics("openbell_bulk_pushes{")).toEqual([
    'openbell_bulk_pushes{state="saving"} 0',
    'openbell_bulk_pushes{state="waiting"} 0',
  ]);
});

it("the metrics count open streams", async () => {
  const stop = new AbortController();
  const headers = { Accept: "text/event-stream" };
  await fetch(new URL("/api/markets/stream", app.url), { headers, signal: stop.signal });
  await waitUntil(async () => (await metrics("openbell_stream_listeners "))[0]?.endsWith(" 1") ?? false);
  stop.abort();
  await waitUntil(async () => (await metrics("openbell_stream_listeners "))[0]?.endsWith(" 0") ?? false);
});
