import type { EntityManager } from "db/orm.server";
import { em } from "db/orm.server";
import { bool, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { replaceInViews } from "~/admin-kit/list-views.queries.server";
import { holdNaming } from "~/admin-kit/naming-lock.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { AppError, fieldError } from "~/web/app-error.server";
import { members } from "../members.resource.server";
import { replaceLabel } from "../segments/segments.queries.server";
import { ensureLabels, type ListedLabel, labelNamed } from "./labels.queries.server";
import { LABELS_KIND, mergeProblem, nameKey, TOO_MANY_LABELS } from "./labels.rules";

const note = logNamed(LABELS_KIND);

const GONE = "Nothing was changed: somebody else changed or deleted this label.";

/** @throws AppError 409 if the name is taken, 422 if there are too many */
export function addLabel(staff: StaffViewer, name: string): Promise<string> {
  return em().transactional(async (manager) => {
    await holdNaming(manager, "labels");
    if (await labelNamed(name, manager)) throw fieldError(409, "label", "There is a label with this name.");
    const added = (await ensureLabels(manager, [name])).get(nameKey(name));
    if (!added) throw new AppError(422, TOO_MANY_LABELS);
    note(manager, staff, "added", added);
    return added.id;
  });
}

const RENAME = statement("labels.rename", { id: uuid })`
  update labels set name = ${text("name")}, name_key = ${text("key")}
   where id = ${uuid("id")} and name = ${text("was")} and ended_at is null returning id`;

/** @param was the name that staff saw @throws AppError 409 */
export function renameLabel(
  staff: StaffViewer,
  { id, was, name }: { id: string; was: string; name: string },
) {
  return em().transactional(async (manager) => {
    await holdNaming(manager, "labels");
    const other = await labelNamed(name, manager);
    if (other && other.id !== id)
      throw fieldError(409, "label", "Another label has this name. You can merge this one into it.");
    if (!(await RENAME.first({ id, was, name, key: nameKey(name) }, manager))) throw new AppError(409, GONE);
    note(manager, staff, "renamed", { id, name }, { label: { from: was, to: name } });
  });
}

const FOLLOW = statement("labels.follow", { id: uuid })`
  update labels set segment_id = ${uuid.orNull("segmentId")}::uuid, kept_at = null, kept_to = null
   where id = ${uuid("id")} and ended_at is null returning id`;

/** Lets a label follow a segment, or nothing: then its members keep it. @throws AppError 409 */
export async function followSegment(
  staff: StaffViewer,
  { id, name, segmentName }: ListedLabel,
  segment: { id: string; name: string } | null,
): Promise<void> {
  await em().transactional(async (manager) => {
    if (!(await FOLLOW.first({ id, segmentId: segment?.id ?? null }, manager))) throw new AppError(409, GONE);
    const rule = { from: segmentName ?? "", to: segment?.name ?? "" };
    note(manager, staff, "edited", { id, name }, { segment: rule });
  });
  await requestHourlyTasks();
}

const END = statement("labels.end", { id: uuid })`
  update labels set ended_at = now(), name_key = id::text, segment_id = null, merged_into_id = ${uuid.orNull("into")}::uuid
   where id = ${uuid("id")} and ended_at is null returning id`;

/** Deletes a label. Its members lose it in parts, but nobody sees it any more. @throws AppError 409 */
export const deleteLabel = (staff: StaffViewer, label: ListedLabel): Promise<void> => end(staff, label);

/** Gives its members another label instead. @throws AppError 409, 422 */
export const mergeLabel = (staff: StaffViewer, label: ListedLabel, name: string): Promise<void> =>
  end(staff, label, name);

async function mergeTarget(manager: EntityManager, id: string, name: string) {
  const into = await labelNamed(name, manager);
  const problem = mergeProblem(id, into);
  if (problem !== undefined) throw fieldError(422, "into", problem);
  return into;
}

async function end(staff: StaffViewer, { id, name }: ListedLabel, intoName?: string) {
  await em().transactional(async (manager) => {
    // Two labels that are merged into each other at the same time would both end.
    await holdNaming(manager, "labels");
    const into = intoName === undefined ? undefined : await mergeTarget(manager, id, intoName);
    if (!(await END.first({ id, into: into?.id ?? null }, manager))) throw new AppError(409, GONE);
    if (into) {
      await replaceLabel(id, into.id, manager);
      await replaceInViews(members.path, `label=${id}`, `label=${into.id}`, manager);
    }
    const action = into ? "merged" : "deleted";
    note(manager, staff, action, { id, name }, into && { label: { from: name, to: into.name } });
  });
  await requestHourlyTasks();
}

/** Members of one statement: it ends long before the limit for statements. */
const SLICE = 2_000;

const MOVED = {
  count: int.from`(select count(*)::int from taken)`,
  isLast: bool.from`(select count(*) from taken) < ${SLICE}`,
};
const MOVE = statement("labels.move-members", MOVED)`
  with taken as (
    delete from member_labels where label_id = ${uuid("id")} and member_id = any(array(
      select member_id from member_labels where label_id = ${uuid("id")} order by member_id limit ${SLICE}))
    returning member_id),
  given as (
    insert into member_labels (member_id, label_id)
    select t.member_id, l.merged_into_id from taken t join labels l on l.id = ${uuid("id")} where l.merged_into_id is not null
    on conflict do nothing)
  select ${MOVED}`;
/** A label that others were merged into keeps until their members have it. */
const ENDED = statement("labels.ended", { id: uuid })`
  select id from labels where ended_at is not null
     and not exists (select from labels earlier where earlier.merged_into_id = labels.id)
   order by ended_at limit 1 for update skip locked`;
const REMOVE = command("labels.remove")`delete from labels where id = ${uuid("id")} and ended_at is not null`;

/** Takes a deleted or merged label from its next members, then removes it. @returns how much was done */
export const removeEndedLabels = (): Promise<number> =>
  em().transactional(async (manager: EntityManager) => {
    const ended = await ENDED.first({}, manager);
    if (!ended) return 0;
    const { count, isLast } = (await MOVE.first({ id: ended.id }, manager)) ?? { count: 0, isLast: true };
    if (isLast) await REMOVE.run({ id: ended.id }, manager);
    return count + 1;
  });
