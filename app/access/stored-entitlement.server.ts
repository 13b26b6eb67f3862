import { Member, TIERS } from "db/entities/member";
import { columnAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { literal, timestamp, uuid } from "db/sql";
import { command, readOrLock } from "db/statement.server";
import type { Entitlement } from "./entitlement.rules";

const HELD = {
  tier: columnAs("m", Member, "subscription"),
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  now: timestamp.from`now()`,
};
const find = readOrLock("stored-entitlement", HELD)`
  select ${HELD} from members m where m.id = ${uuid("memberId")}`;

/**
 * A member's stored entitlement, with the database's clock; undefined when there is no such member.
 * @param manager the transaction that will change it: locks the row
 */
export const storedEntitlementOf = (
  memberId: string,
  manager?: EntityManager,
): Promise<(Entitlement & { now: Date }) | undefined> => find({ memberId }, manager);

const WRITE = command("stored-entitlement.write")`
  update members set subscription = ${literal(TIERS)("tier")}, subscription_expires_at = ${timestamp.orNull("until")},
         version = version + 1
   where id = ${uuid("memberId")}`;

/** Writes a member's entitlement. @param manager the transaction that computed it */
export const setEntitlement = (
  manager: EntityManager,
  memberId: string,
  { tier, until }: Entitlement,
): Promise<void> => WRITE.run({ tier, until, memberId }, manager);
