import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";
import { formatTime } from "~/ui/dates";
import { webhookPath } from "./webhook-screens.rules";

/** @property host of its address @property reason a sentence, as the webhook's page shows it */
export type DisabledWebhook = { id: string; name: string; host: string; reason: string; at: Date };

/** To superadmins, when the site stops sending to a webhook. */
export const webhookDisabledMail = (
  siteName: string,
  { id, name, host, reason, at }: DisabledWebhook,
  zone: string,
): MailContent => ({
  template: "webhook-disabled",
  subject: `A webhook of ${siteName} was turned off`,
  heading: "A webhook was turned off",
  paragraphs: [`${siteName} no longer sends anything to the webhook ${isolated(name)}.`, reason],
  facts: [
    { label: "Receiver", value: host },
    { label: "When", value: formatTime(at, "datetime", zone) },
  ],
  action: { label: "See the webhook", path: webhookPath(id) },
  closing: [
    "Once the cause is repaired, turn the webhook on there. What changes until then is not sent to it: its program follows the list of changes instead, or reads the lists again.",
  ],
});
