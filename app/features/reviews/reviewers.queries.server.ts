import type { EntityManager } from "@mikro-orm/postgresql";
import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { int, raw, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { can, type Permission } from "~/auth/permissions.server";
import { narrowing } from "~/auth/sessions.server";
import type { StaffViewer } from "~/auth/viewer.server";

const PERSON = columns(Staff, "id", "fullname", "email", "role", "narrowedTo");
const ACTIVE = statement("reviews.staff", PERSON)`
  select ${PERSON} from staff where status = 'active' order by fullname, id limit 500`;

/** The active members of staff with a permission, by name. */
export async function staffWith(permission: Permission, within?: EntityManager) {
  const people = await ACTIVE.all({}, within);
  return people.filter((one) => can({ kind: "staff", role: one.role, ...narrowing(one) }, permission));
}

const SAVER = { staffId: uuid.orNull.from`saved.staff_id` };
/** A change from a visible state, with the deletion of a visible record, is the last that readers saw. */
const SINCE_READERS = sql`saved.action in ('added', 'edited', 'restored', 'brought back')
     and not exists (select 1 from changes hidden
                      where hidden.resource = saved.resource and hidden.record_id = saved.record_id
                        and hidden.differences -> 'status' ->> 'from' = 'published'
                        and (hidden.created_at, hidden.id) > (saved.created_at, saved.id))`;
const SAVERS = statement("reviews.savers", SAVER)`
  select distinct ${SAVER} from changes saved
   where saved.resource = ${text("kind")} and saved.record_id = ${text("recordId")} and ${SINCE_READERS}`;

/** Everybody who saved a record since readers saw it last, or since it was added; null stands for programs and for people who left. Empty if the log does not say. */
export const saversOf = async (kind: string, recordId: string, within?: EntityManager) =>
  (await SAVERS.all({ kind, recordId }, within)).map(({ staffId }) => staffId);

const WAITING = { kind: text.from`e.kind`, count: int.from`count(*)::int` };
const STAFF = uuid("staffId");
const READY = statement("reviews.ready", WAITING)`
  select ${WAITING} from review_entries e
   where e.what = 'ready' and e.binned_id is null
     and not exists (select 1 from changes saved
                      where not e.of_copy and saved.resource = e.kind and saved.record_id = e.record_id::text
                        and saved.staff_id = ${STAFF} and ${SINCE_READERS})
     and (select ${STAFF} = any(copy.writer_ids) from working_copies copy
           where e.of_copy and copy.kind = e.kind and copy.record_id = e.record_id) is not true
   group by e.kind`;

/** How many records of each kind are ready for review and were not written by this person, who may not approve those. */
export const readyForReview = ({ id }: StaffViewer) => READY.all({ staffId: id });

const DAYS = 14;
/** The most mentions that are read. */
export const MOST_MENTIONS = 100;
const MENTION = { kind: text.from`e.kind`, recordId: uuid.from`e.record_id` };
/** An answer ends it: a comment of this person on the record. */
const MENTIONS = statement("reviews.mentions", MENTION)`
  select ${MENTION} from review_entries e
   where e.mentions <> '{}'::uuid[] and e.created_at > now() - make_interval(days => ${raw(String(DAYS))})
     and ${uuid("staffId")} = any(e.mentions) and e.binned_id is null
     and not exists (select 1 from review_entries a
                      where a.kind = e.kind and a.record_id = e.record_id and a.staff_id = ${uuid("staffId")}
                        and a.created_at > e.created_at)
   order by e.created_at desc, e.id desc limit ${MOST_MENTIONS}`;

/** The records in whose reviews this person is mentioned without having answered, in the last two weeks; newest first. */
export const mentionsOf = ({ id }: StaffViewer) => MENTIONS.all({ staffId: id });
