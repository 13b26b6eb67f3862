import { fileURLToPath } from "node:url";
import ts from "typescript";
import { assertedTexts } from "./assertions";

/** A test as its file has it. `name` is what its groups and itself are called, with `%s` for what is filled in. */
export type TestCase = {
  name: string;
  /** Never run, or not always. */
  skipped: boolean;
  /** Every text that one of its assertions compares with. */
  texts: ReadonlySet<string>;
  /** Whether it asserts anything, itself or through a helper. */
  asserts: boolean;
};

const TEST = /^(?:it|test)\b/;
const GROUP = /^(?:describe|test\.describe)\b/;
const SKIPPED = /\.(?:skip|skipIf|runIf|todo|fixme|fails)\b/;

/** Between the names of groups and of their test. */
export const WITHIN = " › ";

/**
 * Reads test files without running them. They are bound but not type-checked: which name means which declaration is known,
 * what other modules hold is not.
 * @returns the tests of each file, by its address
 */
export function readTestCases(files: readonly URL[]): Map<string, TestCase[]> {
  const paths = files.map((file) => fileURLToPath(file));
  const program = ts.createProgram(paths, {
    noResolve: true,
    noLib: true,
    types: [],
    jsx: ts.JsxEmit.Preserve,
  });
  const checker = program.getTypeChecker();
  return new Map(
    files.map((file, at) => {
      const source = program.getSourceFile(paths[at] ?? "");
      return [file.href, source ? casesIn(source, checker) : []];
    }),
  );
}

function casesIn(source: ts.SourceFile, checker: ts.TypeChecker): TestCase[] {
  const cases: TestCase[] = [];
  const visit = (node: ts.Node, groups: string[], skipped: boolean): void => {
    const call = ts.isCallExpression(node) ? namedCall(node) : undefined;
    if (call?.kind === "test") {
      const found = assertedTexts(call.body, checker);
      const name = [...groups, call.title].join(WITHIN);
      cases.push({ name, skipped: skipped || call.skipped, ...found });
      return;
    }
    const within = call ? [...groups, call.title] : groups;
    ts.forEachChild(node, (child) => visit(child, within, skipped || call?.skipped === true));
  };
  visit(source, [], false);
  return cases;
}

type NamedCall = { kind: "test" | "group"; title: string; body: ts.Expression; skipped: boolean };

/** `it("…", …)`, `it.each(…)("…", …)`, `test.describe("…", …)` and the like. */
function namedCall(call: ts.CallExpression): NamedCall | undefined {
  const [title] = call.arguments;
  const body = call.arguments.find((argument) => ts.isFunctionLike(argument));
  const callee = wordsOf(call.expression);
  const kind = GROUP.test(callee) ? "group" : TEST.test(callee) ? "test" : undefined;
  if (!kind || !title || !body) return undefined;
  return { kind, title: titleOf(title), body, skipped: SKIPPED.test(callee) };
}

/** `test.describe` of `test.describe(…)`, `it.each` of `it.each(TABLE)`. */
function wordsOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee)) return `${wordsOf(callee.expression)}.${callee.name.text}`;
  if (ts.isCallExpression(callee)) return wordsOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? wordsOf(callee.tag) : "";
}

function titleOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return title.getText();
  return title.head.text + title.templateSpans.map(({ literal }) => `%s${literal.text}`).join("");
}
