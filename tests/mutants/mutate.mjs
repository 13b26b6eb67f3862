// The small changes that a unit test should notice, one at a time.
import ts from "typescript";

/** @typedef {{ start: number, end: number, text: string }} Edit */
/** @typedef {{ line: number, from: string, to: string, code: string }} Mutant */

/** @type {Readonly<Record<string, readonly string[]>>} */
const OPERATORS = {
  "<": ["<=", ">"],
  "<=": ["<", ">"],
  ">": [">=", "<"],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};

/** @type {Readonly<Record<string, string>>} */
const METHODS = { min: "max", max: "min", some: "every", every: "some", floor: "ceil", ceil: "floor" };

/** What a regular expression says more loosely or more tightly: its anchors, bounds and flags. @param {string} regex */
function regexVariants(regex) {
  const close = regex.lastIndexOf("/");
  const [body, flags] = [regex.slice(1, close), regex.slice(close + 1)];
  const bodies = [
    ...(body.startsWith("^") ? [body.slice(1)] : []),
    ...(body.endsWith("$") && !body.endsWith("\\$") ? [body.slice(0, -1)] : []),
  ];
  for (const { 0: bounds, index, 1: least = "", 2: rest = "", 3: most = "" } of body.matchAll(
    /\{(\d+)(,?)(\d*)\}/g,
  )) {
    const put = (/** @type {string} */ text) =>
      bodies.push(body.slice(0, index) + text + body.slice(index + bounds.length));
    put(`{${Number(least) + 1}${rest}${most}}`);
    if (most) put(`{${least}${rest}${Number(most) + 1}}`);
    if (most) put(`{${least}${rest}${Number(most) - 1}}`);
  }
  const changed = bodies.map((one) => `/${one}/${flags}`);
  return [
    ...changed,
    ...[...flags].filter((flag) => "gi".includes(flag)).map((flag) => `/${body}/${flags.replace(flag, "")}`),
  ];
}

/** @param {string} text */
function numberVariants(text) {
  const big = text.endsWith("n");
  const value = BigInt(Number(big ? text.slice(0, -1).replaceAll("_", "") : text.replaceAll("_", "")));
  return [value + 1n, ...(value > 0n ? [value - 1n] : [])].map((one) => `${one}${big ? "n" : ""}`);
}

/** A text that says something to the program or its reader: no import, no name of a property. @param {ts.Node} node */
const isValue = (node) =>
  !ts.isImportDeclaration(node.parent) &&
  !ts.isExportDeclaration(node.parent) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);

/** @param {ts.BinaryExpression} node @param {ts.SourceFile} source @returns {Edit[]} */
function operatorEdits(node, source) {
  const sign = node.operatorToken;
  const isText = [node.left, node.right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  );
  if (sign.kind === ts.SyntaxKind.PlusToken && isText) return [];
  return (OPERATORS[sign.getText(source)] ?? []).map((text) => ({
    start: sign.getStart(source),
    end: sign.end,
    text,
  }));
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Edit[]} */
function editsOf(node, source) {
  const whole = (/** @type {ts.Node} */ one, /** @type {string[]} */ texts) =>
    texts.map((text) => ({ start: one.getStart(source), end: one.end, text }));
  const text = node.getText(source);
  if (ts.isBinaryExpression(node)) return operatorEdits(node, source);
  if (ts.isPrefixUnaryExpression(node) && /^[!-]/.test(text))
    return whole(node, [node.operand.getText(source)]);
  if (ts.isConditionalExpression(node) || ts.isIfStatement(node)) {
    return whole(ts.isIfStatement(node) ? node.expression : node.condition, ["true", "false"]);
  }
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node))
    return isValue(node) ? whole(node, numberVariants(text)) : [];
  if (ts.isStringLiteralLike(node))
    return isValue(node) ? whole(node, [node.text === "" ? '"mutant"' : '""']) : [];
  if (ts.isTemplateExpression(node)) return whole(node, ['""']);
  if (ts.isRegularExpressionLiteral(node)) return whole(node, regexVariants(text));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return whole(node, ["false"]);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return whole(node, ["true"]);
  const method = ts.isPropertyAccessExpression(node) ? METHODS[node.name.text] : undefined;
  return method && ts.isPropertyAccessExpression(node) ? whole(node.name, [method]) : [];
}

/**
 * Every mutant of a module, in the order of its lines. Types are left alone: they do not run.
 * @param {string} code @param {string} name of its file
 * @returns {Mutant[]}
 */
export function mutantsOf(code, name) {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    for (const { start, end, text } of editsOf(node, source)) {
      mutants.push({
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        from: code.slice(start, end).replace(/\s+/g, " "),
        to: text,
        code: code.slice(0, start) + text + code.slice(end),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}
