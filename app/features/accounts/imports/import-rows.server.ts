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

/** The next rows after a line. */
export const nextRows = (
  manager: EntityManager,
  page: { id: string; after: number; limit: number },
): Promise<SliceRow[]> => NEXT.all(page, manager);

const SAVE_ADDRESSES = command("member-import-rows.name")`
  update member_import_rows r set email = given.email, outcome = null, reason = null
    from unnest(${array(int)("lines")}::int[], ${array(text.orNull)("emails")}::text[]) as given (line, email)
   where r.member_import_id = ${uuid("id")} and r.line = given.line`;

/** Saves the addresses of rows and clears their earlier verdicts. */
export const saveAddresses = (
  manager: EntityManager,
  id: string,
  rows: readonly { line: number; email?: string }[],
): Promise<void> =>
  SAVE_ADDRESSES.run(
    { id, lines: rows.map(({ line }) => line), emails: rows.map(({ email }) => email ?? null) },
    manager,
  );

export type RowVerdict = { line: number; outcome: RowOutcome; reason?: string };

const SAVE_VERDICTS = command("member-import-rows.judge")`
  update member_import_rows r set outcome = given.outcome, reason = given.reason
    from unnest(${array(int)("lines")}::int[], ${array(literal(ROW_OUTCOMES))("outcomes")}::text[],
                ${array(text.orNull)("reasons")}::text[]) as given (line, outcome, reason)
   where r.member_import_id = ${uuid("id")} and r.line = given.line`;

export const saveVerdicts = (
  manager: EntityManager,
  id: string,
  rows: readonly RowVerdict[],
): Promise<void> =>
  SAVE_VERDICTS.run(
    {
      id,
      lines: rows.map(({ line }) => line),
      outcomes: rows.map(({ outcome }) => outcome),
      reasons: rows.map(({ reason }) => reason?.slice(0, 500) ?? null),
    },
    manager,
  );

const at = sql`${int("emailAt")}::int`;

/** Rows that share an address: the first one, and whether they agree except in the address's spelling. */
const DOUBLE = {
  line: int.from`r.line`,
  first: int.from`f.line`,
  alike: bool.from`f.cells - ${at} = r.cells - ${at}`,
  other: int.orNull.from`o.line`,
  /** Why an earlier slice refused the first row. */
  against: text.orNull.from`case when f.line <= ${int("after")} and f.outcome = 'refused' then f.reason end`,
};

/** Compares each row only with the first of its address, so an address on every line costs little. */
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

/** The verdicts on rows that repeat an address, by line. Rows equal to the first add nothing. */
export async function findRepeatedAddresses(
  manager: EntityManager,
  between: Between,
): Promise<Map<number, RowVerdict>> {
  const doubles = await DOUBLES.all(between, manager);
  const verdicts = new Map<number, RowVerdict>();
  for (const { line, first, alike, other, against } of doubles.toSorted((a, b) => a.line - b.line)) {
    // A first row that another contradicts is refused, and with it all rows equal to it.
    const refusal = verdicts.get(first)?.reason ?? against ?? undefined;
    if (alike && first !== line)
      verdicts.set(
        line,
        refusal
          ? { line, outcome: "refused", reason: refusal }
          : { line, outcome: "same", reason: `Same as line ${first}` },
      );
    else
      verdicts.set(line, {
        line,
        outcome: "refused",
        reason: `Line ${other ?? first} has the same email but different data`,
      });
  }
  return verdicts;
}
