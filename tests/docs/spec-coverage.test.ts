import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { saidIn } from "./said";

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
  by.replace(/"[^"]*"/g, "").match(/\b(?:routes|e2e|ui|features|web|admin-kit|server|db)\/[\w./-]*\w/g) ?? [];

const saidBy = (by: string) =>
  namesIn(by)
    .map((name) => fileOf(name))
    .filter((file) => file !== undefined)
    .map((file) => saidIn(file));

const textsIn = (says: string) =>
  [...says.matchAll(/(?<=^|[\s(])'([^']+)'(?=$|[\s,;.)])/g)].map(([, text = ""]) => text);

const titlesIn = (by: string) =>
  [...by.replace(/`[^`]*`/g, "").matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);

describe("the page that says where each sentence is shown", () => {
  it("is read line by line, and names tests or a decision in each", () => {
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
      const sources = saidBy(by);
      return titlesIn(by).filter(
        (title) => !sources.some(({ titles }) => titles.some((one) => one.startsWith(title))),
      );
    });
    expect(missing).toEqual([]);
  });

  it("quotes texts that those files look for", () => {
    expect(LINES.flatMap(({ says }) => textsIn(says)).length).toBeGreaterThan(60);
    const missing = LINES.flatMap(({ says, by }) => {
      const sources = saidBy(by);
      return textsIn(says).filter(
        (text) => !sources.some(({ texts }) => texts.some((one) => one.includes(text))),
      );
    });
    expect(missing).toEqual([]);
  });
});
