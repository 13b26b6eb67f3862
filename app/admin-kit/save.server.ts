import { LockMode } from "@mikro-orm/core";
import type { EntityManager, FilterQuery, RequiredEntityData } from "@mikro-orm/postgresql";
import { Image } from "db/entities/image";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { discardImage, storeImage } from "~/platform/images/images.server";
import { contentChanged } from "~/platform/page-cache/page-cache.server";
import { type ChangeLine, recordChange } from "./change-log.server";
import { publicationField } from "./fields.server";
import type { Answers } from "./parse-submission.server";
import { type Managed, pictureField, type Resource } from "./resource.server";

export type Saved<Row> = { saved: Row } | { missing: true } | { conflict: Row };

/**
 * Creates (no `id`) or updates a record in one transaction with its picture and its line in the change log.
 * The row is locked while it is compared, so of two saves on top of one version exactly one wins.
 * The picture that was replaced goes after the commit; the new one goes when there is no commit.
 */
export async function save<Row extends Managed>(
  resource: Resource<Row>,
  staff: StaffViewer,
  answers: Answers,
  id?: string,
): Promise<Saved<Row>> {
  const { picture } = answers;
  let replaced: string | undefined;
  try {
    const outcome = await em().transactional(async (manager): Promise<Saved<Row>> => {
      const before = id ? await lockRow(resource, manager, id) : undefined;
      if (id && !before) return { missing: true };
      if (before && answers.version !== undefined && answers.version !== before.version)
        return { conflict: before };
      const changed = before ? changedFields(resource, before, answers) : [];
      const row =
        before ?? (manager.create(resource.entity, answers.values as RequiredEntityData<Row>) as Row);
      if (before) manager.assign(before, answers.values as never);
      if (picture) replaced = await attachPicture(resource, manager, row, answers);
      manager.persist(row);
      const action = before ? editOf(resource, changed, answers) : "added";
      recordChange(manager, staff, lineOf(resource, row, action, changed));
      await manager.flush();
      if (replaced) await manager.nativeDelete(Image, { id: replaced });
      return { saved: row };
    });
    if ("saved" in outcome) {
      if (replaced) await discardImage(replaced);
      contentChanged();
    }
    if (!("saved" in outcome) && picture) await discardImage(picture.id);
    return outcome;
  } catch (error) {
    if (picture) await discardImage(picture.id);
    throw error;
  }
}

/** Deletes a record with its picture. @returns the row as it was, or undefined when it was already gone. */
export async function remove<Row extends Managed>(
  resource: Resource<Row>,
  staff: StaffViewer,
  id: string,
): Promise<Row | undefined> {
  const removed = await em().transactional(async (manager) => {
    const row = await lockRow(resource, manager, id);
    if (!row) return undefined;
    if (await resource.retire?.(manager, row)) {
      recordChange(manager, staff, lineOf(resource, row, "archived"));
      await manager.flush();
      return { row, pictureId: undefined };
    }
    const pictureId = pictureIdOf(resource, row);
    recordChange(manager, staff, lineOf(resource, row, "deleted"));
    manager.remove(row);
    await manager.flush();
    if (pictureId) await manager.nativeDelete(Image, { id: pictureId });
    return { row, pictureId };
  });
  if (removed?.pictureId) await discardImage(removed.pictureId);
  contentChanged();
  return removed?.row;
}

async function lockRow<Row extends Managed>(
  resource: Resource<Row>,
  manager: EntityManager,
  id: string,
): Promise<Row | undefined> {
  const where = { id } as FilterQuery<Row>;
  const row = await manager.findOne(resource.entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return (row as Row | null) ?? undefined;
}

function pictureIdOf<Row extends Managed>(resource: Resource<Row>, row: Row): string | undefined {
  const property = pictureField(resource)?.property;
  const held = property ? (row as Record<string, unknown>)[property] : undefined;
  return held ? (held as { id: string }).id : undefined;
}

/** @returns the id of the picture that was there before. */
async function attachPicture<Row extends Managed>(
  resource: Resource<Row>,
  manager: EntityManager,
  row: Row,
  { picture }: Answers,
): Promise<string | undefined> {
  const property = pictureField(resource)?.property;
  if (!property || !picture) return undefined;
  const before = pictureIdOf(resource, row);
  manager.assign(row, { [property]: await storeImage(manager, picture) } as never);
  return before;
}

function changedFields<Row extends Managed>(
  resource: Resource<Row>,
  before: Row,
  answers: Answers,
): string[] {
  const held = before as Record<string, unknown>;
  const names = resource.fields
    .filter(({ property }) => property in answers.values && !same(answers.values[property], held[property]))
    .map(({ name }) => name);
  const picture = pictureField(resource);
  return answers.picture && picture ? [...names, picture.name] : names;
}

/** What the log calls a save: taking a record to its readers, or back from them, is more than an edit. */
function editOf<Row extends Managed>(resource: Resource<Row>, changed: string[], { values }: Answers) {
  const publication = publicationField(resource);
  if (!publication || changed.join() !== publication.name) return "edited";
  return values[publication.property] === "draft" ? "unpublished" : "published";
}

const same = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) ? JSON.stringify(one) === JSON.stringify(other) : one === other;

const lineOf = <Row extends Managed>(
  resource: Resource<Row>,
  row: Row,
  action: "added" | "edited" | "published" | "unpublished" | "deleted" | "archived",
  fields: string[] = [],
): ChangeLine => ({
  action,
  resource: resource.path,
  recordId: row.id,
  recordTitle: resource.titleOf(row),
  detail: fields.length > 0 ? { fields } : null,
});
