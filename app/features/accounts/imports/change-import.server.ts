import { type ImportDecisions, type ImportFindings, MemberImport } from "db/entities/member-import";
import { columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { json, literal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MEMBER_IMPORT_QUEUE } from "~/platform/jobs/queue-names";
import { AppError } from "~/web/app-error.server";
import { IMPORTS_KIND } from "./import-columns.rules";
import { NO_FINDINGS } from "./receive-import.server";

const FOLLOW_UPS = ["mailing", "undoing"] as const;
/** A change to the members of a finished import. */
export type FollowUp = (typeof FOLLOW_UPS)[number];

const CHANGED = columns(MemberImport, "id");

const FROM_THE_START = sql`position = 0, added = 0, changed = 0, unchanged = 0, refused = 0, undecided = 0, touched_at = now()`;

const DECIDE = statement("member-imports.decide", CHANGED)`
  update member_imports
     set targets = ${json<string[]>()("targets")}::jsonb, decisions = ${json<ImportDecisions>()("decisions")}::jsonb,
         findings = case when targets = ${json<string[]>()("targets")}::jsonb then findings
                         else ${json<ImportFindings>()("nothing")}::jsonb end,
         state = case when targets = ${json<string[]>()("targets")}::jsonb and state = 'compared' then 'comparing' else 'reading' end,
         ${FROM_THE_START}
   where id = ${uuid("id")} and state in ('matching', 'compared') returning ${CHANGED}`;

const MOVED_ON =
  "Nothing was changed: the import has moved on since you opened this page. This is its current state.";

/** Saves the decisions about a file and restarts the comparison. @throws AppError 409 */
export function decideImport(id: string, targets: string[], decisions: ImportDecisions): Promise<void> {
  return em().transactional(async (manager) => {
    const values = { targets: JSON.stringify(targets) as never, decisions, nothing: NO_FINDINGS };
    if (!(await DECIDE.first({ id, ...values }, manager))) throw new AppError(409, MOVED_ON);
    await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}

const START = statement("member-imports.start", CHANGED)`
  update member_imports
     set state = 'writing', staff_id = ${uuid("staffId")}, staff_name = ${text("staffName")}, ${FROM_THE_START}
   where id = ${uuid("id")} and state = 'compared' and touched_at = ${timestamp("seenAt")}
     and undecided = 0 and added + changed > 0 returning ${CHANGED}`;

/**
 * Starts writing a compared import; of concurrent requests only one succeeds. The import then belongs to this
 * person.
 * @param seenAt the comparison that staff saw; a newer one needs a new confirmation
 * @throws AppError 409
 */
export function startImport(id: string, staff: StaffViewer, seenAt: Date): Promise<void> {
  return em().transactional(async (manager) => {
    const begun = await START.first({ id, seenAt, staffId: staff.id, staffName: staff.fullname }, manager);
    if (!begun) throw new AppError(409, MOVED_ON);
    await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}

const FOLLOW_UP = statement("member-imports.follow-up", CHANGED)`
  update member_imports
     set state = ${literal(FOLLOW_UPS)("state")}, position = 0, touched_at = now(),
         staff_id = ${uuid("staffId")}, staff_name = ${text("staffName")}
   where id = ${uuid("id")} and (state = 'done' or state = 'cancelled' and ${literal(FOLLOW_UPS)("state")} = 'undoing')
     and exists (select 1 from imported_members i where i.member_import_id = ${uuid("id")}) returning ${CHANGED}`;

/**
 * Starts emailing an import's new members, if it sent none, or starts undoing it. It then belongs to this
 * person.
 * @throws AppError 409 if it is not finished, or already undone
 */
export function followUpImport(id: string, staff: StaffViewer, state: FollowUp): Promise<void> {
  return em().transactional(async (manager) => {
    const begun = await FOLLOW_UP.first({ id, state, staffId: staff.id, staffName: staff.fullname }, manager);
    if (!begun) throw new AppError(409, MOVED_ON);
    await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}

const CANCEL = statement("member-imports.cancel", columns(MemberImport, "fileName", "added", "changed"))`
  update member_imports
     set state = 'cancelled', ended_at = now(), lease = null, lease_until = null, touched_at = now(),
         added = case when state = 'writing' then added else 0 end,
         changed = case when state = 'writing' then changed else 0 end
   where id = ${uuid("id")} and ended_at is null returning ${columns(MemberImport, "fileName", "added", "changed")}`;

/**
 * Cancels an import. Members already written stay; the change log lists each.
 * @returns how many members were already written
 * @throws AppError 409
 */
export function cancelImport(id: string, staff: StaffViewer): Promise<number> {
  return em().transactional(async (manager) => {
    const ended = await CANCEL.first({ id }, manager);
    if (!ended) throw new AppError(409, MOVED_ON);
    const written = ended.added + ended.changed;
    const recordTitle = `${ended.fileName} (${written} already imported)`;
    logChange(manager, staff, { action: "cancelled", resource: IMPORTS_KIND, recordId: id, recordTitle });
    return written;
  });
}
