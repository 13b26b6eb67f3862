import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type EntityManager, em } from "db/orm.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { keyById } from "~/auth/keys/api-keys.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { wakeQueue } from "~/platform/jobs/queue.server";
import { WEBHOOK_QUEUE } from "~/platform/jobs/queue-names";
import { pluralize } from "~/ui/format";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import type { MadeSecret } from "~/web/made-secret";
import { problem } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { lockNames, lockWebhook, MOST_AGAIN, redeliverFailed } from "./webhook-screens.queries.server";
import {
  isWebhookChange,
  kindLabel,
  OVERLAPS,
  type Overlap,
  rotationSchema,
  WEBHOOKS_KIND,
  WEBHOOKS_PATH,
  type WebhookChange,
  webhookPath,
} from "./webhook-screens.rules";
import { assertSeen, isUsableKey, readValues } from "./webhook-values.server";
import {
  addWebhook,
  allWebhooks,
  changeWebhook,
  deleteWebhook,
  type ListedWebhook,
  redeliver,
  rotateSecret,
  sendTest,
  setEnabled,
  type WebhookValues,
  webhookById,
} from "./webhooks.queries.server";
import { MAX_WEBHOOKS } from "./webhooks.rules.server";
import { loadWebhook, requireOwner } from "./webhooks.screen.server";

/** The person, and the arguments to continue with: the request may have waited for the password. */
async function requireOwnerAgain(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  return { staff, args: await withRecentPassword(args, staff, "webhooks.write") };
}

/** The secret is in this response only: a redirect would require storing it. */
const secretReply = (made: MadeSecret) => data({ made });

const note = logNamed(WEBHOOKS_KIND);

const NO_VALUES = { name: "", address: "", gets: "", key: "" };

/** The values of a webhook, for the log. */
async function loggedValues({ name, address, kinds, keyId }: WebhookValues, manager: EntityManager) {
  const key = keyId === null ? undefined : await keyById(keyId, manager);
  return { name, address, gets: kinds.map(kindLabel).join(", "), key: key?.name ?? "" };
}

const SAME_NAME = "Another webhook has this name.";

/** Why a webhook was not added. */
async function whyNotAdded(): Promise<AppError> {
  const isFull = (await allWebhooks()).length >= MAX_WEBHOOKS;
  return isFull
    ? new AppError(409, `There are ${MAX_WEBHOOKS} webhooks, which is the most. Delete one first.`)
    : fieldError(422, "name", SAME_NAME);
}

export async function newWebhookAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  return formReply(args, "The webhook was not created.", async ({ values: typed }) => {
    const { seen: _, ...values } = await readValues(typed);
    const made = await em().transactional(async (manager) => {
      await lockNames(manager);
      const added = await addWebhook({ ...values, staffId: staff.id, staffName: staff.fullname }, manager);
      if (added)
        note(
          manager,
          staff,
          "added",
          { ...added, name: values.name },
          differencesBetween(NO_VALUES, await loggedValues(values, manager)),
        );
      return added;
    });
    if (!made) throw await whyNotAdded();
    return secretReply({ ...made, name: values.name });
  });
}

const GONE = "Somebody else has deleted this webhook.";

export async function editWebhookAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  const { id, keyId } = await loadWebhook(args);
  return formReply(args, "The webhook was not saved.", async ({ values: typed }) => {
    const { seen, ...values } = await readValues(typed, keyId);
    await em().transactional(async (manager) => {
      await lockNames(manager);
      const saved = await lockWebhook(id, manager);
      if (!saved) throw new AppError(404, GONE);
      assertSeen(saved, seen);
      if (!(await changeWebhook({ id, ...values }, manager))) throw fieldError(422, "name", SAME_NAME);
      const differences = differencesBetween(
        await loggedValues(saved, manager),
        await loggedValues(values, manager),
      );
      if (Object.keys(differences).length > 0)
        note(manager, staff, "edited", { id, name: values.name }, differences);
    });
    return redirectWithToast(webhookPath(id), { tone: "good", text: "The webhook was saved." });
  });
}

type Typed = Record<string, unknown>;

/** Sends a test or deliveries again, turns a webhook on or off, or gives it a new secret. */
export async function webhookAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  const webhook = await loadWebhook(args);
  return formReply(args, "Nothing was changed.", async ({ values }) => {
    const { change } = values;
    if (!isWebhookChange(change)) throw problem(400, "Choose what to do.");
    if (change === "rotate") return rotate(staff, webhook, values);
    const text = await CHANGES[change](staff, webhook, values);
    return redirectWithToast(webhookPath(webhook.id), { tone: "good", text });
  });
}

async function rotate(staff: StaffViewer, { id, name }: ListedWebhook, typed: Typed) {
  const { overlap } = parseOrThrow(rotationSchema, typed);
  const secret = await em().transactional(async (manager) => {
    const rotated = await rotateSecret({ id, hours: Number(overlap) }, manager);
    const ends = { from: "", to: OVERLAPS[overlap as Overlap].toLowerCase() };
    if (rotated) note(manager, staff, "rotated", { id, name }, { "old secret ends": ends });
    return rotated;
  });
  if (!secret) throw new AppError(404, GONE);
  return secretReply({ id, name, secret });
}

type Change = (staff: StaffViewer, webhook: ListedWebhook, typed: Typed) => Promise<string>;

/** Sends something, and notes who did. @throws AppError if nothing is sent */
async function send<Sent>(
  { staff, webhook, action }: { staff: StaffViewer; webhook: ListedWebhook; action: string },
  work: (manager: EntityManager) => Promise<Sent>,
): Promise<Sent> {
  const sent = await em().transactional(async (manager) => {
    const found = await work(manager);
    if (found) note(manager, staff, action, webhook);
    return found;
  });
  if (!sent) throw await whyNotSent(webhook.id);
  return sent;
}

/** Each returns what to tell. @throws AppError */
const CHANGES: Record<Exclude<WebhookChange, "rotate">, Change> = {
  test: async (staff, webhook) => {
    await send({ staff, webhook, action: "tested" }, (manager) => sendTest(webhook.id, manager));
    return "The test event is sent within a few seconds. Its line in the log shows the answer.";
  },
  again: async (staff, webhook, { delivery }) => {
    const id = String(delivery);
    await send(
      { staff, webhook, action: "sent a delivery again to" },
      async (manager) => isUuid(id) && redeliver({ id, webhookId: webhook.id }, manager),
    );
    return "It is sent again within a few seconds.";
  },
  "all-again": async (staff, webhook) => {
    const count = await send({ staff, webhook, action: "sent what failed again to" }, async (manager) => {
      await wakeQueue(WEBHOOK_QUEUE, manager);
      return redeliverFailed(webhook.id, manager);
    });
    const text = `${pluralize(count, "delivery", "deliveries")} ${count === 1 ? "is" : "are"} sent again.`;
    return count === MOST_AGAIN ? `${text} Press the button again for the rest.` : text;
  },
  disable: async (staff, webhook) => {
    await switchWebhook(staff, webhook, false);
    return "The webhook is off. It gets nothing until you turn it on.";
  },
  enable: async (staff, webhook) => {
    if (!(await isUsableKey(webhook.keyId)))
      throw new AppError(409, "Its API key is revoked or expired. Choose another one first.");
    await switchWebhook(staff, webhook, true);
    return "The webhook is on. It gets what changes from now on, and what was waiting for it.";
  },
};

/** Why nothing is sent. */
async function whyNotSent(id: string): Promise<AppError> {
  const webhook = await webhookById(id);
  if (!webhook) return new AppError(404, GONE);
  return webhook.enabled
    ? new AppError(409, "This is being sent already, or is no longer in the log.")
    : new AppError(409, "This webhook is off. Turn it on first.");
}

/** @throws AppError 404 if it is gone */
async function switchWebhook(staff: StaffViewer, webhook: ListedWebhook, enabled: boolean): Promise<void> {
  const isChanged = await em().transactional(async (manager) => {
    const changed = await setEnabled(webhook.id, enabled, manager);
    if (changed) note(manager, staff, enabled ? "turned on" : "turned off", webhook);
    return changed;
  });
  if (!isChanged && !(await webhookById(webhook.id))) throw new AppError(404, GONE);
}

export async function deleteWebhookAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  const webhook = await loadWebhook(args);
  return pageReply(args, "The webhook was not deleted.", async () => {
    await em().transactional(async (manager) => {
      if (await deleteWebhook(webhook.id, manager)) note(manager, staff, "deleted", webhook);
    });
    return redirectWithToast(WEBHOOKS_PATH, { tone: "good", text: "The webhook was deleted." });
  });
}
