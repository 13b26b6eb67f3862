import type { EntityManager } from "db/orm.server";
import { text, uuid } from "db/sql";
import { command } from "db/statement.server";

const NOTE = command("payments.note-payer")`
  update payments set payer_id = ${text("payerId")} where id = ${uuid("paymentId")}`;

/**
 * Keeps whose account at the provider paid, as plainly as its capture: by that a reward of a referral is refused to who paid for both. To
 * be called in the capture's transaction, before what follows from the payment. Nothing where the provider did not say.
 */
export async function notePayer(
  manager: EntityManager,
  paymentId: string,
  payerId: string | undefined,
): Promise<void> {
  if (payerId !== undefined) await NOTE.run({ paymentId, payerId }, manager);
}
