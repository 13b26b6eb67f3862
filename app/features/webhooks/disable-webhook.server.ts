import { Webhook } from "db/entities/webhook";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { superadminAddresses } from "~/auth/superadmins.queries.server";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { webhookDisabledMail } from "./webhook-mails";

const DISABLED = { ...columns(Webhook, "name", "address"), at: timestamp.present.from`disabled_at` };
const DISABLE = statement("webhooks.disable-with-mail", DISABLED)`
  update webhooks set enabled = false, disabled_at = now(), disabled_reason = ${text("reason")}
   where id = ${uuid("id")} and enabled returning ${DISABLED}`;

/** Disables a webhook that still is enabled, and tells the superadmins. @param reason a sentence */
export async function disableWithMail(id: string, reason: string, manager: EntityManager): Promise<void> {
  const disabled = await DISABLE.first({ id, reason }, manager);
  if (!disabled) return;
  const { name, address, at } = disabled;
  const { siteName, siteTz } = config();
  const host = URL.canParse(address) ? new URL(address).host : address;
  const content = webhookDisabledMail(siteName, { id, name, host, reason, at }, siteTz);
  for (const { id: owner, email } of await superadminAddresses(manager))
    await queueMail(manager, {
      to: email,
      content,
      dedupeKey: `webhook-disabled:${id}:${at.getTime()}:${owner}`,
    });
}
