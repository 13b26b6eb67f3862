import type { FilterQuery } from "@mikro-orm/core";
import { TIERS } from "db/entities/member";
import { type Tier, VISITOR, type Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { readMinute } from "~/web/zoned-minute";
import { type Field, publicationField } from "../fields.server";
import type { Changeable, ManagedRecord, Visible } from "../resource.server";

/** What a form holds, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>;

/** Some tiers of readers, and what they get of a record. */
export type ReadersShare = { who: string; reads: string };

const sampleMember = (tier: Tier): Viewer => ({
  ...{ kind: "member", id: "", sessionId: "", firstname: "", lastname: "", email: "" },
  tier,
});

const READERS: readonly { name: string; viewer: Viewer }[] = [
  { name: "Visitors", viewer: VISITOR },
  ...TIERS.map((tier) => ({ name: tier, viewer: sampleMember(tier) })),
];

/** How a record is filed and when it is out: no words of its own. */
const SETTINGS: readonly Field["input"][] = ["radio", "checkbox", "select", "datetime"];

/** Who of the readers gets which fields of what is typed: by the rule that their own pages select by. */
export function findReaders<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  typed: Typed,
): ReadersShare[] {
  const fields = resource.form.fields.filter(({ input }) => !SETTINGS.includes(input));
  const groups = new Map<string, string[]>();
  for (const { name, viewer } of READERS) {
    const seen = selectedFor(resource.visibleTo(viewer), resource.form.fields, typed);
    const reads = visibleFieldsText(fields, (field) => seen.has(field.property), typed);
    groups.set(reads, [...(groups.get(reads) ?? []), name]);
  }
  return [...groups].map(([reads, names]) => ({ who: readerNames(names), reads }));
}

/** The reader with the least rights among those who get a field of what is typed; undefined where no reader does. */
export const leastReader = <Row extends ManagedRecord>(
  resource: Changeable<Row>,
  { property }: Field,
  typed: Typed,
): Viewer | undefined =>
  READERS.find(({ viewer }) =>
    selectedFor(resource.visibleTo(viewer), resource.form.fields, typed).has(property),
  )?.viewer;

function selectedFor<Row extends ManagedRecord>(
  { select, more }: Visible<Row>,
  fields: readonly Field[],
  typed: Typed,
): Set<string> {
  return new Set<string>(more && isMatched(more.where, fields, typed) ? [...select, ...more.select] : select);
}

/** Of which records a viewer knows more is said by what their choices are: nothing else can be told of what is only typed. */
function isMatched<Row>(where: FilterQuery<Row>, fields: readonly Field[], typed: Typed): boolean {
  return Object.entries(where as Record<string, unknown>).every(([property, wanted]) => {
    const field = fields.find((one) => one.property === property);
    return field !== undefined && (typed[field.name] ?? field.initial) === wanted;
  });
}

function visibleFieldsText(
  fields: readonly Field[],
  isSeen: (field: Field) => boolean,
  typed: Typed,
): string {
  const locked = fields.filter((field) => !isSeen(field));
  if (locked.length === 0) return "All of it";
  if (locked.length === fields.length) return "Only that there is one, and since when";
  const filled = fields.filter(({ name }) => typed[name]);
  const named = filled.length > 0 ? filled : fields;
  const labels = (wanted: readonly Field[]) => wanted.map(({ label }) => label).join(", ") || "nothing yet";
  return `${labels(named.filter(isSeen))}. Locked: ${labels(named.filter((field) => !isSeen(field)))}`;
}

function readerNames(names: readonly string[]): string {
  if (names.length === READERS.length) return "Everybody";
  const last = names.at(-1) ?? "";
  const listed = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
  return last === "Visitors" ? last : `${listed} members`;
}

/** Why readers get nothing of it yet, where that is so. */
export function notPublishedText(
  { fields }: { fields: readonly Field[] },
  typed: Typed,
  now: Date,
): string | undefined {
  const status = publicationField({ fields });
  if (status && (typed[status.name] ?? status.initial) === "draft")
    return "A draft: readers get nothing of it until it is published.";
  const zone = config().siteTz;
  const from = typed.publishAt ? readMinute(typed.publishAt, zone) : undefined;
  return from && "moment" in from && from.moment > now
    ? `Readers get nothing of it before ${formatTime(from.moment, "datetime", zone)}.`
    : undefined;
}
