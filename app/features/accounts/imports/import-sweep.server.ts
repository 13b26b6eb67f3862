import { int } from "db/sql";
import { command, statement } from "db/statement.server";

/** Rows that one statement takes. */
const SWEEP_ROWS = 1_000;

/** Whoever begins to write one in the same moment is first, or finds it called off. */
const CALL_OFF = command("member-imports.call-off-abandoned")`
  update member_imports set state = 'cancelled', ended_at = now(), added = 0, changed = 0
   where ended_at is null and state in ('receiving', 'matching', 'compared') and touched_at < now() - interval '7 days'`;

const count = int.from`count(*)::int`;

/** Of an import that was written the refused ones stay for a while, of one that is over none. */
const ROWS = statement("member-imports.sweep-rows", { count })`
  with over as (
    select id, state = 'cancelled' or coalesce(ended_at < now() - interval '30 days', true) as whole
      from member_imports where ended_at is not null
  ), gone as (
    delete from member_import_rows where ctid = any(array(
      select one.ctid from over cross join lateral (
        (select r.ctid from member_import_rows r where r.member_import_id = over.id and over.whole limit ${SWEEP_ROWS})
         union all
        (select r.ctid from member_import_rows r
          where r.member_import_id = over.id and r.outcome in ('added', 'changed', 'same') limit ${SWEEP_ROWS})) as one
      limit ${SWEEP_ROWS}))
    returning 1)
  select ${{ count }} from gone`;

const HEADS = statement("member-imports.sweep", { count })`
  with gone as (
    delete from member_imports where ctid = any(array(
      select i.ctid from member_imports i
       where ((i.state = 'cancelled' and i.added + i.changed = 0) or i.created_at < now() - interval '2 years')
         and i.ended_at is not null
         and not exists (select 1 from member_import_rows r where r.member_import_id = i.id)
       limit ${SWEEP_ROWS}))
    returning 1)
  select ${{ count }} from gone`;

/**
 * Calls off what was left lying for a week. Then it forgets a part of the rows that were written, of those of imports that were called
 * off, and of refused ones after a month; then the imports that came to nothing, and all after two years. @returns how many
 */
export async function sweepImports(): Promise<number> {
  await CALL_OFF.run({});
  const rows = (await ROWS.first())?.count ?? 0;
  return rows > 0 ? rows : ((await HEADS.first())?.count ?? 0);
}
