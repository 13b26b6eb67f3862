import { readFileSync } from "node:fs";
import ts from "typescript";

/** What a test file says in words: the names of its tests, and every other text it holds. Comments say nothing. */
export type Said = { titles: string[]; texts: string[] };

const TEST_WORDS = ["it", "test", "describe"];

/** `it`, `it.each(…)`, `test.describe` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TEST_WORDS.includes(callee.text);
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}

/** The words of a literal; a pattern's are those it looks for, as far as they stand in it letter by letter. */
function textIn(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) return node.text;
  return ts.isRegularExpressionLiteral(node) ? node.text.replace(/\\(\W)/g, "$1") : undefined;
}

const read = new Map<string, Said>();

/** Read once for each file: many lines name the same. */
export function saidIn(file: URL): Said {
  const said = read.get(file.href) ?? sayingsOf(file);
  read.set(file.href, said);
  return said;
}

function sayingsOf(file: URL): Said {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const said: Said = { titles: [], texts: [] };
  const walk = (node: ts.Node): void => {
    const text = textIn(node);
    if (text !== undefined) said[isTitle(node) ? "titles" : "texts"].push(text);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return said;
}

/** The first words of a test's call, be they a template's; `it.each`'s own first argument are its cases. */
function isTitle(node: ts.Node): boolean {
  const words = ts.isTemplateHead(node) ? node.parent : node;
  const call = words.parent;
  return (
    ts.isCallExpression(call) &&
    call.arguments[0] === words &&
    call.arguments.length > 1 &&
    isTest(call.expression)
  );
}
