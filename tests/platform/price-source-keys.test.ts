import { expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

const readWith = (more: Record<string, string>) =>
  readConfig({ NODE_ENV: "test", DATABASE_URL: "postgresql://nobody@localhost/none", ...more });

it("reads the keys of price sources by name, each with its host", () => {
  const read = readWith({
    PRICE_SOURCE_KEY_ALPHA_VANTAGE: "demo",
    PRICE_SOURCE_KEY_OUR_FEED: "k3y-of-tests",
    PRICE_SOURCE_HOST_OUR_FEED: "feed.example",
    PRICE_SOURCE_KEY_EMPTY: "",
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const { keys, privateNetworks } = read.config.priceSources;
  expect(Object.fromEntries(keys)).toEqual({
    ALPHA_VANTAGE: { key: "demo", host: undefined },
    OUR_FEED: { key: "k3y-of-tests", host: "feed.example" },
  });
  expect(privateNetworks).toBe(false);
});

it.each([
  [{ PRICE_SOURCE_KEY_FEED: "abc" }, "PRICE_SOURCE_KEY_FEED must have at least 4 characters and no spaces"],
  [
    { PRICE_SOURCE_KEY_FEED: "k3y of tests" },
    "PRICE_SOURCE_KEY_FEED must have at least 4 characters and no spaces",
  ],
  [
    { PRICE_SOURCE_HOST_FEED: "feed.example" },
    "PRICE_SOURCE_HOST_FEED is for PRICE_SOURCE_KEY_FEED, which is not set",
  ],
  [
    { PRICE_SOURCE_KEY_FEED: "k3y-of-tests", PRICE_SOURCE_HOST_FEED: "https://feed.example/" },
    "PRICE_SOURCE_HOST_FEED must be a host such as api.example.com",
  ],
  [{ PRICE_SOURCES_PRIVATE: "perhaps" }, "PRICE_SOURCES_PRIVATE must be 0 or 1"],
])("reports the problem of %j without the key", (more, problem) => {
  expect(readWith(more as Record<string, string>)).toEqual({ problems: [problem] });
});
