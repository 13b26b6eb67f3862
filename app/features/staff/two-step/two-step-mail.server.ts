import { randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import { queueMail } from "~/features/mail/queue.server";
import { type TwoStepEvent, twoStepMail } from "~/features/mail/staff-mails";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";

/** Emails somebody about a change of their two-step sign-in, in its transaction. */
export async function mailTwoStep(manager: EntityManager, to: string, event: TwoStepEvent): Promise<void> {
  const { siteName, siteTz } = config();
  const content = twoStepMail(siteName, event, await databaseNow(manager), siteTz);
  await queueMail(manager, { to, content, dedupeKey: `two-step:${randomUUID()}` });
}
