// alone: declarations
import { type DeclaredStatement, declaredScripts } from "db/statement.server";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { outerJoined, type PlanNode } from "tests/support/query-plan";
import {
  allStatements,
  type DescribedColumn,
  type Describer,
  type Description,
  numbered,
  openDescriber,
} from "tests/support/statements";
import { afterAll, beforeAll, expect, it } from "vitest";

let database: TestDatabase;
let describer: Describer;
let statements: readonly DeclaredStatement[];
beforeAll(async () => {
  database = await testDatabase();
  describer = await openDescriber(database.url);
  statements = await allStatements();
  for (const { text } of declaredScripts()) await describer.rows(text);
});
afterAll(async () => {
  await describer.close();
  await database.drop();
});

/** The differences between a statement's declaration and PostgreSQL's description. */
async function differences(statement: DeclaredStatement): Promise<string[]> {
  const described = await describer.describe(numbered(statement)).catch((error: Error) => error.message);
  const found =
    typeof described === "string"
      ? [described]
      : [
          ...paramDifferences(statement, described.params),
          ...(await columnDifferences(statement, described.columns)),
        ];
  return found.map((difference) => `${statement.name}: ${difference}`);
}

const paramDifferences = ({ params }: DeclaredStatement, described: Description["params"]): string[] =>
  params.flatMap(({ name, type }, index) =>
    type.paramNames.includes(described[index] ?? "")
      ? []
      : `value ${name} is ${described[index]}, declared ${type.paramNames[0]}`,
  );

async function columnDifferences(
  statement: DeclaredStatement,
  described: readonly DescribedColumn[],
): Promise<string[]> {
  const { row } = statement;
  const undescribed = Object.keys(row).filter((name) => described.every((column) => column.name !== name));
  const nullable = await nullableColumns(statement, described);
  return [
    ...undescribed.map((name) => `${name} is not read`),
    ...described.flatMap(({ name, type }, index) => {
      const declared = row[name];
      if (!declared) return `${name} is read, not declared`;
      if (!declared.columnNames.includes(type))
        return `${name} is ${type}, declared ${declared.columnNames[0]}`;
      const [known, said] = [nullable[index], declared.nullable];
      if (known === undefined || known === said || (declared.ruledOut && !said)) return [];
      return `${name} ${known ? "may be empty" : "is never empty"}, declared otherwise`;
    }),
  ];
}

/** Whether each column can be null, if it is known: from its table and the outer joins around it. */
async function nullableColumns(
  statement: DeclaredStatement,
  described: readonly DescribedColumn[],
): Promise<(boolean | undefined)[]> {
  if (described.every(({ columnNullable }) => columnNullable === undefined)) return [];
  const [explained] = await describer.rows<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (verbose, generic_plan, format json) ${numbered(statement)}`,
  );
  const optional = explained ? outerJoined(explained["QUERY PLAN"][0].Plan) : [];
  return described.map(({ columnNullable }, index) =>
    columnNullable === undefined || optional[index] === undefined
      ? undefined
      : columnNullable || optional[index],
  );
}

it("every statement's values, columns, types and nulls match PostgreSQL's", async () => {
  const found: string[] = [];
  for (const statement of statements) found.push(...(await differences(statement)));
  expect(found).toEqual([]);
});

it("statement names are unique and within PostgreSQL's limit", () => {
  const names = statements.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => name.length > 63)).toEqual([]);
});
