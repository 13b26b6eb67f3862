import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET = command("orders.forget-errors")`
  update orders set last_error = null, version = version + 1
   where member_id = ${uuid("memberId")} and last_error is not null`;

/** Clears the provider's messages from a deleted member's orders. The orders stay for the books. */
export const forgetOrderErrors = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

const FORGET_REASONS = command("refunds.forget-reasons")`
  update refunds set reason = null
   where reason is not null and payment_id in (select id from payments where member_id = ${uuid("memberId")})`;

/** Clears the reasons that staff wrote for refunds of a member's payments. */
export const forgetRefundReasons = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET_REASONS.run({ memberId }, manager);
