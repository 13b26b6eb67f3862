import { int } from "db/sql";
import { command, statement } from "db/statement.server";

/** Rows per statement. */
const SWEEP_ROWS = 1_000;

/** A concurrent start either comes first or finds the import cancelled. */
const CALL_OFF = command("member-imports.call-off-abandoned")`
  update member_imports set state = 'cancelled', ended_at = now(), added = 0, changed = 0
   where ended_at is null and state in ('receiving', 'matching', 'compared') and touched_at < now() - interval '7 days'`;

const count = int.from`count(*)::int`;

/** Refused rows of a finished import stay for a month; an import that ended otherwise keeps none. */
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
 * Cancels imports that were idle for a week. Then deletes one batch: written rows, rows of cancelled imports
 * and month-old refused rows; then imports without a result, and all imports after two years. @returns how
 * many
 */
export async function sweepImports(): Promise<number> {
  await CALL_OFF.run({});
  const rows = (await ROWS.first())?.count ?? 0;
  return rows > 0 ? rows : ((await HEADS.first())?.count ?? 0);
}
