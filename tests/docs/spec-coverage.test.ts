import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

/** A line of the page: what it says, and the cell that names its tests. */
type Line = { says: string; by: string };

const LINES: Line[] = readFileSync(at("docs/spec-coverage.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => {
    const [says = "", by = ""] = line.split("|").slice(1);
    return { says: says.trim(), by: by.trim() };
  })
  .filter(({ by }) => by !== "shown by");

const ENDINGS = [".test.ts", ".test.tsx", ".spec.ts"];

/** The file a name stands for: `routes/x` is `tests/routes/x.test.ts`. */
const fileOf = (name: string) =>
  ENDINGS.map((ending) => at(`tests/${name}${ending}`)).find((file) => existsSync(file));

const namesIn = (by: string) =>
  by.replace(/"[^"]*"/g, "").match(/\b(?:routes|e2e|ui|features|http|resource|server|db)\/[\w./-]*\w/g) ?? [];

const sourcesOf = (by: string) =>
  namesIn(by)
    .map((name) => fileOf(name))
    .filter((file) => file !== undefined)
    .map((file) => readFileSync(file, "utf8"));

const textsIn = (says: string) =>
  [...says.matchAll(/(?<=^|[\s(])'([^']+)'(?=$|[\s,;.)])/g)].map(([, text = ""]) => text);

const titlesIn = (by: string) =>
  [...by.replace(/`[^`]*`/g, "").matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);

describe("the page that says where each sentence is shown", () => {
  it("has a line for every sentence, and tests or a decision in every line", () => {
    expect(LINES.length).toBeGreaterThan(90);
    for (const { says, by } of LINES) {
      expect(namesIn(by).length > 0 || by.startsWith("decision: "), says).toBe(true);
    }
  });

  it("names files that are there", () => {
    const missing = LINES.flatMap(({ by }) => namesIn(by)).filter((name) => !fileOf(name));
    expect(missing).toEqual([]);
  });

  it("names tests that are in those files", () => {
    const missing = LINES.flatMap(({ by }) => {
      const sources = sourcesOf(by);
      return titlesIn(by).filter((title) => !sources.some((source) => source.includes(`"${title}`)));
    });
    expect(missing).toEqual([]);
  });

  it("quotes texts that those files look for", () => {
    expect(LINES.flatMap(({ says }) => textsIn(says)).length).toBeGreaterThan(60);
    const missing = LINES.flatMap(({ says, by }) => {
      const sources = sourcesOf(by);
      return textsIn(says).filter((text) => !sources.some((source) => source.includes(text)));
    });
    expect(missing).toEqual([]);
  });
});
