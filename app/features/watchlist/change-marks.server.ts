import { type EntityManager, em } from "db/orm.server";
import { timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";

const LOCK = command("marks.lock")`
  insert into member_marks (member_id, changed_at) values (${uuid("memberId")}, now())
      on conflict (member_id) do update set changed_at = now()`;

/** Runs a change of a member's marks after the member's earlier ones, so limits hold and places stay in order. */
export const changeMarks = <Result>(
  memberId: string,
  change: (manager: EntityManager) => Promise<Result>,
): Promise<Result> =>
  em().transactional(async (manager) => {
    await LOCK.run({ memberId }, manager);
    return change(manager);
  });

const READ_BELL = command("marks.read-bell")`
  insert into member_marks (member_id, bell_read_at) values (${uuid("memberId")}, least(now(), ${timestamp("until")}))
      on conflict (member_id) do update
         set bell_read_at = greatest(member_marks.bell_read_at, excluded.bell_read_at)`;

/** Marks the bell as read up to a time: never later than now, and never earlier than before. */
export const markBellRead = (memberId: string, until: Date): Promise<void> =>
  READ_BELL.run({ memberId, until });
