import { effectiveTierSql } from "db/effective-tier";
import { Member, TIERS } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { literal, raw, text, timestamp, uuid } from "db/sql";
import { readOrLock } from "db/statement.server";
import type { Entitlement } from "./entitlement.rules";

/** What staff see of a member before they change the tier. `now` is the database's clock. */
export type MemberEntitlement = Entitlement & { name: string; version: number; now: Date };

const EFFECTIVE = {
  ...columnsAs("m", Member, "version"),
  name: text.from`m.firstname || ' ' || m.lastname`,
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  now: timestamp.from`now()`,
  tier: literal(TIERS).from`${raw(effectiveTierSql("m"))}`,
};
const find = readOrLock("effective-entitlement", EFFECTIVE)`
  select ${EFFECTIVE} from members m where m.id = ${uuid("memberId")}`;

/**
 * A member's tier after expiry is applied; undefined when there is no such member.
 * @param within locks the row
 */
export const effectiveEntitlementOf = (
  memberId: string,
  within?: EntityManager,
): Promise<MemberEntitlement | undefined> => find({ memberId }, within);
