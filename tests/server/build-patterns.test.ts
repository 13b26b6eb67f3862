import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, it } from "vitest";
import table from "~/routes";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const idsIn = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ id, file, children = [] }) => [id ?? file.replace(/\.\w+$/, ""), ...idsIn(children)]);

const packagesIn = (folder: string) => readdirSync(ROOT + folder).map((name) => `${folder}/${name}/`);

const PLACES = [
  ...readdirSync(`${ROOT}app`, { recursive: true, encoding: "utf8" }).map((path) => `app/${path}`),
  ...idsIn(table as RouteConfigEntry[]),
  ...packagesIn("node_modules"),
  ...packagesIn("node_modules/@remix-run"),
];

/** The literals of vite.config.ts that match files, packages or route ids, each at the end of its line, without exclusions. */
const PATTERNS = [
  ...readFileSync(`${ROOT}vite.config.ts`, "utf8").matchAll(
    /^.*?\/(\^?(?:app|routes|node_modules)\\\/.*)\/[,;]$/gm,
  ),
].map(([, pattern = ""]) => pattern.replace(/\(\?![^)]*\)/g, ""));

/** The patterns that result if one choice replaces each group, from the innermost on. Optional groups stay. */
function choicesOf(pattern: string): Set<string> {
  const group = /\(([^()]*)\)(?!\?)/.exec(pattern);
  if (!group) return new Set(pattern.split("|"));
  const [whole, choices = ""] = group;
  return new Set(choices.split("|").flatMap((one) => [...choicesOf(pattern.replace(whole, () => one))]));
}

it("a pattern with groups has one choice for each combination", () => {
  expect([...choicesOf("a/(b|c/(d|e))/g(-h)?|i")].toSorted()).toEqual([
    "a/b/g(-h)?",
    "a/c/d/g(-h)?",
    "a/c/e/g(-h)?",
    "i",
  ]);
});

it.each(PATTERNS)("every name in the build's pattern %s exists", (pattern) => {
  const choices = [...choicesOf(pattern)].map((choice) => new RegExp(choice));
  expect(choices.filter((choice) => !PLACES.some((place) => choice.test(place)))).toEqual([]);
});

it("the patterns of the build are found", () => {
  expect(PATTERNS.length).toBeGreaterThan(20);
});
