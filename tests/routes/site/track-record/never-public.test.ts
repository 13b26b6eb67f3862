import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";
import { companyExhibit, recordExhibit } from "~/features/share-pictures/share-exhibits.server";

setUpApp({ TRACK_RECORD_DAYS: "never" });

const CANARY = /CNRY|Canary|112\.34/;

it("where calls never become public, visitors get the figures of all and the name of none, however old", async () => {
  const id = randomUUID();
  const call = { id, symbol: "CNRY", name: "Canary Corporation", made_at: "2021-01-02T12:00:00Z" };
  const closed = { state: "closed", close_price: "112.34", close_ratio: "1", close_reason: "target" };
  await insertRecord(database, "calls", {
    ...{ ...call, ...closed, entry_price: "100", target: "112.34", ended_on: "2021-02-02" },
  });
  await database.rows(
    `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
     values (1, ?, 'opened', '{"name":"Canary Corporation"}', repeat('a', 32), now(), repeat('b', 64), repeat('0', 64), repeat('c', 64))`,
    [id],
  );
  const paths = [
    ...["", ".data", ".csv", ".json", "/log.json", "/verify"].map((end) => `/track-record${end}`),
    ...[`/track-record/${id}`, `/track-record/${id}.data`, "/", "/trade-alert", "/stock/CNRY"],
  ];
  for (const who of ["visitor", "basic", "premium"] as const) {
    const cookies = await app.cookiesOf(who);
    // A page may say its own address.
    const texts = await Promise.all(
      paths.map(async (path) => (await (await app.request(path, { cookies })).text()).replaceAll(path, "")),
    );
    expect([who, CANARY.test(texts.join("\n"))]).toEqual([who, who === "premium"]);
    const { figures, waiting } = JSON.parse(texts[3] ?? "{}");
    expect(figures).toMatchObject({ settled: 1, right: 1, mean: expect.closeTo(12.34, 6) });
    expect(waiting).toBe(who === "premium" ? 0 : 1);
    expect(texts[0]).not.toContain("public later");
    const [event] = JSON.parse(texts[4] ?? "{}").events;
    expect(event).toMatchObject({ seq: 1, call: null, kind: null, salt: null, body: null });
  }
  expect([await recordExhibit(), await companyExhibit("CNRY", new Date())]).toEqual([undefined, undefined]);
  expect((await app.request(`/og/track-record/${id}.png`)).status).toBe(404);
});
