import type { EntityManager } from "db/orm.server";
import { ensureLabels, giveLabels, holdersOf } from "./labels.queries.server";
import { nameKey } from "./labels.rules";

/** A row of a file or a paste, with the valid names of labels. */
export type LabelledRow = { line: number; memberId: string; names: readonly string[] };

/**
 * Gives members the labels of their rows, and creates those that are missing.
 * @returns the ids of new ones by member, and the lines of rows without some of theirs
 */
export async function labelRows(
  manager: EntityManager,
  rows: readonly LabelledRow[],
): Promise<{ given: Map<string, string[]>; lost: number[] }> {
  const labelled = rows.filter(({ names }) => names.length > 0);
  const known = await ensureLabels(
    manager,
    labelled.flatMap(({ names }) => [...names]),
  );
  const found = labelled.map(({ line, memberId, names }) => {
    const labels = names.flatMap((name) => known.get(nameKey(name)) ?? []).filter(({ follows }) => !follows);
    return { line, memberId, isWhole: labels.length === names.length, ids: labels.map(({ id }) => id) };
  });
  const pairs = found.flatMap(({ memberId, ids }) => ids.map((labelId) => ({ memberId, labelId })));
  const given = new Map<string, string[]>();
  for (const { memberId, labelId } of await giveLabels(manager, pairs))
    given.set(memberId, [...(given.get(memberId) ?? []), labelId]);
  const lost: number[] = [];
  for (const { line, memberId, isWhole, ids } of found) {
    const missing = ids.filter((id) => !given.get(memberId)?.includes(id));
    const held = await Promise.all(
      missing.map(async (id) => (await holdersOf(manager, id, [memberId])).size > 0),
    );
    if (!isWhole || held.includes(false)) lost.push(line);
  }
  return { given, lost };
}
