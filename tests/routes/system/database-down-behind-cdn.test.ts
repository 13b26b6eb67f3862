import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { app } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { expect, it } from "vitest";

setUpProxiedApp({ CDN_SECONDS: "60" });

const visit = async () => {
  const { status, headers } = await app.request("/news");
  return { status, cache: headers.get("Cache-Control"), keys: headers.get("Surrogate-Key") };
};

it("a page cached before the database went down is not cacheable by a CDN", async () => {
  await waitUntil(async () => (await visit()).cache?.includes("s-maxage=60") === true);
  proxy.refuse();
  await waitUntil(async () => (await app.request("/readyz")).status === 503);
  for (const _ of ["drawn in vain", "at once"]) {
    const { status, cache, keys } = await visit();
    expect([status, cache, keys]).toEqual([200, expect.stringMatching(/^private/), null]);
  }
});
