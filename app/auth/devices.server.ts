import { Session } from "db/entities/session";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, sql, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { deviceName } from "./device-name";
import type { MemberViewer, StaffViewer } from "./viewer.server";

export type Device = {
  id: string;
  name: string;
  via: "cookie" | "bearer";
  ip: string | null;
  since: Date;
  lastSeenAt: Date;
  /** The session of this request. */
  current: boolean;
};

type Owner = MemberViewer | StaffViewer;

/** The owner of the sessions, and the current session. When staff view a member, no session is current. */
type Asker = Pick<Owner, "kind" | "id"> & { sessionId: string };

const KINDS = ["member", "staff"] as const;
const OWN = { member: sql`member_id = ${uuid("ownerId")}`, staff: sql`staff_id = ${uuid("ownerId")}` };

const DEVICE = {
  ...columnsAs("sessions", Session, "id", "userAgent", "via", "ip", "lastSeenAt"),
  since: columnAs("sessions", Session, "createdAt"),
  current: bool.from`id = ${uuid("sessionId")}`,
};
const DEVICES = forEachOf(
  KINDS,
  (kind) => statement(`devices.of-${kind}`, DEVICE)`
  select ${DEVICE} from sessions where ${OWN[kind]} and expires_at > now() and seen_by_id is null
   order by current desc, last_seen_at desc limit 200`,
);

/** Active sessions, the current one first. Sessions of staff who view the site as the member are excluded. */
export async function devicesOf({ kind, id: ownerId, sessionId }: Asker): Promise<Device[]> {
  const found = await DEVICES[kind].all({ ownerId, sessionId });
  return found.map(({ userAgent, ...device }) => ({ ...device, name: deviceName(userAgent) }));
}

const ENDED = { id: columnAs("sessions", Session, "id") };
const END_ONE = forEachOf(
  KINDS,
  (kind) => statement(`devices.end-one-of-${kind}`, ENDED)`
  delete from sessions where id = ${uuid("sessionId")} and ${OWN[kind]} returning ${ENDED}`,
);

/** Ends one of the person's own sessions. @returns false when there is no such session */
export async function signOutDevice(
  { kind, id: ownerId }: Pick<Owner, "kind" | "id">,
  sessionId: string,
  manager?: EntityManager,
): Promise<boolean> {
  return (await END_ONE[kind].first({ ownerId, sessionId }, manager)) !== undefined;
}

const END_ALL = forEachOf(
  KINDS,
  (kind) => command(`devices.end-all-of-${kind}`)`delete from sessions where ${OWN[kind]}`,
);

/** Ends all sessions of a person, including the current one. @param manager the surrounding transaction */
export const signOutEverywhere = (
  { kind, id: ownerId }: Pick<Owner, "kind" | "id">,
  manager?: EntityManager,
): Promise<void> => END_ALL[kind].run({ ownerId }, manager);

const END_OTHERS = forEachOf(
  KINDS,
  (kind) => statement(`devices.end-others-of-${kind}`, ENDED)`
  delete from sessions where ${OWN[kind]} and id <> ${uuid("sessionId")} returning ${ENDED}`,
);

/**
 * Ends all sessions of a person except the current one.
 * @param manager the surrounding transaction
 * @returns the number of ended sessions
 */
export async function signOutOthers(
  { kind, id: ownerId, sessionId }: Owner,
  manager?: EntityManager,
): Promise<number> {
  return (await END_OTHERS[kind].all({ ownerId, sessionId }, manager)).length;
}

/** Deletes a batch of expired sessions. @returns the number of deleted rows */
export const sweepSessions = sweep("devices.sweep", "sessions", "expires_at < now()");
