import type { EntityManager } from "@mikro-orm/postgresql";
import { can, type Noun, rolesWith } from "~/auth/permissions.server";
import type { Writer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { isOnlyHidden } from "./change-log.server";
import { changedValues } from "./derived-values.server";
import type { FieldData } from "./field-data.server";
import { type Field, publicationField } from "./fields.server";
import { isScheduled, type Scheduled } from "./publish-time.server";
import { approvedAmong, type ReviewedVersion } from "./review/entries.server";

/** The records of a declaration. */
type Guarded = { path: string; noun: Noun; form?: { fields?: readonly Field[] } };

/**
 * A write: without `before` a record is added or restored, without `after` it is deleted.
 * @property copy the version of the working copy whose values are written
 * @property picture whether it gets another picture
 */
export type Write = {
  before?: { id: string; version: number };
  after?: object;
  copy?: number;
  picture?: boolean;
};

/** The answers to people who may write drafts and not publish. */
export const ONLY_DRAFTS =
  "Your account writes drafts and does not publish: save it as a draft, and a colleague publishes it.";
export const READERS_SEE_IT =
  "Readers see this record, or will at its minute, and your account does not change what they see. If they see it already, save your change as a working copy.";
const KEY_CHANGES_NOTHING =
  "Readers see this record, or will at its minute, and this key does not change what they see.";

/** The answers where publication needs a second person. */
export const NEEDS_APPROVAL =
  "Publication needs a second person: save it as a draft, have this version approved on its page “Review”, then publish it unchanged.";
export const NEEDS_COPY =
  "Publication needs a second person: change a working copy of this record, have it approved, then publish it.";
export const COPY_NOT_APPROVED =
  "Publication needs a second person: nobody has approved this working copy yet. Have it approved on its page “Review”, then publish it unchanged.";
export const NEEDS_DRAFT =
  "Publication needs a second person: change this record to a draft, have it approved, then schedule it again.";

const hasPublishing = ({ noun }: Guarded) => rolesWith(`${noun}.publish`).length > 0;

/** Whether this person or program makes such records visible. Records that are never drafts only need to be writable. */
export const mayPublish = (writer: Writer, resource: Guarded): boolean =>
  !hasPublishing(resource) || can(writer, `${resource.noun}.publish`);

/** Whether a second person approves what becomes visible of such records. */
export const asksSecondPerson = (resource: Guarded): boolean =>
  config().secondPerson === true && hasPublishing(resource) && statusOf(resource) !== undefined;

const statusOf = ({ form = {} }: Guarded) => publicationField(form)?.property;

/** Whether readers see the record, or will at its minute. */
export function isPublic(resource: Guarded, record: object | undefined): boolean {
  const status = statusOf(resource);
  if (!record || !status) return record !== undefined;
  return (record as Record<string, unknown>)[status] !== "draft";
}

/**
 * The one guard of publication: every write of records passes it in its transaction, whichever door it came by.
 * @throws AppError 403 if one of them is visible to readers, or becomes so, and the writer may not publish, or the site asks
 * for a second person who has not approved this version
 */
export async function requirePublication(
  resource: Guarded,
  writer: Writer,
  writes: readonly Write[],
  manager: EntityManager,
): Promise<void> {
  const problem = (await publicationProblems(resource, writer, writes, manager)).find(Boolean);
  if (problem) throw new AppError(403, problem);
}

/** Why `requirePublication` refuses each of these writes, for people; undefined if it does not. */
export async function publicationProblems(
  resource: Guarded,
  writer: Writer,
  writes: readonly Write[],
  manager: EntityManager,
): Promise<(string | undefined)[]> {
  const refusals = writes.map((write) => findRefusal(resource, writer, write));
  const approvable = refusals.flatMap((one) => one?.unless ?? []);
  const approved = await approvedAmong(resource.path, approvable, manager);
  const problems: (string | undefined)[] = [];
  for (const one of refusals) {
    const isFree =
      one?.unless &&
      (approved.has(one.unless.recordId) || (await wasSeenBefore(resource.path, one.unless, manager)));
    problems.push(isFree ? undefined : one?.problem);
  }
  return problems;
}

/** Whether readers saw this version, and nothing but its status changed since. */
const wasSeenBefore = async (
  kind: string,
  { recordId: id, version, ofCopy }: ReviewedVersion & { recordId: string },
  manager: EntityManager,
) => !ofCopy && (await isOnlyHidden(kind, { id, version }, manager));

/** @property unless the version whose approval lets the write pass */
type Refusal = { problem: string; unless?: ReviewedVersion & { recordId: string } };

function findRefusal(resource: Guarded, writer: Writer, write: Write): Refusal | undefined {
  if (!mayPublish(writer, resource)) {
    if (isPublic(resource, write.before) && !mayDelete(resource, writer, write))
      return { problem: writer.kind === "key" ? KEY_CHANGES_NOTHING : READERS_SEE_IT };
    if (isPublic(resource, write.after)) return { problem: ONLY_DRAFTS };
  }
  return asksSecondPerson(resource) ? refusalWithoutApproval(resource, writer, write) : undefined;
}

/** A key deletes by its scope alone. */
const mayDelete = ({ noun }: Guarded, writer: Writer, { after }: Write): boolean =>
  !after && writer.kind === "key" && can(writer, `${noun}.delete`);

/** What may change between an approval and the publication. */
const WHEN = ["publishAt", "unpublishAt"];

/** Where publication needs a second person. */
function refusalWithoutApproval(
  resource: Guarded,
  writer: Writer,
  { before, after, copy, picture }: Write,
): Refusal | undefined {
  if (!after || !isPublic(resource, after)) return undefined;
  const wasPublic = isPublic(resource, before);
  // Programs keep the figures of published records up to date.
  if (wasPublic && writer.kind === "key") return undefined;
  const isPlanned = wasPublic && isScheduled((before ?? {}) as Scheduled);
  const problem = isPlanned ? NEEDS_DRAFT : wasPublic ? NEEDS_COPY : NEEDS_APPROVAL;
  if (!before) return { problem };
  const { id: recordId, version } = before;
  if (copy !== undefined)
    return { problem: COPY_NOT_APPROVED, unless: { recordId, version: copy, ofCopy: true } };
  const free = [statusOf(resource), ...WHEN];
  const changed = Object.keys(changedValues(before, after as Record<string, unknown>));
  if (picture || changed.some((name) => !free.includes(name))) return { problem };
  return wasPublic ? undefined : { problem, unless: { recordId, version, ofCopy: false } };
}

/** Whether a record that this person adds or restores may be visible at once. */
export const mayAddPublic = (writer: Writer, resource: Guarded): boolean =>
  mayPublish(writer, resource) && !asksSecondPerson(resource);

/** A form's fields as far as this person may choose: of a draft's status only "draft". */
export function choosableFields(
  resource: Guarded,
  writer: Writer,
  fields: readonly FieldData[],
  saved?: object,
): readonly FieldData[] {
  const status = publicationField(resource.form ?? {});
  const publishes = mayPublish(writer, resource);
  const isFree = saved ? publishes || isPublic(resource, saved) : mayAddPublic(writer, resource);
  if (!status || isFree) return fields;
  const hint = publishes
    ? "Publication needs a second person: save it as a draft first."
    : "You write drafts; a colleague publishes them.";
  const options = status.options?.filter(({ value }) => value === "draft") ?? [];
  return fields.map((field) =>
    field.name === status.name ? { ...field, options, value: "draft", hint } : field,
  );
}
