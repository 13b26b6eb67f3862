import { em } from "db/orm.server";
import { rows } from "db/query.server";
import { recordChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { spend } from "~/web/errors.server";
import { askForLetter } from "../mail-requests.server";

type Status = "active" | "inactive" | "pending";

type Known = { name: string; email: string; status: Status; version: number };

export type StatusSet = { set: Known } | { unchanged: Known } | { conflict: Known };

const KNOWN = "select firstname || ' ' || lastname as name, email, status, version from members where id = ?";

/**
 * Lets a member in or keeps them out; either way every session of theirs is gone, so none comes back with them.
 * Who never proved an address has to do that first: made active again, they are pending.
 * @returns undefined when there is no such member
 */
export function setStatus(
  staff: StaffViewer,
  memberId: string,
  to: "active" | "inactive",
  version?: number,
): Promise<StatusSet | undefined> {
  return em().transactional(async (manager) => {
    const [known] = await rows<Known>(`${KNOWN} for update`, [memberId], manager);
    if (!known) return undefined;
    if (version !== undefined && version !== known.version) return { conflict: known };
    if ((known.status === "inactive") === (to === "inactive")) return { unchanged: known };
    const [changed] = await rows<{ status: Status }>(
      `update members set version = version + 1,
              status = case when ? = 'inactive' then 'inactive' when email_verified_at is null then 'pending'
                       else 'active' end
        where id = ? returning status`,
      [to, memberId],
      manager,
    );
    const status = changed?.status ?? known.status;
    await rows("delete from sessions where member_id = ?", [memberId], manager);
    recordChange(manager, staff, {
      action: "set",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: known.name,
      detail: { fields: ["status"], from: known.status, to: status },
    });
    return { set: { ...known, status, version: known.version + 1 } };
  });
}

/**
 * Sends a pending member the verification mail again; older links are void.
 * @returns the address, or undefined when there is no such member who needs it
 * @throws Refused 429: whoever asks, one address gets a few letters in an hour
 */
export async function resendByStaff(staff: StaffViewer, memberId: string): Promise<string | undefined> {
  const [member] = await rows<Known>(KNOWN, [memberId]);
  if (member?.status !== "pending") return undefined;
  await spend({ "resend-address": member.email });
  await em().transactional(async (manager) => {
    await askForLetter({ about: "verification", email: member.email }, manager);
    recordChange(manager, staff, {
      action: "wrote to",
      resource: "manage-users",
      recordId: memberId,
      recordTitle: member.name,
      detail: { fields: ["verification"] },
    });
  });
  return member.email;
}
