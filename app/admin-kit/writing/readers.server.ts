import type { FilterQuery } from "@mikro-orm/core";
import { TIERS } from "db/entities/member";
import { type Tier, VISITOR, type Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { readMinute } from "~/web/zoned-minute";
import { type Field, publicationField } from "../fields.server";
import type { ChangeableResource, ManagedRecord, Visible } from "../resource.server";

/** A form's texts by field name. */
export type Typed = Readonly<Record<string, string>>;

/** A group of readers, and what they can read of a record. */
export type ReadersShare = { who: string; reads: string };

const sampleMember = (tier: Tier): Viewer => ({
  kind: "member",
  id: "",
  sessionId: "",
  firstname: "",
  lastname: "",
  email: "",
  tier,
});

const READERS: readonly { name: string; viewer: Viewer }[] = [
  { name: "Visitors", viewer: VISITOR },
  ...TIERS.map((tier) => ({ name: tier, viewer: sampleMember(tier) })),
];

/** Fields that classify or schedule a record, without text of their own. */
const SETTINGS: readonly Field["input"][] = ["radio", "checkbox", "select", "datetime"];

/** Which readers can read which fields, by the same rule as their pages. */
export function findReaders<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
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

/** The reader with the lowest tier who can read a field; undefined if none can. */
export const leastReader = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
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

/** Whether the condition matches the form's choices; nothing else is known before it is saved. */
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
  if (locked.length === 0) return "Everything";
  if (locked.length === fields.length) return "Only that it exists, and its date";
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

/** Why readers cannot see it yet, if they cannot. */
export function notPublishedText(
  { fields }: { fields: readonly Field[] },
  typed: Typed,
  now: Date,
): string | undefined {
  const status = publicationField({ fields });
  if (status && (typed[status.name] ?? status.initial) === "draft")
    return "This is a draft: readers cannot see it until it is published.";
  const zone = config().siteTz;
  const from = typed.publishAt ? readMinute(typed.publishAt, zone) : undefined;
  return from && "moment" in from && from.moment > now
    ? `Readers cannot see it before ${formatTime(from.moment, "datetime", zone)}.`
    : undefined;
}
