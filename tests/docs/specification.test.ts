import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { evidenceIn, gapsIn, PAGE, readEvidence, SENTENCES, specificationPage } from "./specification-page";

const EVIDENCE = readEvidence();

it("each sentence of the specification has a test or a decision", () => {
  expect(SENTENCES.length).toBeGreaterThan(200);
  expect(gapsIn(EVIDENCE)).toEqual([]);
});

it("docs/specification.md is made of the tests as they are now", () => {
  const page = specificationPage(EVIDENCE);
  if (process.env.WRITE_SPECIFICATION) writeFileSync(PAGE, page);
  expect(existsSync(PAGE) && readFileSync(PAGE, "utf8")).toBe(page);
});

/** What stands between single quotes in a sentence is exact. */
const EXACT = /(?<=^|[\s(])'([^']+)'(?=$|[\s,;.)])/g;

it("an exact text of a sentence stands in a test that shows it, or in a module that the test imports", () => {
  const sources = new Map<string, string>();
  const missing = SENTENCES.flatMap(({ id, text }) => {
    const files = EVIDENCE.filter((one) => one.id === id).map(({ file }) => file);
    const all = [...new Set(files)].map((file) => sources.get(file) ?? sourceOf(file)).join("\n");
    return [...text.matchAll(EXACT)].flatMap(([, exact = ""]) =>
      all.includes(exact) ? [] : [`${id}: ${exact}`],
    );
  });
  expect(missing).toEqual([]);
});

/** The text of a test file and of what it imports from the project. */
function sourceOf(file: string): string {
  const at = new URL(`../${file}`, import.meta.url);
  const text = readFileSync(at, "utf8");
  const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => moduleText(name, at));
  return unescaped([text, ...imported].join("\n"));
}

function moduleText(name: string, importer: URL): string {
  const base = name.startsWith("~/")
    ? new URL(`../../app/${name.slice(2)}`, import.meta.url)
    : name.startsWith("tests/")
      ? new URL(`../${name.slice(6)}`, import.meta.url)
      : new URL(name, importer);
  const found = ["", ".ts", ".tsx"]
    .map((ending) => new URL(base.href + ending))
    .find((url) => existsSync(url));
  return found ? readFileSync(found, "utf8") : "";
}

/** As the reader sees it: patterns write a dot as `\.`. */
const unescaped = (text: string) => text.replace(/\\(\W)/g, "$1").replace(/\s+/g, " ");

it("a test without an id shows nothing, and one with two ids shows both sentences", () => {
  const text = `it("one", () => {}); describe("group", () => { it.each([1])("two %s", spec("2.1 a", "2.2 b"), () => {}); });`;
  expect(evidenceIn("some.test.ts", text)).toEqual([
    { id: "2.1 a", file: "some.test.ts", title: "group › two %s" },
    { id: "2.2 b", file: "some.test.ts", title: "group › two %s" },
  ]);
});
