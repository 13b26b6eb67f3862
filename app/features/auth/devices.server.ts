import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import { deviceName } from "./device-name";
import type { MemberViewer, StaffViewer } from "./viewer.server";

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

type Owner = MemberViewer | StaffViewer;

const OWNER_COLUMN: Record<Owner["kind"], string> = { member: "member_id", staff: "staff_id" };

/** Where somebody is signed in now, this device first. */
export async function devicesOf(owner: Owner): Promise<Device[]> {
  const found = await query<Omit<Device, "name"> & { userAgent: string | null }>(
    `select id, user_agent as "userAgent", via, ip, created_at as since, last_seen_at as "lastSeenAt",
            id = ? as current
       from sessions where ${OWNER_COLUMN[owner.kind]} = ? and expires_at > now()
      order by current desc, last_seen_at desc limit 200`,
    [owner.sessionId, owner.id],
  );
  return found.map(({ userAgent, ...device }) => ({ ...device, name: deviceName(userAgent) }));
}

/** Ends one of somebody's own sessions. @returns false when there is none of that id. */
export async function signOutDevice(owner: Owner, sessionId: string): Promise<boolean> {
  const ended = await query(
    `delete from sessions where id = ? and ${OWNER_COLUMN[owner.kind]} = ? returning id`,
    [sessionId, owner.id],
  );
  return ended.length > 0;
}

/** Ends all sessions of somebody, this one too. @param manager the transaction it belongs to */
export async function signOutEverywhere(
  owner: Pick<Owner, "kind" | "id">,
  manager?: EntityManager,
): Promise<void> {
  await query(`delete from sessions where ${OWNER_COLUMN[owner.kind]} = ?`, [owner.id], manager);
}

/**
 * Ends all sessions of somebody but the one that asks.
 * @param manager the transaction it belongs to
 * @returns how many.
 */
export async function signOutOthers(owner: Owner, manager?: EntityManager): Promise<number> {
  const ended = await query(
    `delete from sessions where ${OWNER_COLUMN[owner.kind]} = ? and id <> ? returning id`,
    [owner.id, owner.sessionId],
    manager,
  );
  return ended.length;
}

/** Throws away the sessions that are over. */
export async function sweepSessions(): Promise<void> {
  await query("delete from sessions where expires_at < now()");
}
