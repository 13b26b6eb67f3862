// alone: declarations
import { startOrm, stopOrm } from "db/orm.server";
import { type DeclaredStatement, declaredScripts } from "db/statement.server";
import { fillTables, ROWS } from "tests/support/filled-tables";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { outerJoined, type PlanNode, scannedTables } from "tests/support/query-plan";
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
  await startOrm({ url: database.url });
  describer = await openDescriber(database.url);
  statements = await allStatements();
  await fillTables(describer.rows);
  for (const { text } of declaredScripts()) await describer.rows(text);
});
afterAll(async () => {
  await describer.close();
  await stopOrm();
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

/** Larger tables count as growing. */
const LARGE = ROWS / 2;

/**
 * Not planned here: tables of the demo only, and searches, whose plans depend on the words
 * (`search-plans.test.ts`).
 */
const ELSEWHERE = /^(simulator|webhook-sandbox|search)\./;

/** A statement with the limit of a list's page, because the limit affects the plan. */
function forOnePage(text: string): string {
  const limited = text.replace(/\blimit \$\d+/gi, "limit 20").replace(/\boffset \$\d+/gi, "offset 0");
  const left = [...new Set([...limited.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))];
  left.sort((one, other) => one - other);
  return limited.replace(/\$(\d+)/g, (_, number) => `$${left.indexOf(Number(number)) + 1}`);
}

/** Statements that may scan a table, and why. */
const READS_ALL: Record<string, string> = {
  "subscribers.leave-ended": "newsletters end seldom, and it looks for ten days",
  "newsletters.readers": "a count of all readers, which its page does without if it is late",
  "call-sources.alerts-unrecorded": "once, when the ledger begins",
  "call-sources.picks-unrecorded": "once, when the ledger begins",
  "call-sources.briefs-unrecorded": "once, when the ledger begins",
  "verify-ledger.told": "a command that verifies the whole ledger",
  "analytics.clear-all-payers": "an operator's command",
  "analytics.payments-of-affected": "its days are few, which its generic plan does not know",
  "findings.paid-twice": "its orders are few, which its generic plan does not know",
  "overdue-calls.by-cause": "its calls are few, which its generic plan does not know",
  "invitations.waiting": "a site has few",
  "price-alerts.forget-compared": "once, after a restored backup",
  "price-alerts.decide-all": "once, after a restored backup",
  "changes-feed.forget-all": "once, after a restored backup",
};

it("statements do not scan growing tables", async () => {
  const grown = await describer.rows<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${LARGE}`,
  );
  const large = new Set(grown.map(({ name }) => name));
  const planned = statements.filter(({ name }) => !ELSEWHERE.test(name));
  const found: Record<string, string[]> = {};
  for (const statement of planned) {
    const [explained] = await describer.rows<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (generic_plan, format json) ${forOnePage(numbered(statement))}`,
    );
    const scanned = explained ? scannedTables(explained["QUERY PLAN"][0].Plan) : ["no plan"];
    const read = scanned.filter((table) => large.has(table));
    if (read.length > 0) found[statement.name] = read;
  }
  expect(large.size).toBeGreaterThan(30);
  expect(planned.length).toBeGreaterThan(800);
  expect(
    Object.keys(found).filter((name) => !(name in READS_ALL)),
    JSON.stringify(found),
  ).toEqual([]);
  expect(Object.keys(READS_ALL).filter((name) => !(name in found))).toEqual([]);
});

it.each([
  ["reminders.untold", "members_to_remind_index"],
  ["reconcile.lock-due", "orders_unfinished_index"],
])("%s uses the index of pending rows", async (name, index) => {
  const found = statements.find((statement) => statement.name === name);
  const explained = await describer.rows<{ "QUERY PLAN": unknown }>(
    `explain (generic_plan, format json) ${found && numbered(found)}`,
  );
  expect(JSON.stringify(explained)).toContain(`"Index Name":"${index}"`);
});

it("the schema has no view and no function that reads a table outside the statement", async () => {
  const views = await describer.rows("select viewname from pg_views where schemaname = 'public'");
  const functions = await describer.rows<{ name: string }>(
    `select p.proname as name from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and d.objid is null`,
  );
  const pure = [
    "hold_until",
    "mailbox_of",
    "pictures_in",
    "price_after",
    "quote_kind",
    "search_fold",
    "search_parts",
  ];
  /** Triggers run these to link records with instruments and settled calls. */
  const ofTriggers = [
    ...[
      "instrument_by_symbol",
      "instrument_by_name",
      "instrument_for",
      "instrument_of_call",
      "held_instrument",
    ],
    ...["public_name_of", "renew_public_name", "keep_settled"],
  ];
  const calledByStatements = statements.filter(({ text }) => ofTriggers.some((name) => text.includes(name)));
  /** These write during captures, refunds and seeds. No page depends on their reads. */
  const writing = ["fill_access_periods", "next_receipt_number", "number_payment"];
  const numbering = statements.filter(({ text }) => text.includes("number_payment"));
  expect(numbering.map(({ name }) => name)).toEqual(["payment-follow-up.give-number"]);
  expect(calledByStatements).toEqual([]);
  expect(views).toEqual([]);
  expect(functions.map(({ name }) => name).sort()).toEqual([...pure, ...ofTriggers, ...writing].sort());
});
