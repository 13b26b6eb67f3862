/**
 * Which statements of a migration would stop the release that still runs while it is applied: two releases
 * use one schema during a rolling restart, and a lock on a large table stops both. See
 * docs/schema-changes.md.
 */

export type MigrationFacts = {
  /** Ends in `_contract`: removes what the release before no longer uses. */
  isContract: boolean;
  isTransactional: boolean;
};

type Rule = {
  pattern: RegExp;
  problem: string;
  isAllowed?: (facts: MigrationFacts, table?: string) => boolean;
};

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`;

const isContract = ({ isContract: allowed }: MigrationFacts) => allowed;

/** The first group of a pattern is the table, if it matters. */
const RULES: readonly Rule[] = [
  {
    pattern: /\brename\s+(?:to|column|constraint|\w+\s+to)\b/,
    problem:
      "renames what the running release uses: add the new name, and drop the old one in a later release",
  },
  {
    pattern: /\bdrop\s+(?:table|column|view|function|type)\b/,
    problem: "drops what the running release may use: do it in a `_contract` migration of a later release",
    isAllowed: isContract,
  },
  {
    pattern: /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/,
    problem: "rewrites the table under a lock: add a column of the new type",
  },
  {
    // Up to the next `add`: a default of one column says nothing of another.
    pattern:
      /\badd\s+column\b(?:(?!,\s*add\b|\bdefault\b)[\s\S])*?\bnot\s+null\b(?!(?:(?!,\s*add\b)[\s\S])*?\bdefault\b)/,
    problem: "fails the running release's inserts: add a default",
  },
  {
    pattern: /\bset\s+not\s+null\b/,
    problem: "scans the table under a lock: add a check `is not null` as `not valid`, then validate it",
  },
  {
    pattern: new RegExp(
      String.raw`\balter\s+table\s+(?:only\s+)?${NAME}\s[\s\S]*\badd\s+constraint\b(?=[\s\S]*\b(?:check|foreign\s+key)\b)(?![\s\S]*\bnot\s+valid\b)`,
    ),
    problem: "scans the table under a lock: add it as `not valid`, then `validate constraint`",
  },
  {
    pattern: new RegExp(
      String.raw`\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?\S+\s+on\s+(?:only\s+)?${NAME}`,
    ),
    problem: "blocks writes while the index is made: use `concurrently`",
  },
  {
    pattern: /\bconcurrently\b/,
    problem: "`concurrently` needs a migration that is not transactional",
    isAllowed: ({ isTransactional }) => !isTransactional,
  },
  { pattern: /^(?:lock\s+table|vacuum\s+full|cluster)\b/, problem: "locks the whole table" },
  {
    pattern: /^(?:update|delete\s+from)\b(?![\s\S]*\bwhere\b)/,
    problem: "changes every row in one transaction: let an hourly task do it in parts",
  },
];

const withoutComments = (sql: string) =>
  sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .trim()
    .toLowerCase();

const tableCreatedBy = (sql: string) =>
  new RegExp(String.raw`^create\s+table\s+(?:if\s+not\s+exists\s+)?${NAME}`).exec(sql)?.[1];

/** @returns one line per problem; a table that the migration creates itself may be changed in any way */
export function problemsOfMigration(statements: readonly string[], facts: MigrationFacts): string[] {
  const cleaned = statements.map(withoutComments);
  const created = new Set(cleaned.map(tableCreatedBy));
  return cleaned.flatMap((sql) =>
    RULES.flatMap(({ pattern, problem, isAllowed }) => {
      const found = pattern.exec(sql);
      if (!found || isAllowed?.(facts) || (found[1] && created.has(found[1]))) return [];
      return [`${sql.replace(/\s+/g, " ").slice(0, 80)}: ${problem}`];
    }),
  );
}
