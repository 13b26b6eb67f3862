import { app, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";

const TOKEN = "a token for tests of metrics";

setUpApp({ METRICS_TOKEN: TOKEN });

/** Texts with as many characters as the right one, or as many bytes. */
const alike = (right: string) => [
  "é".repeat(right.length),
  "é".repeat(right.length / 2),
  `${right.slice(1)}é`,
];

it.each(alike(TOKEN))("the metrics token %j is rejected", async (token) => {
  expect((await app.request("/metrics", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(404);
});

it.each([...alike("A".repeat(60)), "A", "", "🙂".repeat(20)])("the cursor %j is rejected", async (cursor) => {
  const answer = await app.request(`/api/news?cursor=${encodeURIComponent(cursor)}`);
  expect([200, 400, 422]).toContain(answer.status);
});
