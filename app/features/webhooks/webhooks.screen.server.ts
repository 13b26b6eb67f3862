import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";
import { deliveryLog } from "./delivery-log.server";
import { newReceiverAddress } from "./sandbox/own-receiver.server";
import { webhookPath } from "./webhook-screens.rules";
import { formValues, keyChoices } from "./webhook-values.server";
import { allWebhooks, type ListedWebhook, webhookById } from "./webhooks.queries.server";
import { isOwnReceiver } from "./webhooks.rules.server";

/** Only superadmins: a webhook decides who learns what. */
export const requireOwner = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("webhooks.write"));

/** @throws 404 */
export async function loadWebhook({
  params: { id },
}: Pick<LoaderFunctionArgs, "params">): Promise<ListedWebhook> {
  const webhook = isUuid(id) ? await webhookById(id) : undefined;
  if (!webhook) throw notFound("Webhook not found.");
  return webhook;
}

/** `/admin/settings/webhooks` */
export async function webhooksScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { webhooks: await allWebhooks(), isDemo: config().demo };
}

const FIRST_VALUES: Record<string, string> = { kinds: "news" };

/** What was typed before the demo's receiver was chosen. */
function typedValues(search: URLSearchParams): Record<string, string> {
  if (search.get("receiver") !== "own" || !config().demo) return FIRST_VALUES;
  return {
    name: search.get("name") || "The demo’s receiver",
    address: newReceiverAddress(),
    kinds: search.getAll("kinds").join("\n") || "news",
    keyId: search.get("keyId") ?? "",
  };
}

/** `/admin/settings/webhooks/new` */
export async function newWebhookScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const values = typedValues(new URL(args.request.url).searchParams);
  return { values, keys: await keyChoices(), isDemo: config().demo };
}

/** `/admin/settings/webhooks/{id}`: a webhook, its log, and what can be done with it. */
export async function webhookScreen(args: LoaderFunctionArgs) {
  const { role } = await requireOwner(args);
  const webhook = await loadWebhook(args);
  const log = await deliveryLog(webhook, new URL(args.request.url).searchParams, role);
  return { webhook, log, isOwnReceiver: isOwnReceiver(webhook.address) };
}

/** `/admin/settings/webhooks/{id}/edit` */
export async function editWebhookScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const webhook = await loadWebhook(args);
  const { id, name } = webhook;
  return { id, name, values: formValues(webhook), keys: await keyChoices(webhook) };
}

/** `/admin/settings/webhooks/{id}/deletion`: the question before it is deleted. */
export async function webhookDeletionScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const { id, name } = await loadWebhook(args);
  return { name, backTo: webhookPath(id) };
}
