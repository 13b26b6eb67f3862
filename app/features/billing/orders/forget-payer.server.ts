import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command } from "db/statement.server";

const FORGET = command("payments.forget-payer")`
  update payments set payer_id = null where member_id = ${uuid("memberId")} and payer_id is not null`;

/** Forgets whose account paid for a member who is deleted: the books need the payment alone. */
export const forgetPayerOf = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);
