import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { REASONS, type Reason, reasonOf, testFiles } from "./alone";

const FILES = testFiles(fileURLToPath(new URL("../", import.meta.url)));

it("each test file in a separate process has a known reason that its text shows", () => {
  const unfounded = FILES.filter(({ text }) => {
    const reason = reasonOf(text);
    return reason !== undefined && !REASONS[reason as Reason]?.test(text);
  });
  expect(FILES.length).toBeGreaterThan(100);
  expect(unfounded.map(({ path }) => path)).toEqual([]);
});

it("a test file that replaces modules runs in a separate process", () => {
  const replacing = FILES.filter(({ text }) => REASONS.modules.test(text));
  expect(replacing.filter(({ text }) => reasonOf(text) !== "modules").map(({ path }) => path)).toEqual([]);
});
