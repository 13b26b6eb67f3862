import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { textsOf, userTexts } from "./user-texts.mjs";

const texts = (source: string) => textsOf("sample.tsx", source).map(({ line, text }) => `${line}: ${text}`);

it("user texts are text in JSX, sentences and single words with a capital letter", () => {
  const source = `const page = (
  <Field label="Last name" className="grid gap-3" hint={\`At most \${max} characters\`}>
    No news
    found. <Button>Save</Button>
  </Field>
);`;
  expect(texts(source)).toEqual([
    "2: Last name",
    "2: At most {…} characters",
    "3: No news found.",
    "4: Save",
  ]);
});

it("user texts leave out imports, types, statements, classes and addresses", () => {
  const source = `import { a } from "A package name";
type Word = "Two words" | "Three more words";
const ALL = sql\`select One, Two from three\`;
const path = "/admin/settings";
const classes = "grid gap-3";`;
  expect(texts(source)).toEqual([]);
});

it("every text of the specification is in the product to the letter", () => {
  const contract = readFileSync("tests/texts/contract-texts.txt", "utf8").trim().split("\n");
  const shown = new Set(userTexts(process.cwd(), "app").map(({ text }) => text));
  expect(contract.length).toBeGreaterThan(150);
  expect(contract.filter((text) => !shown.has(text))).toEqual([]);
});
