import { insertKey } from "tests/support/api-keys";
import { app, database, setUpApp } from "tests/support/running-app";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

/** The test decides when heartbeats come. */
beforeAll(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
setUpApp();
afterAll(() => void vi.useRealTimers());

/** Opens a stream. `text` has what it sent so far; `isOver` whether it has ended. */
async function open(token: string) {
  const response = await fetch(new URL("/api/markets/stream", app.url), {
    headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
  });
  const stream = { status: response.status, text: "", isOver: false };
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      stream.text += part.value;
    stream.isOver = true;
  };
  void read();
  return stream;
}

it("a stream ends within 20 seconds of its key or session, and others go on", async () => {
  const newKey = () => insertKey(database, ["quotes:read"]);
  const [revoked, kept] = [await newKey(), await newKey()];
  const session = await app.tokenOf("premium");
  const streams = {
    revoked: await open(revoked.secret),
    session: await open(session),
    kept: await open(kept.secret),
  };
  const all = Object.values(streams);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  const beats = () => all.map(({ text }) => text.split("\n:\n").length - 1);
  vi.advanceTimersByTime(20_000);
  await expect.poll(beats).toEqual([1, 1, 1]);
  await database.rows("update api_keys set revoked_at = now() where id = ?", [revoked.id]);
  const ending = { method: "DELETE", headers: { Authorization: `Bearer ${session}` } };
  expect((await app.request("/api/auth/session", ending)).status).toBe(200);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => [streams.revoked.isOver, streams.session.isOver]).toEqual([true, true]);
  expect(streams.revoked.text).toMatch(/retry: \d+\n\n$/);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => beats()[2]).toBe(3);
  expect([streams.kept.isOver, (await open(revoked.secret)).status]).toEqual([false, 401]);
});
