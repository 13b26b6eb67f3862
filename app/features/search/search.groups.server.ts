import type { Viewer } from "~/features/auth/viewer.server";
import type { SearchKind } from "~/features/discovery.server";
import { DISCOVERIES } from "~/features/registry.server";

/** Where to look for one kind of record, made for one viewer. */
export type SearchGroup = SearchKind & { table: string; where: string };

/** What this viewer may search, in the order results are shown: first what the drop-down shows, too. */
export function searchableGroups(viewer: Viewer): SearchGroup[] {
  const groups = DISCOVERIES.flatMap(({ search, table, published = "true" }): SearchGroup[] => {
    const kind = search?.(viewer);
    return kind ? [{ ...kind, table, where: published }] : [];
  });
  return [...groups.filter(({ suggested }) => suggested), ...groups.filter(({ suggested }) => !suggested)];
}

/** The drop-down's groups match on less; specification, section 2.2. */
export const suggestedGroups = (viewer: Viewer) =>
  searchableGroups(viewer).flatMap(({ suggested, nameColumns, ...group }) =>
    suggested
      ? [{ ...group, suggested, nameColumns: suggested.columns ?? nameColumns, text: undefined }]
      : [],
  );
