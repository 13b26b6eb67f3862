import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { type RowOf, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { signOutEverywhere } from "~/auth/devices.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { consumeLimit } from "~/web/app-error.server";
import { requestMail } from "../mail-requests.server";

const STATE = {
  ...columns(Member, "email", "status", "version"),
  name: text.from`firstname || ' ' || lastname`,
};
type MemberState = RowOf<typeof STATE>;

export type StatusOutcome = { set: MemberState } | { unchanged: MemberState } | { conflict: MemberState };

const READ = statement(
  "member-status.read",
  STATE,
)`select ${STATE} from members where id = ${uuid("memberId")}`;
const LOCK = statement("member-status.lock", STATE)`
  select ${STATE} from members where id = ${uuid("memberId")} for update`;

const SET = statement("member-status.set", columns(Member, "status"))`
  update members set version = version + 1,
         status = case when ${text("to", "active")} = 'inactive' then 'inactive'
                       when email_verified_at is null then 'pending' else 'active' end
   where id = ${uuid("memberId")} returning status`;

/**
 * Activates or deactivates a member; either way all their sessions end, so none revives with the account. A
 * member without a verified address becomes pending when activated.
 * @returns undefined if no such member exists
 */
export function setStatus(
  staff: StaffViewer,
  memberId: string,
  to: "active" | "inactive",
  version?: number,
): Promise<StatusOutcome | undefined> {
  return em().transactional(async (manager) => {
    const member = await LOCK.first({ memberId }, manager);
    if (!member) return undefined;
    if (version !== undefined && version !== member.version) return { conflict: member };
    if ((member.status === "inactive") === (to === "inactive")) return { unchanged: member };
    const changed = await SET.first({ to, memberId }, manager);
    const status = changed?.status ?? member.status;
    await signOutEverywhere({ kind: "member", id: memberId }, manager);
    logChange(manager, staff, {
      action: "set",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: member.name,
      recordVersion: member.version + 1,
      detail: { fields: ["status"], from: member.status, to: status },
    });
    return { set: { ...member, status, version: member.version + 1 } };
  });
}

/**
 * Resends the verification email to a pending member; older links become void.
 * @returns the address, or undefined if no such pending member exists
 * @throws AppError 429: each address has an hourly limit, which also binds staff
 */
export async function resendVerificationByStaff(
  staff: StaffViewer,
  memberId: string,
): Promise<string | undefined> {
  const member = await READ.first({ memberId });
  if (member?.status !== "pending") return undefined;
  await consumeLimit({ "resend-address": member.email });
  await em().transactional(async (manager) => {
    await requestMail({ about: "verification", email: member.email }, manager);
    logChange(manager, staff, {
      action: "wrote to",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: member.name,
      detail: { fields: ["verification"] },
    });
  });
  return member.email;
}
