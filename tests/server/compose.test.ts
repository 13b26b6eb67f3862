import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The image says these itself, or they are for tests of the product alone. */
const ELSEWHERE = ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "PAYPAL_API_URL"];

it("the containers are handed every setting that an operator may choose", () => {
  const sources = read("app/platform/config.server.ts") + read("app/platform/storage/s3-settings.server.ts");
  const declared = [...sources.matchAll(/^ {2,4}([A-Z][A-Z0-9_]{3,}):/gm)].map(([, name = ""]) => name);
  const handed = [...read("compose.yaml").matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name = ""]) => name,
  );
  expect(declared.length).toBeGreaterThan(20);
  // A name that stands there twice is no file that Docker reads.
  expect(handed).toEqual([...new Set(handed)]);
  expect(handed).toEqual(
    expect.arrayContaining(declared.filter((name) => !ELSEWHERE.includes(name)).toSorted()),
  );
});
