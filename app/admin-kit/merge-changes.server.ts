import { Change } from "db/entities/change";
import { columns } from "db/entity-columns.server";
import { int, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { toFormValue } from "~/web/submission.server";
import { saysTheSame } from "./completion.server";
import type { Sentences } from "./doubts.server";
import { formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import type { ParsedSubmission } from "./parse-submission.server";
import type { Changeable, ManagedRecord } from "./resource.server";
import { conflictError } from "./save.server";

const LINE = columns(Change, "staffName", "recordVersion", "differences");

/** Versions that a form may be behind; beyond them nobody compares any more. */
const MOST_VERSIONS = 100;

const SINCE = statement("changes.since-version", LINE)`
  select ${LINE} from changes
   where resource = ${text("resource")} and record_id = ${text("recordId")} and record_version > ${int("version")}
   order by record_version, created_at, id limit ${int("most")}`;

/** What others made of a field since a form was drawn. @property opened what the form was drawn with. @property who changed it last */
type OthersChange = { opened: string; who: string };

/**
 * Brings together what is sent on top of an older version with what others have saved since: what only they changed stays theirs, what only
 * the form changes is saved, and about what both changed is asked.
 * @param parsed loses what stays theirs, and is from then on of the version that is saved
 * @returns what stayed theirs, in words by field
 * @throws AppError 409 with what both changed; with all that differs where the log does not say what others changed
 */
export async function mergeChanges<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  staff: StaffViewer,
  parsed: ParsedSubmission,
  saved: Row,
): Promise<Sentences> {
  const { version = saved.version } = parsed;
  if (version === saved.version) return {};
  const others = await changesSince(resource.path, saved, version);
  if (!others) throw await conflictError(resource, staff, saved.id);
  const { fields } = resource.form;
  const kept = fields.filter((field) => staysTheirs(field, parsed, saved, others.get(field.name)));
  const both = fields.filter((field) => isChangedByBoth(field, parsed, saved, others.get(field.name)));
  const texts = (of: readonly Field[]) =>
    Object.fromEntries(of.map((field) => [field.name, formValue(saved, field)]));
  if (both.length > 0)
    throw await conflictError(resource, staff, saved.id, {
      values: texts(both),
      kept: texts(kept),
      by: Object.fromEntries(both.map(({ name }) => [name, others.get(name)?.who ?? ""])),
    });
  for (const { property } of kept) {
    delete parsed.values[property];
    parsed.answered.delete(property);
  }
  parsed.version = saved.version;
  return Object.fromEntries(
    kept.map(({ name, label }) => [name, `${label} is as ${others.get(name)?.who} saved it meanwhile.`]),
  );
}

/** @returns undefined where the log does not have every version since */
async function changesSince(
  resource: string,
  { id: recordId, version: now }: ManagedRecord,
  version: number,
): Promise<Map<string, OthersChange> | undefined> {
  if (now < version || now - version > MOST_VERSIONS) return undefined;
  const lines = await SINCE.all({ resource, recordId, version, most: MOST_VERSIONS + 1 });
  const isWhole = lines.length === now - version && lines.every(isNext(version));
  return isWhole ? firstOpened(lines) : undefined;
}

const isNext =
  (version: number) =>
  ({ recordVersion }: RowOf<typeof LINE>, nth: number) =>
    recordVersion === version + nth + 1;

function firstOpened(lines: readonly RowOf<typeof LINE>[]): Map<string, OthersChange> {
  const changed = new Map<string, OthersChange>();
  for (const { staffName: who, differences } of lines)
    for (const [name, { from }] of Object.entries((differences ?? {}) as Record<string, { from: string }>))
      changed.set(name, { opened: changed.get(name)?.opened ?? from, who });
  return changed;
}

/** What is sent in a field, as a form has it; undefined where nothing is. */
const sentIn = ({ property }: Field, { values }: ParsedSubmission): string | undefined =>
  property in values ? toFormValue(values[property]) : undefined;

function staysTheirs(field: Field, parsed: ParsedSubmission, saved: object, others?: OthersChange): boolean {
  const sent = sentIn(field, parsed);
  if (!others || sent === undefined || isSaved(field, sent, saved)) return false;
  return saysTheSame(sent, others.opened);
}

function isChangedByBoth(
  field: Field,
  parsed: ParsedSubmission,
  saved: object,
  others?: OthersChange,
): boolean {
  if (!others) return false;
  if (field.input === "picture") return parsed.picture !== undefined;
  const sent = sentIn(field, parsed);
  if (sent === undefined || isSaved(field, sent, saved) || isSaved(field, others.opened, saved)) return false;
  return !saysTheSame(sent, others.opened);
}

const isSaved = ({ property }: Field, sent: string, saved: object): boolean =>
  saysTheSame(sent, (saved as Record<string, unknown>)[property]);
