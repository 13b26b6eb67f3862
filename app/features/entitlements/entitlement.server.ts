import type { EntityManager } from "db/orm.server";
import { query } from "db/query.server";
import type { Entitlement } from "./entitlement.rules";

/**
 * What a member holds as stored, with the database's clock; undefined when there is no such member.
 * @param manager the transaction that is going to change it: the row is locked
 */
export async function entitlementOf(
  memberId: string,
  manager?: EntityManager,
): Promise<(Entitlement & { now: Date }) | undefined> {
  const [entitlement] = await query<Entitlement & { now: Date }>(
    `select subscription as tier, subscription_expires_at as until, now() as now
       from members where id = ?${manager ? " for update" : ""}`,
    [memberId],
    manager,
  );
  return entitlement;
}

/** Writes what a member holds from now on. @param manager the transaction in which it was worked out */
export async function setEntitlement(
  manager: EntityManager,
  memberId: string,
  { tier, until }: Entitlement,
): Promise<void> {
  await query(
    "update members set subscription = ?, subscription_expires_at = ?, version = version + 1 where id = ?",
    [tier, until, memberId],
    manager,
  );
}
