import { Change, type Differences } from "db/entities/change";
import { columns } from "db/entity-columns.server";
import { array, int, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { dayIn, formatTime } from "~/ui/dates";
import type { AppError, Conflict, SavedBy } from "~/web/app-error.server";
import type { ChangeDetail } from "./change-log.server";
import { isSameValue } from "./completion.server";
import type { FieldData } from "./field-data.server";
import type { Sentences } from "./warnings.server";

const LINE = columns(Change, "staffName", "createdAt", "recordVersion", "detail", "differences");

/** Versions that a form may be behind; beyond them nobody compares any more. One version may have several lines. */
const MOST_VERSIONS = 100;
const MOST_LINES = 2 * MOST_VERSIONS;

const SINCE = statement("changes.since-version", LINE)`
  select ${LINE} from changes
   where resource = any(${array(text)("kinds")}::text[]) and record_id = ${text("recordId")}
     and record_version > ${int("version")}
   order by record_version, created_at, id limit ${int("most")}`;

/**
 * What others made of a field since a form was drawn.
 * @property opened what the form was drawn with; the log does not have it of passwords and some pictures
 * @property by whoever changed it last, where the log says it
 * @property line which of the log's lines that was
 */
type OthersChange = { opened?: string; by?: SavedBy; line: number };

type OthersChanges = ReadonlyMap<string, OthersChange>;

export type Texts = Readonly<Record<string, string>>;

/** What its log says of a record. @property kinds what the log calls it */
export type Logged = { kinds: readonly string[]; id: string; version: number };

export type MergedField = Pick<FieldData, "name" | "label" | "input"> & {
  /** What the log calls it, where that is not its name; with what makes a value of before one of something else. */
  loggedAs?: readonly string[];
};

type Merge = {
  record: Logged;
  fields: readonly MergedField[];
  /** By the fields' names, as the log has them. What is not sent is not in `sent`. */
  saved: Texts;
  sent: Texts;
  /** What is saved, as the form shows it. */
  shown: Texts;
  /** The version that the form was drawn with, and its values where it sends them: members change by themselves, without the log. */
  version: number;
  opened?: Texts;
  /** @param found what is asked about; all that differs where the log does not say what others changed */
  refuse(found?: Pick<Conflict, "values" | "kept" | "by">): AppError | Promise<AppError>;
};

/** What stays as others saved it, by field. */
type Kept = Readonly<Record<string, { label: string; by?: SavedBy }>>;

/**
 * Brings together what is sent on top of an older version with what others have saved since: what only they changed stays theirs, what only
 * the form changes is saved, and about what both changed is asked.
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
  const asked: Record<string, SavedBy | undefined> = {};
  for (const { name, label, loggedAs = [name] } of fields) {
    const others = lastChange(loggedAs.flatMap((logged) => changes.get(logged) ?? []));
    const mine = sent[name];
    const theirs = saved[name] ?? "";
    if (!others || mine === undefined || isSameValue(mine, theirs)) continue;
    const { opened, by } = others;
    if (opened !== undefined && isSameValue(mine, opened)) kept[name] = { label, by };
    else if (opened === undefined || !isSameValue(opened, theirs)) asked[name] = by;
  }
  if (Object.keys(asked).length === 0) return kept;
  const by = { ...asked };
  for (const [name, theirs] of Object.entries(kept)) by[name] = theirs.by;
  throw await refuse({ values: pick(shown, by), kept: pick(shown, kept), by });
}

/** The last of a field's changes. Where the log has it under several names, no one value is what the form was drawn with. */
function lastChange(changes: readonly OthersChange[]): OthersChange | undefined {
  const [last, ...others] = changes.toSorted((one, other) => other.line - one.line);
  return last && others.length > 0 ? { ...last, opened: undefined } : last;
}

/** Who saved something, and when in words. */
export const savedBy = (name: string, at: Date): SavedBy => ({
  name,
  at: formatTime(at, "short-datetime", config().siteTz),
});

/** More fields than these are counted. */
const MOST_NAMED = 3;

/** What is said of fields that stay as somebody else saved them. */
export function keptText(labels: readonly string[], by?: SavedBy): string {
  const named = labels.slice(0, labels.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED);
  const more = labels.length > named.length ? `${labels.length - named.length} more fields` : named.pop();
  const subject = named.length > 0 ? `${named.join(", ")} and ${more}` : more;
  const [are, them] = labels.length > 1 ? ["are", "them"] : ["is", "it"];
  return `${subject} ${are} as ${by ? `${by.name} saved ${them} on ${by.at}` : `somebody else saved ${them}`}.`;
}

/** A sentence for each save that fields stay of, at the first of these fields. */
export function keptNotes(kept: Kept): Sentences {
  const saves = new Map<string, { name: string; labels: string[]; by?: SavedBy }>();
  for (const [name, { label, by }] of Object.entries(kept)) {
    const key = `${by?.name}, ${by?.at}`;
    const known = saves.get(key) ?? { name, labels: [], by };
    saves.set(key, { ...known, labels: [...known.labels, label] });
  }
  return Object.fromEntries([...saves.values()].map(({ name, labels, by }) => [name, keptText(labels, by)]));
}

/** The texts that have a name among those of `named`. */
export const pick = (texts: Texts, named: object): Record<string, string> =>
  Object.fromEntries(Object.keys(named).map((name) => [name, texts[name] ?? ""]));

/** @returns undefined where the log does not have every version since */
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

/** What is saved otherwise than the form was drawn with. */
const valuesChanged = (fields: readonly MergedField[], opened: Texts, saved: Texts): OthersChanges =>
  new Map(
    fields.flatMap(({ name, loggedAs = [name] }) => {
      const drawn = opened[name];
      const differs = drawn !== undefined && !isSameValue(drawn, saved[name] ?? "");
      return differs ? [[loggedAs[0] ?? name, { opened: drawn, line: 0 }] as const] : [];
    }),
  );

/** A form has the day of a member's term, the log its last moment. */
const openedTerm = (until: ChangeDetail["until"]) =>
  until && {
    subscriptionExpiresAt: { from: until.from ? dayIn(config().siteTz, until.from) : "" },
  };
