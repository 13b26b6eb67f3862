import { Label } from "db/entities/label";
import { Member } from "db/entities/member";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { bothConditions } from "~/admin-kit/matches.server";
import { giveLabels, takeLabel } from "../labels/labels.queries.server";
import { segmentCondition } from "./segments.queries.server";

/** Members of one part, which takes a fraction of a second. */
const SLICE = 2_000;

const FIRST = "00000000-0000-0000-0000-000000000000";
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const RULE = { ...columnsAs("l", Label, "id", "keptTo"), search: text.from`s.search` };
const IS_DUE = sql`l.ended_at is null and coalesce(l.kept_at < now() - interval '50 minutes', true)`;
const TRY = statement("labels.try", { id: uuid })`
  update labels set tried_at = now() where id = (
    select l.id from labels l where l.segment_id is not null and ${IS_DUE}
     order by l.tried_at nulls first, l.id limit 1 for update skip locked) returning id`;
const DUE = statement("labels.due", RULE)`
  select ${RULE} from labels l join segments s on s.id = l.segment_id
   where l.id = ${uuid("id")} and ${IS_DUE} for update of l skip locked`;
const HOLDERS = statement("labels.next-holders", { memberId: uuid.from`member_id` })`
  select member_id as "memberId" from member_labels
   where label_id = ${uuid("id")} and member_id > ${uuid("after")} order by member_id limit ${SLICE}`;
const REACH = command("labels.reach")`update labels set kept_to = ${uuid("to")} where id = ${uuid("id")}`;
const FINISH = command(
  "labels.finish-round",
)`update labels set kept_to = null, kept_at = now() where id = ${uuid("id")}`;

/**
 * Gives the next label that follows a segment to the segment's next members, and takes it from those who left, in the
 * order of their ids.
 * @returns how many members were compared; 0 if every label was kept within the hour
 */
export async function keepLabels(): Promise<number> {
  const next = await TRY.first();
  return next ? em().transactional((manager) => keepLabel(manager, next.id)) : 0;
}

async function keepLabel(manager: EntityManager, id: string): Promise<number> {
  const rule = await DUE.first({ id }, manager);
  if (!rule) return 0;
  const after = rule.keptTo ?? FIRST;
  const where = bothConditions<Member>(segmentCondition(rule.search), { id: { $gt: after } });
  const [matching, holders] = [
    (await manager.find(Member, where, { fields: ["id"], orderBy: { id: "asc" }, limit: SLICE })).map(
      ({ id }) => id,
    ),
    (await HOLDERS.all({ id: rule.id, after }, manager)).map(({ memberId }) => memberId),
  ];
  const ends = [matching, holders].map((ids) => (ids.length === SLICE ? (ids.at(-1) ?? LAST) : LAST));
  const to = ends.toSorted()[0] ?? LAST;
  const [should, has] = [new Set(matching), new Set(holders)];
  const given = matching.filter((id) => id <= to && !has.has(id));
  const taken = holders.filter((id) => id <= to && !should.has(id));
  await giveLabels(
    manager,
    given.map((memberId) => ({ memberId, labelId: rule.id })),
  );
  if (taken.length > 0) await takeLabel(manager, rule.id, taken);
  await (to === LAST ? FINISH.run({ id: rule.id }, manager) : REACH.run({ id: rule.id, to }, manager));
  return matching.length + holders.length + 1;
}
