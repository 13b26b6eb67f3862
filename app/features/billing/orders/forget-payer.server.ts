import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET = command("payments.forget-payer")`
  update payments set payer_id = null where member_id = ${uuid("memberId")} and payer_id is not null`;

/** Clears the paying account of a deleted member. The books need only the payment. */
export const forgetPayer = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);
