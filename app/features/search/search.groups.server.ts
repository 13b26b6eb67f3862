import { sql } from "db/sql";
import type { Access } from "~/access/access.server";
import { type Tier, VISITOR, type Viewer } from "~/auth/viewer.server";
import type { Discovery, SearchKind, SearchKinds } from "~/features/discovery.server";
import { DISCOVERIES } from "~/features/registry.server";
import type { SearchSource } from "./ranked-rows.server";
import { MOST_MATCHES, MOST_SUGGESTED } from "./search.rules";
import { declareSearches, type SearchStatements } from "./search.statements.server";

/** One kind of record as one access searches it, with its statements and their source. */
export type SearchGroup = SearchKind & { source: SearchSource; statements: SearchStatements };

type SuggestedGroup = SearchGroup & Required<Pick<SearchKind, "suggested">>;

/** One kind of record: a viewer's access to it, and the group that each access searches. */
type GroupsByAccess<Group> = Pick<SearchKinds, "access"> & { readonly [Each in Access]?: Group };

const makeGroups = <Group>(make: (kind: SearchKind, access: Access, from: Discovery) => Group | undefined) =>
  DISCOVERIES.flatMap((from): GroupsByAccess<Group>[] => {
    if (!from.search) return [];
    const { access, full, members, locked } = from.search;
    const whole = make(full, "full", from);
    return [
      {
        access,
        full: whole,
        members: members ? make(members, "members", from) : whole,
        locked: locked && make(locked, "locked", from),
      },
    ];
  });

/** The rows of a kind that an access may find. */
const searchableRows = ({ rows }: SearchKind, { table, published }: Discovery) => ({
  table,
  published: published && rows ? sql`${published} and ${rows}` : (rows ?? published),
});

const PAGE_GROUPS = makeGroups((kind, access, from): SearchGroup => {
  const source = { ...kind, ...searchableRows(kind, from), most: MOST_MATCHES };
  return { ...kind, source, statements: declareSearches(`${kind.name}, ${access}`, [source]) };
});

/** The drop-down's groups match fewer columns; specification, section 2.2. */
const SUGGESTED_GROUPS = makeGroups((kind, access, from): SuggestedGroup | undefined => {
  const { suggested, nameColumns, select } = kind;
  if (!suggested) return undefined;
  const narrowColumns = { nameColumns: suggested.columns ?? nameColumns, select: suggested.select ?? select };
  const narrow = { ...kind, ...narrowColumns, suggested, text: undefined };
  const source = { ...narrow, ...searchableRows(kind, from), most: MOST_SUGGESTED };
  return { ...narrow, source, statements: declareSearches(`${kind.name}, ${access}, suggested`, [source]) };
});

const openTo = <Group>(groups: readonly GroupsByAccess<Group>[], viewer: Viewer): Group[] =>
  groups.flatMap((group) => group[group.access(viewer)] ?? []);

/** The order of results: companies first, then the groups that the drop-down has, too. */
const groupRank = ({ leads, suggested }: SearchGroup): number => (leads ? 0 : suggested ? 1 : 2);

/** The groups that this viewer may search, in the order of results. */
export const searchableGroups = (viewer: Viewer): SearchGroup[] =>
  openTo(PAGE_GROUPS, viewer).toSorted((one, other) => groupRank(one) - groupRank(other));

/** The drop-down's groups for this viewer. */
export const suggestedGroups = (viewer: Viewer): SuggestedGroup[] => openTo(SUGGESTED_GROUPS, viewer);

const together = (name: string, groups: SearchGroup[]) => ({
  groups,
  statements: declareSearches(
    name,
    groups.map(({ source }) => source),
  ),
});

const member = (tier: Tier): Viewer => ({ kind: "member", tier }) as Viewer;

/** The groups that readers of each access search together. Some staff search other groups, one by one. */
const TOGETHER = [
  ["locked", VISITOR] as const,
  ["members", member("Premium")] as const,
  ["full", member("Private")] as const,
].flatMap(([access, viewer]) => [
  together(`everything, ${access}`, searchableGroups(viewer)),
  together(`everything, ${access}, suggested`, suggestedGroups(viewer)),
]);

/** The statements that together search exactly these groups: one set for all, or one for each. */
export function statementsFor(searched: readonly SearchGroup[]): SearchStatements[] {
  const all = TOGETHER.find(
    ({ groups }) =>
      groups.length === searched.length && groups.every((group, nth) => group === searched[nth]),
  );
  return all ? [all.statements] : searched.map(({ statements }) => statements);
}
