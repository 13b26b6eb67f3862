import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { narrowing } from "./sessions.server";
import type { StaffViewer } from "./viewer-types.server";

const PERSON = columns(Staff, "id", "fullname", "email", "role", "narrowedTo");
const FIND = statement("staff.by-id", PERSON)`
  select ${PERSON} from staff where id = ${uuid("id")} and status = 'active'`;

/** A member of staff for a job that acts in their name, with the rights they have now; undefined without an account. It has no session, so no password was given. */
export async function staffById(id: string): Promise<StaffViewer | undefined> {
  const found = await FIND.first({ id });
  if (!found) return undefined;
  const { narrowedTo, ...person } = found;
  return { ...person, ...narrowing(found), kind: "staff", sessionId: "", origin: "job" };
}
