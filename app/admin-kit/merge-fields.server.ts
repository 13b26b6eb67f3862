import { Change, type Differences } from "db/entities/change";
import { columns } from "db/entity-columns.server";
import { array, int, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { dayIn, formatTime } from "~/ui/dates";
import type { AppError, Conflict, SavedBy } from "~/web/app-error.server";
import type { ChangeDetail } from "./change-log.server";
import { isSameValue } from "./derived-values.server";
import type { FieldData } from "./field-data.server";
import type { Sentences } from "./warnings.server";

const LINE = columns(Change, "staffName", "createdAt", "recordVersion", "detail", "differences");

/** Versions that a form may be behind and still be merged. One version may have several log lines. */
const MOST_VERSIONS = 100;
const MOST_LINES = 2 * MOST_VERSIONS;

/** Nothing is merged across the bin: its line makes a version without saying what changed. */
const SINCE = statement("changes.since-version", LINE)`
  select ${LINE} from changes
   where resource = any(${array(text)("kinds")}::text[]) and record_id = ${text("recordId")}
     and record_version > ${int("version")} and action <> 'brought back'
   order by record_version, created_at, id limit ${int("most")}`;

/** Others' last change of a field since a form was opened.
 * @property opened the form's initial value; the log lacks it for passwords and some pictures
 * @property by the person who changed it last, if the log has it
 * @property line the position of the log line
 */
type OthersChange = { opened?: string; by?: SavedBy; line: number };

type OthersChanges = ReadonlyMap<string, OthersChange>;

export type Texts = Readonly<Record<string, string>>;

/** A record in the log. @property kinds its names there */
export type Logged = { kinds: readonly string[]; id: string; version: number };

export type MergedField = Pick<FieldData, "name" | "label" | "input"> & {
  /** Its names in the log if they differ, including former names. */
  loggedAs?: readonly string[];
};

type Merge = {
  record: Logged;
  fields: readonly MergedField[];
  /** Values by field name as the log stores them. `sent` lacks fields that were not sent. */
  saved: Texts;
  sent: Texts;
  /** The saved values as the form shows them. */
  shown: Texts;
  /**
   * The form's initial version, and its values if it sends them: members also change their data without the
   * log.
   */
  version: number;
  opened?: Texts;
  /** @param found the conflicts; absent if the log does not show what others changed */
  refuse(found?: Pick<Conflict, "values" | "kept" | "by">): AppError | Promise<AppError>;
};

/** Fields that keep others' values. */
type Kept = Readonly<Record<string, { label: string; by?: SavedBy }>>;

/** Merges a form that is based on an older version with others' changes. Fields that only others changed keep their values, fields that only the form changed are saved, and fields that both changed are conflicts.
 * @throws AppError 409 from `refuse`
 */
export async function merge({
  record,
  fields,
  saved,
  sent,
  shown,
  version,
  opened: drawn,
  refuse,
}: Merge): Promise<Kept> {
  const changes = (await changesSince(record, version)) ?? (drawn && valuesChanged(fields, drawn, saved));
  if (!changes) throw await refuse();
  const kept: Record<string, Kept[string]> = {};
  const conflicts: Record<string, SavedBy | undefined> = {};
  for (const { name, label, loggedAs = [name] } of fields) {
    const others = lastChange(loggedAs.flatMap((logged) => changes.get(logged) ?? []));
    const mine = sent[name];
    const theirs = saved[name] ?? "";
    if (!others || mine === undefined || isSameValue(mine, theirs)) continue;
    const { opened, by } = others;
    if (opened !== undefined && isSameValue(mine, opened)) kept[name] = { label, by };
    else if (opened === undefined || !isSameValue(opened, theirs)) conflicts[name] = by;
  }
  if (Object.keys(conflicts).length === 0) return kept;
  const by = { ...conflicts };
  for (const [name, theirs] of Object.entries(kept)) by[name] = theirs.by;
  throw await refuse({ values: textsNamed(shown, by), kept: textsNamed(shown, kept), by });
}

/** The last change of a field. With several log names, the initial value is unknown. */
function lastChange(changes: readonly OthersChange[]): OthersChange | undefined {
  const [last, ...others] = changes.toSorted((one, other) => other.line - one.line);
  return last && others.length > 0 ? { ...last, opened: undefined } : last;
}

/** The person and the formatted time of a save. */
export const savedBy = (name: string, at: Date): SavedBy => ({
  name,
  at: formatTime(at, "short-datetime", config().siteTz),
});

/** Further fields are only counted. */
const MOST_NAMED = 3;

/** The note on fields that keep somebody else's values. */
export function keptText(labels: readonly string[], by?: SavedBy): string {
  const named = labels.slice(0, labels.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED);
  const more = labels.length > named.length ? `${labels.length - named.length} more fields` : named.pop();
  const subject = named.length > 0 ? `${named.join(", ")} and ${more}` : more;
  const [are, them] = labels.length > 1 ? ["are", "them"] : ["is", "it"];
  return `${subject} ${are} as ${by ? `${by.name} saved ${them} on ${by.at}` : `somebody else saved ${them}`}.`;
}

/** One sentence per other save, at the first of its fields. */
export function keptNotes(kept: Kept): Sentences {
  const saves = new Map<string, { name: string; labels: string[]; by?: SavedBy }>();
  for (const [name, { label, by }] of Object.entries(kept)) {
    const key = `${by?.name}, ${by?.at}`;
    const known = saves.get(key) ?? { name, labels: [], by };
    saves.set(key, { ...known, labels: [...known.labels, label] });
  }
  return Object.fromEntries([...saves.values()].map(({ name, labels, by }) => [name, keptText(labels, by)]));
}

/** The texts whose names are in `named`. */
export const textsNamed = (texts: Texts, named: object): Record<string, string> =>
  Object.fromEntries(Object.keys(named).map((name) => [name, texts[name] ?? ""]));

/** @returns undefined if the log lacks a version since then */
async function changesSince(
  { kinds, id: recordId, version: now }: Logged,
  version: number,
): Promise<OthersChanges | undefined> {
  if (now < version || now - version > MOST_VERSIONS) return undefined;
  const lines = await SINCE.all({ kinds: [...kinds], recordId, version, most: MOST_LINES });
  const versions = new Set(lines.map(({ recordVersion }) => recordVersion));
  return versions.size === now - version ? changesByField(lines) : undefined;
}

function changesByField(lines: readonly RowOf<typeof LINE>[]): OthersChanges {
  const changed = new Map<string, OthersChange>();
  for (const [line, { staffName, createdAt, detail, differences }] of lines.entries()) {
    const by = savedBy(staffName, createdAt);
    const { fields = [], until } = (detail ?? {}) as ChangeDetail;
    const known: Record<string, { from: string }> = { ...(differences as Differences), ...openedTerm(until) };
    for (const name of new Set([...fields, ...Object.keys(known)])) {
      const opened = changed.has(name) ? changed.get(name)?.opened : known[name]?.from;
      changed.set(name, { opened, by, line });
    }
  }
  return changed;
}

/** Fields whose saved values differ from the form's initial values. */
const valuesChanged = (fields: readonly MergedField[], opened: Texts, saved: Texts): OthersChanges =>
  new Map(
    fields.flatMap(({ name, loggedAs = [name] }) => {
      const drawn = opened[name];
      const differs = drawn !== undefined && !isSameValue(drawn, saved[name] ?? "");
      return differs ? [[loggedAs[0] ?? name, { opened: drawn, line: 0 }] as const] : [];
    }),
  );

/** A form shows the last day of a member's term, the log its last moment. */
const openedTerm = (until: ChangeDetail["until"]) =>
  until && {
    subscriptionExpiresAt: { from: until.from ? dayIn(config().siteTz, until.from) : "" },
  };
