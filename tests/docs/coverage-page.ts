import { existsSync, readFileSync } from "node:fs";

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

/** A test that a line names: its file, as the page calls it, and its name or the end of it after its groups' names. */
export type Citation = { file: string; test: string };

/** A line of the page: what is promised, the exact texts in it, and the tests that show it. */
export type Line = {
  says: string;
  texts: string[];
  by: string;
  citations: Citation[];
  /** Files that are named without any test of theirs. */
  bare: string[];
};

/** The lines of docs/spec-coverage.md, without the heads of its tables. */
export const readCoveragePage = (): Line[] => linesOf(readFileSync(at("docs/spec-coverage.md"), "utf8"));

export const linesOf = (page: string): Line[] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, , by]) => by !== "shown by")
    .map(([, says = "", by = ""]) => ({ says, texts: textsIn(says), by, ...namesIn(by) }));

const textsIn = (says: string) =>
  [...says.matchAll(/(?<=^|[\s(])'([^']+)'(?=$|[\s,;.)])/g)].map(([, text = ""]) => text);

/** `code`, "a test", or a file below `tests/`. */
const NAMES =
  /`[^`]*`|"([^"]*)"|\b((?:routes|e2e|ui|features|web|platform|admin-kit|server|db)\/[\w./-]*\w)/g;

function namesIn(by: string): Pick<Line, "citations" | "bare"> {
  const citations: Citation[] = [];
  const files: string[] = [];
  for (const [, test, file] of by.matchAll(NAMES)) {
    if (file !== undefined) files.push(file);
    else if (test !== undefined) citations.push({ file: files.at(-1) ?? "", test });
  }
  return { citations, bare: files.filter((file) => !citations.some((one) => one.file === file)) };
}

const ENDINGS = [".test.ts", ".test.tsx", ".spec.ts"];

/** The file a name stands for: `routes/x` is `tests/routes/x.test.ts`. */
export const fileOf = (name: string): URL | undefined =>
  ENDINGS.map((ending) => at(`tests/${name}${ending}`)).find((file) => existsSync(file));
