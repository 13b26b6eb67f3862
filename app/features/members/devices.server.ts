import { rows } from "db/rows.server";
import type { MemberViewer } from "~/http/viewer.server";
import { deviceName } from "./devices.rules";

export type Device = {
  id: string;
  name: string;
  via: "cookie" | "bearer";
  ip: string | null;
  since: Date;
  lastSeenAt: Date;
  /** The one that asks. */
  current: boolean;
};

/** Where a member is signed in now, this device first. */
export async function devicesOf(member: MemberViewer): Promise<Device[]> {
  const found = await rows<Omit<Device, "name"> & { userAgent: string | null }>(
    `select id, user_agent as "userAgent", via, ip, created_at as since, last_seen_at as "lastSeenAt",
            id = ? as current
       from sessions where member_id = ? and expires_at > now()
      order by current desc, last_seen_at desc limit 200`,
    [member.sessionId, member.id],
  );
  return found.map(({ userAgent, ...device }) => ({ ...device, name: deviceName(userAgent) }));
}

/** Ends one of the member's own sessions. @returns false when there is none of that id. */
export async function signOutDevice(member: MemberViewer, sessionId: string): Promise<boolean> {
  const ended = await rows("delete from sessions where id = ? and member_id = ? returning id", [
    sessionId,
    member.id,
  ]);
  return ended.length > 0;
}

/** Ends all sessions of the member, this one too. */
export async function signOutEverywhere(member: MemberViewer): Promise<void> {
  await rows("delete from sessions where member_id = ?", [member.id]);
}
