import ts from "typescript";

/** What the assertions of a test compare with. */
type Asserted = { texts: Set<string>; asserts: boolean };

/**
 * The texts that stand in the assertions of a test, and in what flows into them: the constants they name, the rows of the
 * table its cases come from, what its helpers are called with. A text that is only typed into a form, named in a comment or in
 * a title is none, and one that must be absent (`not`) is none either.
 */
export function assertedTexts(body: ts.Node, checker: ts.TypeChecker): Asserted {
  const reader = new AssertionReader(checker);
  reader.visit(body);
  return { texts: reader.texts, asserts: reader.asserts };
}

/** Walks through one test. */
class AssertionReader {
  readonly texts = new Set<string>();
  asserts = false;
  private readonly seen = new Set<ts.Node>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Takes in every text of an expression, and of what its names stand for. */
  private take(node: ts.Node): void {
    const text = textOf(node);
    if (text !== undefined) this.texts.add(text);
    if (ts.isIdentifier(node)) this.takeName(node);
    else if (ts.isPropertyAccessExpression(node)) this.takeProperty(node.name.text, [node.expression]);
    else ts.forEachChild(node, (child) => this.take(child));
  }

  private takeName(name: ts.Identifier): void {
    const declaration = this.declarationOf(name);
    if (!declaration || this.seen.has(declaration)) return;
    this.seen.add(declaration);
    const sources = sourceOf(declaration);
    const property = propertyOf(declaration);
    if (property === undefined) for (const source of sources) this.take(source);
    else this.takeProperty(property, sources);
  }

  /** Of rows with named columns the one column, else all that there is. */
  private takeProperty(property: string, sources: readonly ts.Node[]): void {
    const values = sources.flatMap((source) => this.valuesOf(property, source, new Set()));
    for (const node of values.length > 0 ? values : sources) this.take(node);
  }

  /** What a property is set to, wherever an expression or what its names stand for sets one that is called so. */
  private valuesOf(property: string, node: ts.Node, passed: Set<ts.Node>): ts.Node[] {
    if (passed.has(node)) return [];
    passed.add(node);
    if (ts.isPropertyAssignment(node) && node.name.getText() === property) return [node.initializer];
    const argument = ts.isCallExpression(node) && this.argumentOf(property, node);
    if (argument) return [argument];
    const source = ts.isIdentifier(node) ? sourceOf(this.declarationOf(node)) : childrenOf(node);
    return source.flatMap((one) => this.valuesOf(property, one, passed));
  }

  /** What a row's maker is called with where its parameter is called like the column: `rowOf("…")` of `rowOf(words)`. */
  private argumentOf(property: string, call: ts.CallExpression): ts.Node | undefined {
    const maker = ts.isIdentifier(call.expression) && functionOf(this.declarationOf(call.expression));
    const at = maker ? maker.parameters.findIndex(({ name }) => name.getText() === property) : -1;
    return call.arguments[at];
  }

  /** What is looked at, rather than compared with: its own words count, and those of a locator that has a name. */
  private takeActual(node: ts.Node): void {
    const text = textOf(node);
    if (text !== undefined) this.texts.add(text);
    const locator = ts.isIdentifier(node) ? this.declarationOf(node) : undefined;
    if (
      locator &&
      ts.isVariableDeclaration(locator) &&
      locator.initializer &&
      isLocator(locator.initializer)
    ) {
      this.takeActual(locator.initializer);
    }
    ts.forEachChild(node, (child) => this.takeActual(child));
  }

  visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) this.visitCall(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private visitCall(call: ts.CallExpression): void {
    const actual = actualOf(call);
    if (actual) {
      this.asserts = true;
      if (isNegated(call.expression)) return;
      for (const argument of actual) this.takeActual(argument);
      for (const argument of call.arguments) this.take(argument);
      return;
    }
    if (!ts.isIdentifier(call.expression)) return;
    const helper = functionOf(this.declarationOf(call.expression));
    const asserts = helper ? this.holdsExpect(helper, new Set()) : /^expect[A-Z]/.test(call.expression.text);
    if (!asserts) return;
    this.asserts = true;
    for (const argument of call.arguments) this.take(argument);
    if (!helper?.body || this.seen.has(helper)) return;
    this.seen.add(helper);
    this.visit(helper.body);
  }

  /** Whether a function of the file, or one that it calls, asserts. */
  private holdsExpect(node: ts.Node, tried: Set<ts.Node>): boolean {
    if (tried.has(node)) return false;
    tried.add(node);
    return (
      anyChild(node, (child) => ts.isIdentifier(child) && child.text === "expect") ||
      anyChild(node, (child) => {
        const called = ts.isCallExpression(child) && ts.isIdentifier(child.expression) && child.expression;
        const other = called && functionOf(this.declarationOf(called));
        return Boolean(other && this.holdsExpect(other, tried));
      })
    );
  }

  private declarationOf(name: ts.Identifier): ts.Declaration | undefined {
    return this.checker.getSymbolAtLocation(name)?.declarations?.[0];
  }
}

/** The words of a literal; a pattern's are those it looks for, as far as they stand in it letter by letter. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) return node.text;
  return ts.isRegularExpressionLiteral(node) ? node.text.replace(/\\(\W)/g, "$1") : undefined;
}

/** `expect(ACTUAL).….matcher(…)`: the arguments of its `expect`. */
function actualOf({ expression }: ts.CallExpression): readonly ts.Expression[] | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  let inner: ts.Expression = expression.expression;
  while (ts.isPropertyAccessExpression(inner)) inner = inner.expression;
  if (!ts.isCallExpression(inner)) return undefined;
  return /^expect\b/.test(inner.expression.getText()) ? inner.arguments.slice(0, 1) : undefined;
}

const isNegated = (callee: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(callee) && (callee.name.text === "not" || isNegated(callee.expression));

const isLocator = (node: ts.Expression) => /\.(?:getBy\w+|locator)\(/.test(node.getText());

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

function anyChild(node: ts.Node, test: (child: ts.Node) => boolean): boolean {
  return test(node) || ts.forEachChild(node, (child) => anyChild(child, test) || undefined) === true;
}

/** The function that a name stands for, declared or kept in a constant. */
function functionOf(declaration: ts.Declaration | undefined): ts.FunctionLikeDeclaration | undefined {
  if (!declaration) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

/** Where a name has its value from, as far as the file says it. */
function sourceOf(declaration: ts.Declaration | undefined): readonly ts.Node[] {
  if (!declaration) return [];
  if (ts.isFunctionDeclaration(declaration)) return declaration.body ? [declaration.body] : [];
  const holder = ts.isBindingElement(declaration) ? bound(declaration) : declaration;
  if (ts.isVariableDeclaration(holder)) return variableSource(holder);
  return ts.isParameter(holder) ? parameterSource(holder) : [];
}

/** `words` of `({ words }) => …`, where its value is what was called so. */
function propertyOf(declaration: ts.Declaration): string | undefined {
  if (!ts.isBindingElement(declaration) || !ts.isObjectBindingPattern(declaration.parent)) return undefined;
  const name = declaration.propertyName ?? declaration.name;
  return ts.isIdentifier(name) ? name.text : undefined;
}

/** The variable or parameter that a pattern takes apart. */
function bound(element: ts.BindingElement): ts.VariableDeclaration | ts.ParameterDeclaration {
  const { parent } = element.parent;
  return ts.isBindingElement(parent) ? bound(parent) : parent;
}

/** `const NAME = SOURCE`, `for (const NAME of SOURCE)`. What was awaited is an answer, no expectation. */
function variableSource({ parent, initializer }: ts.VariableDeclaration): readonly ts.Node[] {
  if (ts.isForOfStatement(parent.parent)) return [parent.parent.expression];
  return initializer && !anyChild(initializer, ts.isAwaitExpression) ? [initializer] : [];
}

/** `it.each(SOURCE)("…", (NAME) => …)`, `SOURCE.map((NAME) => …)`; a helper's is what it is called with. */
function parameterSource({ parent: taker }: ts.ParameterDeclaration): readonly ts.Node[] {
  const { parent: call } = taker;
  return ts.isCallExpression(call) && call.expression !== taker ? [call.expression] : [];
}
