import type { FilterQuery } from "@mikro-orm/core";
import { counted } from "db/count.server";
import { Segment } from "db/entities/label";
import type { Member } from "db/entities/member";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { openList, requestedListState } from "~/admin-kit/list-rows.server";
import { type ListState, writeListState } from "~/admin-kit/list-state";
import type { Total } from "~/admin-kit/resource.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { newsletterNamed } from "~/features/newsletters/newsletters.queries.server";
import { isNewsletter, isOwn } from "~/features/newsletters/newsletters.rules";
import { labelName } from "../labels/labels.queries.server";
import { members } from "../members.resource.server";
import { SEGMENT_FIELDS } from "./segments.rules";

const SEGMENT = columnsAs("s", Segment, "id", "name", "search", "version");
const LISTED = {
  ...SEGMENT,
  /** The names of the labels that follow it. */
  labels: text.orNull
    .from`(select string_agg(l.name, ', ' order by l.name_key) from labels l where l.segment_id = s.id)`,
};
export type ListedSegment = RowOf<typeof LISTED>;

const PAGE = statement("segments.page", LISTED)`
  select ${LISTED} from segments s order by s.name_key limit ${int("limit")} offset ${int("offset")}`;
export const segmentsPage = (range: { limit: number; offset: number }): Promise<ListedSegment[]> =>
  PAGE.all(range);

export const countSegments = counted("segments.count")`segments`;

const BY_ID = statement(
  "segments.by-id",
  LISTED,
)`select ${LISTED} from segments s where s.id = ${uuid("id")}`;
export const segmentById = (id: string, manager?: EntityManager): Promise<ListedSegment | undefined> =>
  BY_ID.first({ id }, manager);

const NAMED = statement("segments.named", SEGMENT)`
  select ${SEGMENT} from segments s where s.name_key = ${text("key")}`;
export const segmentNamed = (key: string, manager?: EntityManager) => NAMED.first({ key }, manager);

const WITH_LABEL = statement("segments.with-label", SEGMENT)`
  select ${SEGMENT} from segments s where s.search like ${text("pattern", "%label=%")} order by s.name_key limit 1`;

/** A segment that filters by a label. */
export const segmentWithLabel = (labelId: string, manager?: EntityManager) =>
  WITH_LABEL.first({ pattern: `%label=${labelId}%` }, manager);

const REPLACE = command("segments.replace-label")`
  update segments set search = replace(search, ${text("from")}, ${text("to")}), version = version + 1
   where search like ${text("pattern", "%label=%")}`;

/** After a merge, segments filter by the label that stays. */
export const replaceLabel = (from: string, to: string, manager: EntityManager): Promise<void> =>
  REPLACE.run({ from: `label=${from}`, to: `label=${to}`, pattern: `%label=${from}%` }, manager);

/** The members' list with a query's filters; the query is not trusted. */
export function stateOf(search: string): ListState {
  const request = new Request(`http://localhost/?${search.replace(/^\?/, "")}`);
  return requestedListState(members.listing, request);
}

/** The query of a list's filters alone, without its search, days, order and page. */
export function segmentSearch(filters: Readonly<Record<string, string>>): string {
  const known = SEGMENT_FIELDS.flatMap((name) =>
    filters[name] ? [[name, filters[name]] as [string, string]] : [],
  );
  return writeListState({
    ...stateOf(""),
    filters: stateOf(String(new URLSearchParams(known))).filters,
  }).slice(1);
}

/** What a segment's members have in common. */
export function segmentCondition(search: string): FilterQuery<Member> {
  const { filters } = stateOf(search);
  const chosen = (members.listing.filters ?? []).flatMap(({ name, where }) => {
    const value = filters[name];
    return value === undefined ? [] : [where(value)];
  });
  return { $and: chosen } as FilterQuery<Member>;
}

/** Counted up to `COUNT_LIMIT`. */
export const countOf = (viewer: StaffViewer, search: string): Promise<Total> =>
  openList(members, viewer, stateOf(search)).count();

/** The names of the label and of the owner's newsletter that a query filters by; empty for one that is deleted. */
export async function namesIn(search: string): Promise<Record<string, string>> {
  const { label, newsletter } = stateOf(search).filters;
  return {
    ...(label && { label: (await labelName(label)) ?? "" }),
    ...(isNewsletter(newsletter) &&
      isOwn(newsletter) && { newsletter: (await newsletterNamed(newsletter))?.title ?? "" }),
  };
}

/** The filters of a query in words: "Membership: Premium". */
export async function filterWords(search: string): Promise<string[]> {
  const { filters } = stateOf(search);
  const names = await namesIn(search);
  return (members.listing.filters ?? []).flatMap(({ name, label, options }) => {
    const value = filters[name];
    if (value === undefined) return [];
    const chosen = names[name] ?? options.find((each) => each.value === value)?.label ?? value;
    return [`${label}: ${chosen || "deleted"}`];
  });
}
