import type { EntityManager } from "@mikro-orm/postgresql";
import { Change } from "db/entities/change";
import { columnAs } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { StaffViewer } from "~/features/auth/viewer.server";

export type ChangeEntry = {
  /** As in 'Marcus Adeyemi <action> the news item …'. */
  action: string;
  /** The path of the screen that the record belongs to. */
  resource: string;
  recordId: string;
  /** How people call the record; kept when the record goes. */
  recordTitle: string;
  /** Names of the fields that changed, what a switch led to, and the end of a term (ISO). Never a password. */
  detail?: {
    fields?: string[];
    from?: string;
    to?: string;
    until?: { from: string | null; to: string | null };
  } | null;
};

/** Writes a line of the change log, in the transaction of what it tells. */
export function recordChange(manager: EntityManager, staff: StaffViewer, entry: ChangeEntry): void {
  const { action, resource, recordId, recordTitle, detail = null } = entry;
  manager.create(
    Change,
    {
      staff: staff.id,
      staffName: staff.fullname,
      action,
      resource,
      recordId,
      recordTitle: recordTitle.slice(0, 300),
      detail,
    },
    { persist: true },
  );
}

export type LastSave = { who: string; at: Date };

const SAVE = { who: columnAs("changes", Change, "staffName"), at: columnAs("changes", Change, "createdAt") };
const LAST_SAVE = statement("changes.last-save", SAVE)`
  select ${SAVE} from changes
   where resource = ${text("resource")} and record_id = ${text("recordId")}
     and action in ('added', 'edited', 'published', 'unpublished')
   order by created_at desc, id desc limit 1`;

/** Who saved a record last, and when; undefined where the log does not reach back to it. */
export const lastSave = (resource: string, recordId: string): Promise<LastSave | undefined> =>
  LAST_SAVE.first({ resource, recordId });
