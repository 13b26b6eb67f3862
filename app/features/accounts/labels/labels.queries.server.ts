import { cappedCount, counted } from "db/count.server";
import { Label } from "db/entities/label";
import { columnAs, columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { COUNT_LIMIT } from "db/query.server";
import { array, bool, int, type RowOf, raw, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { isStorable } from "~/admin-kit/field-schema";
import { holdNaming } from "~/admin-kit/naming-lock.server";
import { likePattern } from "~/admin-kit/search-words.server";
import type { PageRange } from "~/web/paging";
import { MAX_LABELS, MAX_OF_MEMBER, nameKey } from "./labels.rules";

const LISTED = {
  ...columnsAs("l", Label, "id", "name"),
  segmentId: columnAs("l", Label, "segment"),
  segmentName: text.orNull.from`(select s.name from segments s where s.id = l.segment_id)`,
  members: cappedCount(sql`member_labels g where g.label_id = l.id`),
};

/** A label. @property members counted up to `COUNT_LIMIT` @property segmentId it follows this segment */
export type ListedLabel = RowOf<typeof LISTED>;

const OF_WORDS = sql`labels l where l.ended_at is null and l.name_key like ${text("pattern", "%demo%")}`;
/** Only the labels of the page are counted. */
const PAGE = statement("labels.page", LISTED)`
  select ${LISTED}
    from (select * from ${OF_WORDS} order by l.name_key, l.id limit ${int("limit")} offset ${int("offset")}) l
   order by l.name_key, l.id`;
const countLabels = counted("labels.count")`${OF_WORDS}`;

/** A page of labels by name, and how many there are. @param words of a search */
export async function labelsPage(
  range: PageRange,
  words: string,
): Promise<{ labels: ListedLabel[]; total: number }> {
  const pattern = likePattern(nameKey(words));
  const [labels, total] = await Promise.all([PAGE.all({ ...range, pattern }), countLabels({ pattern })]);
  return { labels, total };
}

const BY_ID = statement("labels.by-id", LISTED)`
  select ${LISTED} from labels l where l.id = ${uuid("id")} and l.ended_at is null`;

export const labelById = (id: string, manager?: EntityManager): Promise<ListedLabel | undefined> =>
  BY_ID.first({ id }, manager);

const NAME = statement("labels.name", columns(Label, "name"))`
  select name from labels where id = ${uuid("id")} and ended_at is null`;

/** Its name alone, without counting its members. @returns undefined for a deleted one */
export const labelName = async (id: string): Promise<string | undefined> => (await NAME.first({ id }))?.name;

const NAMED = { ...columns(Label, "id", "name"), follows: bool.from`segment_id is not null` };
const OF_KEYS = sql`from labels where name_key = any(${array(text)("keys")}::text[]) and ended_at is null`;
const BY_KEYS = statement("labels.by-keys", { ...NAMED, key: text.from`name_key` })`
  select ${{ ...NAMED, key: text.from`name_key` }} ${OF_KEYS}`;

/** @property follows it follows a segment, so nobody gives or takes it by hand */
export type NamedLabel = RowOf<typeof NAMED>;

/** The label with this name, written in any way, even by somebody who types what no name has. */
export const labelNamed = async (name: string, manager?: EntityManager): Promise<NamedLabel | undefined> =>
  isStorable(name) ? (await BY_KEYS.all({ keys: [nameKey(name)] }, manager))[0] : undefined;

/** The names of labels that follow a segment, by `nameKey`: nobody gives those by hand. @param names valid ones */
export const keysThatFollow = async (
  names: readonly string[],
  manager?: EntityManager,
): Promise<ReadonlySet<string>> => {
  const keys = [...new Set(names.map(nameKey))];
  const found = keys.length > 0 ? await BY_KEYS.all({ keys }, manager) : [];
  return new Set(found.flatMap(({ key, follows }) => (follows ? [key] : [])));
};

const ADD = command("labels.add")`
  insert into labels (name, name_key)
  select name, key from unnest(${array(text)("names")}::text[], ${array(text)("keys")}::text[]) as given (name, key)
   order by key limit greatest(0, ${raw(String(MAX_LABELS))} - (select count(*) from labels where ended_at is null))`;

/**
 * The labels with these valid names; creates those that are missing, up to the most that a site has.
 * @returns by `nameKey`
 */
export async function ensureLabels(
  manager: EntityManager,
  names: readonly string[],
): Promise<Map<string, NamedLabel>> {
  const byKey = new Map(names.map((name) => [nameKey(name), name]));
  const find = async () => {
    const found = await BY_KEYS.all({ keys: [...byKey.keys()] }, manager);
    return new Map(found.map(({ key, ...label }) => [key, label]));
  };
  const known = byKey.size > 0 ? await find() : new Map();
  if (known.size === byKey.size) return known;
  // Two who name a label at the same time get one, and the limit holds.
  await holdNaming(manager, "labels");
  const held = await find();
  const missing = [...byKey].filter(([key]) => !held.has(key));
  await ADD.run({ names: missing.map(([, name]) => name), keys: missing.map(([key]) => key) }, manager);
  return find();
}

const SUGGESTED = statement("labels.newest", columns(Label, "name"))`
  select name from labels where ended_at is null and segment_id is null order by created_at desc, id desc limit 100`;

/** Names for a field that completes them: the newest ones. */
export const suggestedLabels = async (): Promise<string[]> => (await SUGGESTED.all()).map(({ name }) => name);

const OF_MEMBER = { ...columnsAs("l", Label, "id", "name"), segmentName: text.orNull.from`s.name` };
const LABELS_OF = statement("member-labels.of-member", OF_MEMBER)`
  select ${OF_MEMBER}
    from member_labels g join labels l on l.id = g.label_id left join segments s on s.id = l.segment_id
   where g.member_id = ${uuid("memberId")} and l.ended_at is null order by l.name_key limit 200`;

/** A member's labels by name. */
export const labelsOf = (memberId: string) => LABELS_OF.all({ memberId });

const GIVEN = { memberId: uuid.from`member_id`, labelId: uuid.from`label_id` };
const GIVE = statement("member-labels.give", GIVEN)`
  insert into member_labels (member_id, label_id)
  select member, label from (
    select m.id as member, l.id as label, row_number() over (partition by m.id order by l.id) as nth
      from (select distinct member, label
              from unnest(${array(uuid)("memberIds")}::uuid[], ${array(uuid)("labelIds")}::uuid[]) as given (member, label)) given
      join members m on m.id = given.member
      join labels l on l.id = given.label and l.ended_at is null
     where not exists (select from member_labels g where g.member_id = m.id and g.label_id = l.id)) lacking
   where (select count(*) from member_labels g where g.member_id = member) + nth <= ${raw(String(MAX_OF_MEMBER))}
   order by member, label
  on conflict do nothing returning ${GIVEN}`;

type Pair = { memberId: string; labelId: string };

/** Gives labels to members. @returns what was new: not what they had, and nothing beyond the most of a member */
export const giveLabels = (manager: EntityManager, pairs: readonly Pair[]): Promise<Pair[]> =>
  pairs.length === 0
    ? Promise.resolve([])
    : GIVE.all(
        { memberIds: pairs.map(({ memberId }) => memberId), labelIds: pairs.map(({ labelId }) => labelId) },
        manager,
      );

const TAKE = statement("member-labels.take", { memberId: uuid.from`member_id` })`
  delete from member_labels
   where label_id = ${uuid("labelId")} and member_id = any(${array(uuid)("memberIds")}::uuid[]) returning member_id as "memberId"`;

/** Takes a label from members. @returns the ids of those who had it */
export const takeLabel = async (
  manager: EntityManager,
  labelId: string,
  memberIds: readonly string[],
): Promise<string[]> =>
  (await TAKE.all({ labelId, memberIds: [...memberIds] }, manager)).map(({ memberId }) => memberId);

const HELD_BY = statement("member-labels.holders", { memberId: uuid.from`member_id` })`
  select member_id as "memberId" from member_labels
   where label_id = ${uuid("labelId")} and member_id = any(${array(uuid)("memberIds")}::uuid[])`;

/** Those of the members who have a label. */
export const holdersOf = async (
  manager: EntityManager,
  labelId: string,
  memberIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (await HELD_BY.all({ labelId, memberIds: [...memberIds] }, manager)).map(({ memberId }) => memberId),
  );

/** "1,204", or "10,000+" for a number that was counted no further. */
export const cappedWords = (count: number): string =>
  count >= COUNT_LIMIT ? `${COUNT_LIMIT.toLocaleString("en")}+` : count.toLocaleString("en");
