import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The image sets these itself, or they are only for tests. */
const ELSEWHERE = ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "PAYPAL_API_URL"];

it("compose passes every operator setting to the containers", () => {
  const sources =
    read("app/platform/config-schema.server.ts") + read("app/platform/storage/s3-settings.server.ts");
  const declared = [...sources.matchAll(/^ {2,4}([A-Z][A-Z0-9_]{3,}):/gm)].map(([, name = ""]) => name);
  const handed = [...read("compose.yaml").matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name = ""]) => name,
  );
  expect(declared.length).toBeGreaterThan(20);
  // Docker rejects a file with a duplicate name.
  expect(handed).toEqual([...new Set(handed)]);
  expect(handed).toEqual(
    expect.arrayContaining(declared.filter((name) => !ELSEWHERE.includes(name)).toSorted()),
  );
});
