import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET = command("orders.forget-errors")`
  update orders set last_error = null, version = version + 1
   where member_id = ${uuid("memberId")} and last_error is not null`;

/** The books keep the orders of a member whose account is deleted; what the provider wrote about them goes. */
export const forgetOrderErrors = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

const FORGET_REASONS = command("refunds.forget-reasons")`
  update refunds set reason = null
   where reason is not null and payment_id in (select id from payments where member_id = ${uuid("memberId")})`;

/** Forgets what staff wrote about why money of a member's was given back. */
export const forgetRefundReasons = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET_REASONS.run({ memberId }, manager);
