import { MemberImportRow, ROW_OUTCOMES, type RowOutcome } from "db/entities/member-import";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, json, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

const SLICE = { ...columns(MemberImportRow, "line", "email"), cells: json<string[]>().from`cells` };
export type SliceRow = RowOf<typeof SLICE>;

const NEXT = statement("member-import-rows.next", SLICE)`
  select ${SLICE} from member_import_rows where member_import_id = ${uuid("id")} and line > ${int("after")}
   order by line limit ${int("limit")}`;

/** The rows behind a line. */
export const nextRows = (
  manager: EntityManager,
  asked: { id: string; after: number; limit: number },
): Promise<SliceRow[]> => NEXT.all(asked, manager);

const NAME = command("member-import-rows.name")`
  update member_import_rows r set email = given.email, outcome = null, reason = null
    from unnest(${array(int)("lines")}::int[], ${array(text.orNull)("emails")}::text[]) as given (line, email)
   where r.member_import_id = ${uuid("id")} and r.line = given.line`;

/** Writes whose rows are, and forgets what was said of them. */
export const nameRows = (
  manager: EntityManager,
  id: string,
  rows: readonly { line: number; email?: string }[],
): Promise<void> =>
  NAME.run(
    { id, lines: rows.map(({ line }) => line), emails: rows.map(({ email }) => email ?? null) },
    manager,
  );

export type RowVerdict = { line: number; outcome: RowOutcome; reason?: string };

const JUDGE = command("member-import-rows.judge")`
  update member_import_rows r set outcome = given.outcome, reason = given.reason
    from unnest(${array(int)("lines")}::int[], ${array(literal(ROW_OUTCOMES))("outcomes")}::text[],
                ${array(text.orNull)("reasons")}::text[]) as given (line, outcome, reason)
   where r.member_import_id = ${uuid("id")} and r.line = given.line`;

export const judgeRows = (manager: EntityManager, id: string, rows: readonly RowVerdict[]): Promise<void> =>
  JUDGE.run(
    {
      id,
      lines: rows.map(({ line }) => line),
      outcomes: rows.map(({ outcome }) => outcome),
      reasons: rows.map(({ reason }) => reason?.slice(0, 500) ?? null),
    },
    manager,
  );

const at = sql`${int("emailAt")}::int`;

/** A row whose address another one has: the first of them, and whether the two say the same but for how the address is written. */
const DOUBLE = {
  line: int.from`r.line`,
  first: int.from`f.line`,
  alike: bool.from`f.cells - ${at} = r.cells - ${at}`,
  other: int.orNull.from`o.line`,
  /** Why the first was refused, where an earlier slice has judged it. */
  against: text.orNull.from`case when f.line <= ${int("after")} and f.outcome = 'refused' then f.reason end`,
};

/** Each is held against the first of its address, and the first against all: one address on every line costs no more than others do. */
const DOUBLES = statement("member-import-rows.doubles", DOUBLE)`
  select ${DOUBLE} from member_import_rows r
   cross join lateral (
     select t.line, t.cells, t.outcome, t.reason from member_import_rows t
      where t.member_import_id = r.member_import_id and t.email = r.email order by t.line limit 1) as f
    left join lateral (
     select t.line from member_import_rows t
      where f.line = r.line and t.member_import_id = r.member_import_id and t.email = r.email and t.cells - ${at} <> r.cells - ${at}
      order by t.line limit 1) as o on true
   where r.member_import_id = ${uuid("id")} and r.line > ${int("after")} and r.line <= ${int("to")}
     and (f.line <> r.line or o.line is not null)`;

type Between = { id: string; after: number; to: number; emailAt: number };

/** What speaks against rows whose address another row has, by line. Those that say the same as the first say nothing new. */
export async function doublesIn(manager: EntityManager, between: Between): Promise<Map<number, RowVerdict>> {
  const doubles = await DOUBLES.all(between, manager);
  const verdicts = new Map<number, RowVerdict>();
  for (const { line, first, alike, other, against } of doubles.toSorted((a, b) => a.line - b.line)) {
    // A first one that another speaks against is refused, and with it all that say the same.
    const said = verdicts.get(first)?.reason ?? against ?? undefined;
    if (alike && first !== line)
      verdicts.set(
        line,
        said
          ? { line, outcome: "refused", reason: said }
          : { line, outcome: "same", reason: `Line ${first} says the same` },
      );
    else
      verdicts.set(line, {
        line,
        outcome: "refused",
        reason: `Line ${other ?? first} has the same address and says something else`,
      });
  }
  return verdicts;
}
