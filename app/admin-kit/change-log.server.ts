import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Change, type ChangeOrigin, type Differences } from "db/entities/change";
import { columnAs } from "db/entity-columns.server";
import { bool, int, json, text } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import type { KeyViewer, StaffViewer } from "~/auth/viewer.server";

/** The changed fields, the states before and after, and the end of a term (ISO). Never a password. */
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
  /** The record's name for people; it stays after the record is deleted. */
  recordTitle: string;
  /** The version that the change created. */
  recordVersion?: number;
  detail?: ChangeDetail | null;
  /** Old and new values of the changed fields; see `differencesOf`. Never a password. */
  differences?: Differences;
  /** The source of a change that was not a single form or API request. */
  origin?: ChangeOrigin;
};

/** A member of staff, as the log names them. @property id null if the account was deleted */
export type LogAuthor = { kind: "staff"; id: string | null; fullname: string; origin?: ChangeOrigin };

/** The author of a change: a member of staff, a program with a key, or the site. */
type Author = StaffViewer | KeyViewer | LogAuthor | typeof SITE_AUTHOR;

/** The author of changes by jobs. */
export const SITE_AUTHOR = { kind: "job", fullname: "Openbell" } as const;

/** How the log names an author. */
export const nameInLog = (author: Author): string =>
  author.kind === "key" ? `API key ${author.name}` : author.fullname;

/** Where the author's changes come from. */
const originOf = (author: Author): ChangeOrigin => {
  if (author.kind === "job") return "job";
  return author.kind === "key" ? "api" : (author.origin ?? "form");
};

function changeRow(author: Author, entry: ChangeEntry) {
  const { action, resource, recordId, recordTitle, recordVersion = null, detail = null, differences } = entry;
  const origin = author.kind === "staff" && entry.origin ? entry.origin : originOf(author);
  return {
    staff: author.kind === "staff" ? author.id : null,
    staffName: nameInLog(author),
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

/** Adds a line to the change log, in the transaction of the change. */
export function logChange(manager: EntityManager, author: Author, entry: ChangeEntry): void {
  manager.create(Change, changeRow(author, entry), { persist: true });
}

type Named = { id: string; name: string };

/** Adds lines about things of one kind, which people know by their names. @param resource the kind's word in the log */
export const logNamed =
  (resource: string) =>
  (
    manager: EntityManager,
    author: Author,
    action: string,
    { id, name }: Named,
    differences?: ChangeEntry["differences"],
  ): void =>
    logChange(manager, author, { action, resource, recordId: id, recordTitle: name, differences });

const ADD = command("changes.add")`
  insert into changes (id, staff_id, staff_name, action, resource, record_id, record_title, record_version, origin, detail,
                       differences)
  select id, "staff", "staffName", action, resource, "recordId", "recordTitle", "recordVersion", origin,
         nullif(detail, 'null'), nullif(differences, 'null')
    from jsonb_to_recordset(${json<unknown[]>()("lines")}::jsonb) as line (id uuid, staff uuid, "staffName" text, action text,
         resource text, "recordId" text, "recordTitle" text, "recordVersion" int, origin text, detail jsonb, differences jsonb)`;

/** The same for many records, in one statement. */
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

/** Removes a person's name and values from the log after their account is deleted. Who changed the record, and when, stays.
 * @param record with its new title
 */
export const erasePerson = (
  manager: EntityManager,
  record: { resource: string; recordId: string; title: string },
): Promise<void> => FORGET.run(record, manager);

/** Deletes a batch of lines older than two years. @returns how many */
export const sweepChanges = sweep("changes.sweep", "changes", "created_at < now() - interval '2 years'");

export type LastSave = { who: string; at: Date };

const SAVE = { who: columnAs("changes", Change, "staffName"), at: columnAs("changes", Change, "createdAt") };
const LAST_SAVE = statement("changes.last-save", SAVE)`
  select ${SAVE} from changes
   where resource = ${text("resource")} and record_id = ${text("recordId")}
     and action in ('added', 'edited', 'restored', 'published', 'unpublished', 'published a working copy of')
   order by created_at desc, id desc limit 1`;

const HIDDEN = {
  only: bool.from`exists (
  select 1 from changes
   where resource = ${text("resource")} and record_id = ${text("recordId")} and record_version = ${int("version")}
     and action = 'unpublished')`,
};
const ONLY_HIDDEN = statement("changes.only-hidden", HIDDEN)`select ${HIDDEN}`;

/** Whether this version of a draft differs from what was published by nothing but its status. */
export const isOnlyHidden = async (
  resource: string,
  { id, version }: { id: string; version: number },
  within?: EntityManager,
): Promise<boolean> => (await ONLY_HIDDEN.first({ resource, recordId: id, version }, within))?.only === true;

/** The last save of a record; undefined if the log does not go back that far. */
export const lastSave = (resource: string, recordId: string): Promise<LastSave | undefined> =>
  LAST_SAVE.first({ resource, recordId });
