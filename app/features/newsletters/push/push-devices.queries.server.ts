import { PUSH_KINDS, PushDevice, type PushKind, PushMessage } from "db/entities/push";
import { columns, columnsAs } from "db/entity-columns.server";
import { bool, type Fragment, literal, type RowOf, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";

export type { PushKind };

export const pushKindParam = literal(PUSH_KINDS);

/**
 * Whether a member with a device wants a kind of push: yes, unless they switched it off. It needs the parameter `kind`.
 * @param members name or alias of the table in the statement
 */
export const wantsPush = (members: string): Fragment<{ kind: PushKind }> =>
  sql`coalesce((select false from muted_pushes
    where member_id = ${raw(`${members}.id`)} and kind = ${pushKindParam("kind")}), true)`;

const DEVICE = {
  ...columnsAs("d", PushDevice, "id", "name", "createdAt", "lastSuccessAt"),
  isThisOne: bool.from`coalesce(d.session_id = ${uuid("sessionId")}, false)`,
};

/** A device of a member. @property isThisOne it was turned on in the session of this request */
export type ListedDevice = RowOf<typeof DEVICE>;

const OF_MEMBER = statement("push.devices", DEVICE)`
  select ${DEVICE} from push_devices d where d.member_id = ${uuid("memberId")} order by d.created_at, d.id`;

export const pushDevicesOf = ({ id, sessionId }: MemberViewer): Promise<ListedDevice[]> =>
  OF_MEMBER.all({ memberId: id, sessionId });

const MUTED = statement("push.muted", { kind: pushKindParam })`
  select kind from muted_pushes where member_id = ${uuid("memberId")}`;

/** The kinds that a member wants on the devices. */
export async function wantedPushes({ id: memberId }: Pick<MemberViewer, "id">): Promise<PushKind[]> {
  const muted = new Set((await MUTED.all({ memberId })).map(({ kind }) => kind));
  return PUSH_KINDS.filter((kind) => !muted.has(kind));
}

const TOTALS = columns(PushMessage, "sent", "removed", "failed", "reason");
const OF_EDITION = statement("push.totals", TOTALS)`
  select ${TOTALS} from push_messages where edition_id = ${uuid("editionId")}`;

/** How many devices were notified of an edition; undefined before it starts. */
export const pushTotals = (editionId: string): Promise<RowOf<typeof TOTALS> | undefined> =>
  OF_EDITION.first({ editionId });
