import { type EntityManager, em } from "db/orm.server";
import { uuid } from "db/sql";
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
