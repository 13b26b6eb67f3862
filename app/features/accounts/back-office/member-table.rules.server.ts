import { TIERS } from "db/entities/member";
import { type AccessDay, accessDayProblem } from "~/access/access-end.server";
import { optionalDay } from "~/admin-kit/fields.server";
import type { ComparedCell, ComparedRow, Outcome, Pasted } from "~/admin-kit/paste/paste-source.server";
import { mailboxSchema, personNameSchema } from "~/auth/account.rules";
import type { Tier } from "~/auth/viewer.server";
import { labelsInCell, nameKey } from "../labels/labels.rules";
import type { KnownMember } from "./member-table.queries.server";
import { INVALID_TIER } from "./tier.server";

const MEMBER_COLUMNS = ["email", "firstname", "lastname", "tier", "accessUntil", "labels"] as const;
type Column = (typeof MEMBER_COLUMNS)[number];

/** A row's values for a person. @property lastDay undefined if the row has none */
export type RowMember = {
  email: string;
  firstname: string;
  lastname: string;
  tier: Tier;
  lastDay?: AccessDay;
  /** Labels that the row adds. */
  labels: readonly string[];
};

/** A row as a member. @property member the row's values */
export type MemberRow = ComparedRow & { before?: KnownMember; member?: RowMember };

/** A row as typed: the text of each present column, the address in its normal form. */
type TypedMemberRow = {
  line: number;
  raw: string;
  texts: Partial<Record<Column, string>>;
  why: string[];
  email?: string;
};

type Read<Value> = { value?: Value; problem?: string };

const SCHEMAS = {
  email: mailboxSchema,
  firstname: personNameSchema("First name"),
  lastname: personNameSchema("Last name"),
  accessUntil: optionalDay("accessUntil", { label: "Access until" }).schema,
};

function readBy(column: keyof typeof SCHEMAS, text: string): Read<string> {
  const { success, data, error } = SCHEMAS[column].safeParse(text);
  if (success) return { value: typeof data === "string" ? data : undefined };
  return { problem: error.issues[0]?.message ?? "This value is not valid" };
}

/** The pasted rows. */
export const readMemberRows = ({ table, matched }: Pasted): TypedMemberRow[] =>
  table.rows.map(({ line, raw, cells }) => {
    const texts: TypedMemberRow["texts"] = {};
    for (const [nth, name] of (matched as readonly (Column | undefined)[]).entries())
      if (name !== undefined) texts[name] = cells[nth] ?? "";
    const extra = cells.slice(table.names.length).some((cell) => cell !== "");
    const why = extra ? ["This row has more cells than the header row"] : [];
    return { line, raw, texts, why, email: readBy("email", texts.email ?? "").value };
  });

/**
 * What rows are compared with.
 * @property known by address
 * @property following the labels that follow a segment, by `nameKey`
 * @property today at the site, yyyy-mm-dd
 */
type Against = { known: ReadonlyMap<string, KnownMember>; following: ReadonlySet<string>; today: string };

/** Compares rows with existing members. As in the member form, only names and the end of a term change. */
export function compareMemberRows(rows: readonly TypedMemberRow[], against: Against): MemberRow[] {
  const lines = new Map<string, number[]>();
  for (const { email, line } of rows) if (email) lines.set(email, [...(lines.get(email) ?? []), line]);
  return rows.map((row) => {
    const other = row.email && lines.get(row.email)?.find((line) => line !== row.line);
    const before = row.email ? against.known.get(row.email) : undefined;
    const why = [...row.why, ...(other ? [`Line ${other} has the same email`] : [])];
    return compareRow({ ...row, why }, before, against);
  });
}

function compareRow(row: TypedMemberRow, before: KnownMember | undefined, against: Against): MemberRow {
  const { line, raw, texts } = row;
  const read = readRow(texts, before, against);
  const problems = Object.entries(read).flatMap(([column, { problem }]) =>
    problem ? [[column as Column, problem] as const] : [],
  );
  const why = [...row.why, ...problems.flatMap(([column, problem]) => (column in texts ? [] : [problem]))];
  const isRefused = why.length > 0 || problems.length > 0;
  const was = before && tableValues(before);
  const values = mergedValues(read, was);
  const isChanged = was && MEMBER_COLUMNS.some((column) => values[column] !== was[column]);
  const outcome: Outcome = isRefused ? "refused" : !before ? "added" : isChanged ? "changed" : "same";
  return {
    line,
    raw,
    outcome,
    why,
    before,
    cells: comparedCells(texts, { values, was, problems: Object.fromEntries(problems) }),
    mark: before && `${before.id} ${before.version}`,
    member: isRefused ? undefined : rowMember(values, texts, before),
  };
}

/** Each column's value, or its error. An empty tier or end is ignored. */
function readRow(
  texts: TypedMemberRow["texts"],
  before: KnownMember | undefined,
  { following, today }: Against,
): Record<Column, Read<string>> {
  const name = (column: "firstname" | "lastname") =>
    before && texts[column] === undefined ? {} : readBy(column, texts[column] ?? "");
  const tier = readTier(texts.tier ?? "", before);
  return {
    email: readBy("email", texts.email ?? ""),
    firstname: name("firstname"),
    lastname: name("lastname"),
    tier,
    labels: readLabels(texts.labels ?? "", before, following),
    accessUntil: readEnd(texts.accessUntil ?? "", { tier: tier.value as Tier | undefined, before, today }),
  };
}

function readTier(text: string, before: KnownMember | undefined): Read<Tier> {
  if (text === "") return { value: before?.tier ?? "Basic" };
  const tier = TIERS.find((known) => known.toLowerCase() === text.toLowerCase());
  if (!tier) return { problem: INVALID_TIER };
  if (before && before.tier !== tier)
    return { problem: `This member is on ${before.tier}. Switch the tier on the member’s page` };
  return { value: tier };
}

/** A row adds labels and takes none. */
function readLabels(
  text: string,
  before: KnownMember | undefined,
  following: ReadonlySet<string>,
): Read<string> {
  const added = addedLabels(text, before);
  const rule = added.find((name) => following.has(nameKey(name)));
  const problem = labelsInCell(text).problem ?? (rule && `“${rule}” follows a segment`);
  return problem ? { problem } : { value: [...(before?.labels ?? []), ...added].join(", ") };
}

/** Those that the member lacks. */
function addedLabels(text: string, before: KnownMember | undefined): string[] {
  const held = new Set(before?.labels.map(nameKey));
  return labelsInCell(text).labels.filter((name) => !held.has(nameKey(name)));
}

type Term = { tier?: Tier; before?: KnownMember; today: string };

function readEnd(text: string, { tier, before, today }: Term): Read<string> {
  const { value, problem } = readBy("accessUntil", text);
  if (problem || value === undefined || value === before?.day) return { value, problem };
  return { value, problem: tier && accessDayProblem({ tier, today }, value) };
}

type Values = Record<Column, string>;

const tableValues = ({ email, firstname, lastname, tier, day, labels }: KnownMember): Values => ({
  labels: labels.join(", "),
  email,
  firstname,
  lastname,
  tier,
  accessUntil: tier === "Basic" ? "" : (day ?? ""),
});

const mergedValues = (read: Record<Column, Read<string>>, was: Values | undefined): Values =>
  Object.fromEntries(
    MEMBER_COLUMNS.map((column) => [column, read[column].value ?? was?.[column] ?? ""]),
  ) as Values;

const rowMember = (
  { email, firstname, lastname, tier, accessUntil }: Values,
  texts: TypedMemberRow["texts"],
  before: KnownMember | undefined,
): RowMember => ({
  email,
  firstname,
  lastname,
  tier: tier as Tier,
  lastDay: texts.accessUntil ? accessUntil : undefined,
  labels: addedLabels(texts.labels ?? "", before),
});

type CellsParts = { values: Values; was: Values | undefined; problems: Partial<Record<Column, string>> };

function comparedCells(texts: TypedMemberRow["texts"], { values, was, problems }: CellsParts) {
  const cell = (column: Column, typed: string): ComparedCell => {
    const why = problems[column];
    if (why) return { text: typed, outcome: "refused", why };
    const text = values[column];
    if (!was) return { text, outcome: "added" };
    return was[column] === text ? { text, outcome: "same" } : { text, outcome: "changed", was: was[column] };
  };
  return Object.fromEntries(
    Object.entries(texts).map(([column, typed]) => [column, cell(column as Column, typed)]),
  );
}
