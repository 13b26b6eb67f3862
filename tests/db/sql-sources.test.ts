import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** The running code, without migrations and seed content. */
const SOURCES = ["app", "db"]
  .flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/^db\/(migrations|baseline|seeds|demo|embedded)\//.test(path));

/** Files that may pass SQL to a connection directly, and why. */
const ALLOWED: Record<string, string> = {
  "db/query.server.ts": "runs what statements declare",
  "db/statement.server.ts": "declares them",
  "db/migrate.server.ts": "takes the migrations' lock and reads their own table",
  "db/database-encoding.server.ts": "asks how letters are written, on the connection that migrates",
  "db/replica.server.ts": "runs what statements declare, and asks two servers where they are in the log",
  "db/listen.server.ts": "listens on a connection of its own",
  "db/rebuild.server.ts": "drops and makes again what the catalog describes",
  "db/backup/catalog.server.ts": "reads the catalog: a backup has the tables of its own time",
  "db/backup/copy.server.ts": "copies tables that the catalog names",
  "db/backup/load.server.ts": "fills those tables in one transaction, with its locks and without triggers",
  "app/admin-kit/find.server.ts": "counts what the ORM's query builder describes by a declaration",
  "app/admin-kit/matches.server.ts": "counts what a search of such a list finds",
  "app/admin-kit/ordered-ids.server.ts": "asks for the ids of a list that a declaration describes",
  "app/platform/jobs/waiting-jobs.server.ts": "reads tables of the queue's library, which no migration makes",
  "app/platform/jobs/queue.server.ts":
    "lends the queue's library our connections, and holds a job of its table",
};

/** Methods that take SQL, in knex, the ORM, the driver and the queue's library. */
const RAW_METHODS = new Set(["raw", "execute", "executeSql", "query"]);

function rawCalls(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? calledName(node) : importedQuery(node);
    if (name) found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${name}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const calledName = ({ expression }: ts.CallExpression): string | undefined =>
  ts.isPropertyAccessExpression(expression) && RAW_METHODS.has(expression.name.text)
    ? `.${expression.name.text}()`
    : undefined;

/** An import of `query` from db/query.server.ts, under any name. */
function importedQuery(node: ts.Node): string | undefined {
  if (!ts.isImportSpecifier(node)) return undefined;
  const from = node.parent.parent.parent.moduleSpecifier;
  const imported = (node.propertyName ?? node.name).text;
  return ts.isStringLiteral(from) && /\/query\.server$/.test(from.text) && imported === "query"
    ? "import of query"
    : undefined;
}

it("SQL reaches the database only as declared statements", () => {
  const found = SOURCES.filter((path) => !(path in ALLOWED)).flatMap(rawCalls);
  expect(found).toEqual([]);
});

it("each listed exception is needed", () => {
  const unneeded = Object.keys(ALLOWED).filter((path) => rawCalls(path).length === 0);
  expect(unneeded).toEqual([]);
});

it("statements are declared when their module loads, not during a request", () => {
  const late = SOURCES.filter((path) => !path.startsWith("db/")).flatMap(declaredInAsyncCode);
  expect(late).toEqual([]);
});

const DECLARING = new Set([
  "statement",
  "command",
  "script",
  "counted",
  "countedTotal",
  "filtered",
  "variants",
  "neighbours",
  "sweep",
]);

function declaredInAsyncCode(path: string): string[] {
  const written = readFileSync(path, "utf8");
  if (!/db\/(statement|filtered|count|neighbours|sweep)\.server/.test(written)) return [];
  const source = ts.createSourceFile(path, written, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const declares =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && DECLARING.has(node.expression.text);
    if (declares && !isMadeOnce(node))
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Whether the declaration runs once: only functions around it that are arguments, such as `forEachOf`'s, or
 * that return it.
 */
function isMadeOnce(node: ts.Node): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around)) return false;
    if (
      ts.isArrowFunction(around) &&
      around.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    )
      return false;
  }
  return true;
}
