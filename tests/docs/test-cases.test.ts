import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { readTestCases, type TestCase } from "./test-cases";

const folder = mkdtempSync(join(tmpdir(), "openbell-cases-"));
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;

/** The tests of a file with this text. */
function casesIn(text: string): TestCase[] {
  written += 1;
  const file = pathToFileURL(join(folder, `${written}.test.ts`));
  writeFileSync(file, text);
  return readTestCases([file]).get(file.href) ?? [];
}

/** The texts that the one test in this code compares with. */
function textsIn(code: string): string[] {
  const [only] = casesIn(code);
  return [...(only?.texts ?? [])];
}

describe("a test that asserts a text", () => {
  it.each([
    ["in its matcher", `it("x", () => { expect(html).toContain("Saved"); });`],
    ["in a template or a pattern", `it("x", () => { expect(html).toMatch(/^Saved$/); });`],
    ["of a locator", `test("x", async () => { await expect(page.getByText("Saved")).toBeVisible(); });`],
    [
      "of a locator with a name",
      `test("x", async () => { const it = page.getByText("Saved"); await expect(it).toBeVisible(); });`,
    ],
    ["by a constant", `const TEXT = "Saved"; it("x", () => { expect(html).toContain(TEXT); });`],
    ["in a loop", `it("x", () => { for (const word of ["Saved"]) expect(html).toContain(word); });`],
    ["in its table", `it.each([["a", "Saved"]])("%s", (_, text) => { expect(html).toContain(text); });`],
    [
      "in its group's table",
      `describe.each([{ said: "Saved" }])("g", ({ said }) => { it("x", () => { expect(a).toBe(said); }); });`,
    ],
    [
      "through a helper",
      `const says = (text: string) => expect(html).toContain(text); it("x", () => { says("Saved"); });`,
    ],
    ["through an imported helper", `it("x", async () => { await expectToast(page, "Saved"); });`],
    [
      "made by a function",
      `const row = (path: string, said: string) => ({ path, said });
       it("x", () => { for (const { said } of [row("/", "Saved")]) expect(html).toContain(said); });`,
    ],
  ])("%s is found to", (_, code) => {
    expect(textsIn(code).join()).toContain("Saved");
  });
});

describe("a test that does not assert a text", () => {
  it.each([
    ["has it in a comment", `it("x", () => { /* Saved */ expect(html).toContain("x"); });`],
    ["has it in its title", `it("Saved", () => { expect(html).toContain("x"); });`],
    ["types it into a form", `it("x", async () => { await ask("Saved"); expect(html).toContain("x"); });`],
    [
      "asks for it and looks at the answer",
      `it("x", async () => { const html = await ask("Saved"); expect(html).toContain("x"); });`,
    ],
    [
      "hands the answer to a helper",
      `const is = (a: string, b: string) => expect(a).toBe(b);
       it("x", async () => { const html = await ask("Saved"); is(html, "x"); });`,
    ],
    ["says that it is absent", `it("x", () => { expect(html).not.toContain("Saved"); });`],
    [
      "has it in another column of its table",
      `it.each([{ said: "x", typed: "Saved" }])("x", ({ said }) => { expect(html).toContain(said); });`,
    ],
    [
      "has it in another column of a made row",
      `const row = (typed: string, said: string) => ({ typed, said });
       it("x", () => { for (const { said } of [row("Saved", "x")]) expect(html).toContain(said); });`,
    ],
    [
      "leaves it to another",
      `it("x", () => { expect(1).toBe(1); }); it("y", () => { expect(a).toBe("Saved"); });`,
    ],
  ])("%s", (_, code) => {
    expect(textsIn(code).join()).not.toContain("Saved");
  });
});

describe("the tests of a file", () => {
  it("are called by their groups and themselves, with %s for what is filled in", () => {
    const names = casesIn(
      `describe("a list", () => { it.each([1])("of %i", (n) => {}); });
       for (const who of [1]) test(\`for \${who} only\`, () => {});`,
    ).map(({ name }) => name);
    expect(names).toEqual(["a list › of %i", "for %s only"]);
  });

  it("are known to be skipped, by themselves or with their group", () => {
    const skipped = casesIn(
      `it("runs", () => {}); it.skip("a", () => {}); test.fixme("b", () => {}); it.runIf(false)("c", () => {});
       describe.skip("g", () => { it("d", () => {}); });`,
    ).filter((one) => one.skipped);
    expect(skipped.map(({ name }) => name)).toEqual(["a", "b", "c", "g › d"]);
  });

  it("tell whether they assert", () => {
    const found = casesIn(
      `const one = () => expect(1).toBe(1);
       it("nothing", () => { one; }); it("itself", () => { expect(2).not.toBe(1); }); it("by a helper", () => { one(); });`,
    );
    expect(found.map(({ asserts }) => asserts)).toEqual([false, true, true]);
  });
});
