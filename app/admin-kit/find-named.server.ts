import type { FilterQuery } from "@mikro-orm/core";
import type { StaffViewer } from "~/auth/viewer.server";
import { findSlice } from "./find.server";
import { selectedProperties } from "./list-rows.server";
import { NEWEST_FIRST } from "./matches.server";
import type { ManagedRecord, StoredList } from "./resource.server";
import { beginningPattern } from "./search-words.server";

/** The searched properties that are names of a record: those of its title and of the list's first column. */
function nameProperties<Row extends ManagedRecord>({
  titleOf,
  listing: { search, columns },
}: StoredList<Row>) {
  if (!("in" in search)) return [];
  const names = new Set<string>([...titleOf.reads, ...(columns[0]?.cell.reads ?? [])]);
  return search.in.filter((property) => names.has(property));
}

/**
 * Records named exactly so, then those whose names begin so, the newest first; of lists that are searched by their
 * own condition none.
 * @param limit rows
 */
export async function findNamed<Row extends ManagedRecord>(
  resource: StoredList<Row>,
  viewer: StaffViewer,
  words: string,
  limit: number,
): Promise<Row[]> {
  const properties = nameProperties(resource);
  if (properties.length === 0) return [];
  const find = async (pattern: string) => {
    const search = { $or: properties.map((property) => ({ [property]: { $ilike: pattern } })) };
    const { rows } = await findSlice(resource, {
      where: resource.visibleTo(viewer).where,
      search: { where: search as FilterQuery<Row> },
      select: selectedProperties(resource, viewer),
      orderBy: { property: "createdAt", direction: NEWEST_FIRST.createdAt },
      limit,
      offset: 0,
    });
    return rows;
  };
  const beginning = beginningPattern(words);
  const exact = await find(beginning.slice(0, -1));
  if (exact.length >= limit) return exact;
  const begun = await find(beginning);
  return [...exact, ...begun.filter(({ id }) => exact.every((row) => row.id !== id))].slice(0, limit);
}
