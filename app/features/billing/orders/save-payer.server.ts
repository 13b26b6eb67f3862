import type { EntityManager } from "db/orm.server";
import { text, uuid } from "db/sql";
import { command } from "db/statement.server";

const NOTE = command("payments.note-payer")`
  update payments set payer_id = ${text("payerId")} where id = ${uuid("paymentId")}`;

/**
 * Stores the paying provider account with the capture. A referral reward is refused if one account paid for
 * both members. Runs in the capture's transaction, before the payment's effects. Does nothing if the provider
 * named no account.
 */
export async function savePayer(
  manager: EntityManager,
  paymentId: string,
  payerId: string | undefined,
): Promise<void> {
  if (payerId !== undefined) await NOTE.run({ paymentId, payerId }, manager);
}
