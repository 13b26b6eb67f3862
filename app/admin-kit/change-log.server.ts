import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Change, type ChangeOrigin, type Differences } from "db/entities/change";
import { columnAs } from "db/entity-columns.server";
import { json, text } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import type { StaffViewer } from "~/auth/viewer.server";

/** Names of the fields that changed, what a switch led to, and the end of a term (ISO). Never a password. */
export type ChangeDetail = {
  fields?: string[];
  from?: string;
  to?: string;
  until?: { from: string | null; to: string | null };
};

export type ChangeEntry = {
  /** As in 'Marcus Adeyemi <action> the news item …'. */
  action: string;
  /** The path of the screen that the record belongs to. */
  resource: string;
  recordId: string;
  /** How people call the record; kept when the record goes. */
  recordTitle: string;
  /** The version of the record that it made. */
  recordVersion?: number;
  detail?: ChangeDetail | null;
  /** What was in the changed fields, and what is; see `differencesOf`. Never a password. */
  differences?: Differences;
  /** Where it came from, for what no form and no call of the API did one by one. */
  origin?: ChangeOrigin;
};

/** Somebody of the staff, as the log names them. @property id null where the account is gone */
export type LogAuthor = { kind: "staff"; id: string | null; fullname: string; origin?: ChangeOrigin };

/** Who changed something: a member of staff, or the site by itself. */
type Author = StaffViewer | LogAuthor | typeof SITE_AUTHOR;

/** What is changed by a job, and by nobody. */
export const SITE_AUTHOR = { kind: "job", fullname: "Openbell" } as const;

function changeRow(author: Author, entry: ChangeEntry) {
  const { action, resource, recordId, recordTitle, recordVersion = null, detail = null, differences } = entry;
  const byStaff = author.kind === "staff";
  const origin = byStaff ? (entry.origin ?? author.origin ?? "form") : "job";
  return {
    staff: byStaff ? author.id : null,
    staffName: author.fullname,
    action,
    resource,
    recordId,
    recordTitle: recordTitle.slice(0, 300),
    recordVersion,
    origin,
    detail,
    differences: differences && Object.keys(differences).length > 0 ? differences : null,
  };
}

/** Writes a line of the change log, in the transaction of what it tells. */
export function logChange(manager: EntityManager, author: Author, entry: ChangeEntry): void {
  manager.create(Change, changeRow(author, entry), { persist: true });
}

const ADD = command("changes.add")`
  insert into changes (id, staff_id, staff_name, action, resource, record_id, record_title, record_version, origin, detail,
                       differences)
  select id, "staff", "staffName", action, resource, "recordId", "recordTitle", "recordVersion", origin,
         nullif(detail, 'null'), nullif(differences, 'null')
    from jsonb_to_recordset(${json<unknown[]>()("lines")}::jsonb) as line (id uuid, staff uuid, "staffName" text, action text,
         resource text, "recordId" text, "recordTitle" text, "recordVersion" int, origin text, detail jsonb, differences jsonb)`;

/** The same of many records, written at once. */
export async function logChanges(
  manager: EntityManager,
  author: Author,
  entries: readonly ChangeEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map((entry) => ({ id: randomUUID(), ...changeRow(author, entry) }));
  await ADD.run({ lines: JSON.stringify(lines) as never }, manager);
}

const FORGET = command("changes.forget-person")`
  update changes set record_title = ${text("title")}, differences = null
   where resource = ${text("resource")} and record_id = ${text("recordId")}`;

/**
 * Takes a person whose account is deleted out of the log: their name, and what their record held. That it was changed, by whom and when stays.
 * @param record with what it is called from now on
 */
export const erasePerson = (
  manager: EntityManager,
  record: { resource: string; recordId: string; title: string },
): Promise<void> => FORGET.run(record, manager);

/** Forgets a part of the lines that are older than two years. @returns how many */
export const sweepChanges = sweep("changes.sweep", "changes", "created_at < now() - interval '2 years'");

export type LastSave = { who: string; at: Date };

const SAVE = { who: columnAs("changes", Change, "staffName"), at: columnAs("changes", Change, "createdAt") };
const LAST_SAVE = statement("changes.last-save", SAVE)`
  select ${SAVE} from changes
   where resource = ${text("resource")} and record_id = ${text("recordId")}
     and action in ('added', 'edited', 'restored', 'published', 'unpublished')
   order by created_at desc, id desc limit 1`;

/** Who saved a record last, and when; undefined where the log does not reach back to it. */
export const lastSave = (resource: string, recordId: string): Promise<LastSave | undefined> =>
  LAST_SAVE.first({ resource, recordId });
