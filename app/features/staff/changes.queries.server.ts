import { rows } from "db/rows.server";
import type { StaffViewer } from "~/http/viewer.server";

export type LoggedChange = {
  id: string;
  at: Date;
  who: string;
  action: string;
  resource: string;
  recordId: string;
  title: string;
  fields: string[] | null;
  /** What a switch led to. */
  to: string | null;
  /** The record was deleted or archived, by this change or since. */
  gone: boolean;
};

const COLUMNS = `id, created_at as at, staff_name as who, action, resource, record_id as "recordId",
  record_title as title, detail -> 'fields' as fields, detail ->> 'to' as to,
  exists (select 1 from changes as other
           where other.resource = changes.resource and other.record_id = changes.record_id
             and other.action in ('deleted', 'archived')) as gone`;

/** What is not open to a role is not told of it either. */
const CLOSED: Record<StaffViewer["role"], string> = {
  superadmin: "",
  admin: "where resource not in ('settings', 'profile-settings', 'banner')",
  editor: "where resource in ('news', 'videos')",
};

/** The newest lines of the change log, of the screens that are open to this member of staff. */
export function lastChanges({ role }: StaffViewer, limit = 8): Promise<LoggedChange[]> {
  return rows(`select ${COLUMNS} from changes ${CLOSED[role]} order by created_at desc, id desc limit ?`, [
    limit,
  ]);
}

/** The newest lines about one record. */
export function changesOf(resource: string, recordId: string, limit = 10): Promise<LoggedChange[]> {
  return rows(
    `select ${COLUMNS} from changes where resource = ? and record_id = ?
      order by created_at desc, id desc limit ?`,
    [resource, recordId, limit],
  );
}
