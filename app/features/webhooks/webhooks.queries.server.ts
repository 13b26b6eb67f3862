import { randomBytes, randomUUID } from "node:crypto";
import { ApiKey } from "db/entities/api-key";
import { DELIVERY_STATES, type DeliveryState, Webhook, WebhookDelivery } from "db/entities/webhook";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { wakeQueue } from "~/platform/jobs/queue.server";
import { WEBHOOK_QUEUE } from "~/platform/jobs/queue-names";
import { encryptSecret } from "~/platform/sealed-secret.server";
import { MAX_WEBHOOKS, TEST_KIND } from "./webhooks.rules.server";

/** What encrypts the secrets. */
export const PURPOSE = "webhook";

const LISTED = {
  ...columnsAs(
    "w",
    Webhook,
    ...(["id", "createdAt", "createdByName", "name", "address", "enabled", "disabledAt"] as const),
    ...(["disabledReason", "failingSince", "lastSuccessAt"] as const),
  ),
  kinds: array(text).from`w.kinds`,
  keyId: uuid.orNull.from`w.key_id`,
  keyName: text.orNull.from`(select k.name from api_keys k where k.id = w.key_id)`,
  /** When the secret from before the last rotation ends, if it still signs. */
  previousUntil: timestamp.orNull.from`case when w.previous_until > now() then w.previous_until end`,
};

/** A webhook as superadmins see it, without its secret. */
export type ListedWebhook = RowOf<typeof LISTED>;

const ALL = statement("webhooks.all", LISTED)`
  select ${LISTED} from webhooks w order by lower(w.name), w.id limit ${MAX_WEBHOOKS}`;
const BY_ID = statement(
  "webhooks.by-id",
  LISTED,
)`select ${LISTED} from webhooks w where w.id = ${uuid("id")}`;

export const allWebhooks = (): Promise<ListedWebhook[]> => ALL.all();

/** @param id a UUID */
export const webhookById = (id: string): Promise<ListedWebhook | undefined> => BY_ID.first({ id });

const ID = { id: uuid };
const KEY_NAMES = columnsAs("k", ApiKey, "id", "name");
const KEYS = statement("webhooks.keys", KEY_NAMES)`
  select ${KEY_NAMES} from api_keys k
   where k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) order by k.name limit 500`;

/** The keys that a webhook may read with. */
export const keysForWebhooks = (): Promise<{ id: string; name: string }[]> => KEYS.all();

/** @property keyId null: it learns what visitors may */
export type WebhookValues = { name: string; address: string; kinds: string[]; keyId: string | null };

const VALUES = {
  name: text("name"),
  address: text("address"),
  kinds: array(text)("kinds"),
  keyId: uuid.orNull("keyId"),
};

/** It begins with the newest change. */
const NEWEST = sql`(select newest from change_numbers where one = 1)`;

const ADD = statement("webhooks.add", ID)`
  insert into webhooks (id, name, address, kinds, key_id, sealed, read_to, created_by_id, created_by_name)
  select ${uuid("id")}, ${VALUES.name}, ${VALUES.address}, ${VALUES.kinds}, ${VALUES.keyId}, ${text("sealed")}, ${NEWEST},
         ${uuid("staffId")}, ${text("staffName")}
   where (select count(*) from webhooks) < ${MAX_WEBHOOKS}
  on conflict do nothing returning id`;

/** 256 random bits, as receivers enter them. */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Adds a webhook, which begins with the next change.
 * @returns its secret, which nobody can read again; undefined if one has this name, or there are `MAX_WEBHOOKS`
 */
export async function addWebhook(
  webhook: WebhookValues & { staffId: string; staffName: string },
  manager: EntityManager,
): Promise<{ id: string; secret: string } | undefined> {
  const [id, secret] = [randomUUID(), newSecret()];
  const added = await ADD.first({ ...webhook, id, sealed: encryptSecret(PURPOSE, id, secret) }, manager);
  return added && { id, secret };
}

/** Another address has not failed. */
const SAME = sql`w.address = ${VALUES.address}`;
const CHANGE = statement("webhooks.change", ID)`
  update webhooks w set name = ${VALUES.name}, address = ${VALUES.address}, kinds = ${VALUES.kinds}, key_id = ${VALUES.keyId},
         failures = case when ${SAME} then w.failures else 0 end,
         failing_since = case when ${SAME} then w.failing_since end, retry_at = case when ${SAME} then w.retry_at end
   where w.id = ${uuid("id")}
     and not exists (select from webhooks o where lower(o.name) = lower(${VALUES.name}) and o.id <> ${uuid("id")})
  returning w.id`;

/** @returns false if it is gone, or another one has this name */
export const changeWebhook = async (
  webhook: WebhookValues & { id: string },
  manager: EntityManager,
): Promise<boolean> => (await CHANGE.first(webhook, manager)) !== undefined;

const DELETE = statement("webhooks.delete", ID)`delete from webhooks where id = ${uuid("id")} returning id`;

/** Deletes it. What waits for it and its log are swept. @returns false if it is gone already */
export const deleteWebhook = async (id: string, manager: EntityManager): Promise<boolean> =>
  (await DELETE.first({ id }, manager)) !== undefined;

/** While an old secret counts, it stays the old one: the receiver may have none of those made since. */
const ROTATE = statement("webhooks.rotate", ID)`
  update webhooks set sealed = ${text("sealed")},
         previous_sealed = case when previous_until > now() then previous_sealed else sealed end,
         previous_until = now() + make_interval(hours => ${int("hours")})
   where id = ${uuid("id")} returning id`;

/**
 * Gives it a new secret. The old one signs as well for so many hours, 24 at most. One that was made in the meantime
 * ends at once.
 * @returns the secret, which nobody can read again; undefined if the webhook is gone
 */
export async function rotateSecret(
  { id, hours }: { id: string; hours: number },
  manager: EntityManager,
): Promise<string | undefined> {
  const secret = newSecret();
  const values = { id, sealed: encryptSecret(PURPOSE, id, secret), hours: Math.min(hours, 24) };
  const rotated = await ROTATE.first(values, manager);
  return rotated && secret;
}

const ENABLE = statement("webhooks.enable", ID)`
  update webhooks set enabled = true, disabled_at = null, disabled_reason = null, failures = 0, failing_since = null, retry_at = null,
         read_to = ${NEWEST}
   where id = ${uuid("id")} and not enabled returning id`;
const DISABLE = statement("webhooks.disable", ID)`
  update webhooks set enabled = false, disabled_at = now(), disabled_reason = ${text("reason")}
   where id = ${uuid("id")} and enabled returning id`;

/**
 * Disables a webhook, or enables it again: then it begins with the next change, and what was waiting for it is sent.
 * @returns false if it is so already, or gone
 */
export async function setEnabled(id: string, enabled: boolean, manager: EntityManager): Promise<boolean> {
  if (!enabled) return disable(id, "Disabled by hand.", manager);
  if (!(await ENABLE.first({ id }, manager))) return false;
  await wakeQueue(WEBHOOK_QUEUE, manager);
  return true;
}

/** @returns false if it is so already, or gone */
export const disable = async (id: string, reason: string, manager: EntityManager): Promise<boolean> =>
  (await DISABLE.first({ id, reason }, manager)) !== undefined;

const DELIVERY = {
  ...columnsAs(
    "d",
    WebhookDelivery,
    ...(["id", "createdAt", "kind", "recordId", "change", "changedAt", "state", "attempts"] as const),
    ...(["triedAt", "endedAt", "status", "answer", "reason"] as const),
  ),
  nextAt: timestamp.present
    .from`greatest(d.next_at, (select w.retry_at from webhooks w where w.id = d.webhook_id))`,
};

/** A delivery as superadmins see it. `answer`: the beginning of what the receiver answered last, its own text. */
export type ListedDelivery = RowOf<typeof DELIVERY>;

export const DELIVERIES_A_PAGE = 50;

const BEFORE = {
  at: timestamp("beforeAt", new Date("2100-01-01T00:00:00Z")),
  id: uuid("beforeId", "ffffffff-ffff-4fff-bfff-ffffffffffff"),
};
const PAGE = sql`(d.created_at, d.id) < (${BEFORE.at}, ${BEFORE.id})
  order by d.created_at desc, d.id desc limit ${DELIVERIES_A_PAGE + 1}`;
const NEWEST_DELIVERIES = statement("webhooks.deliveries", DELIVERY)`
  select ${DELIVERY} from webhook_deliveries d where d.webhook_id = ${uuid("webhookId")} and ${PAGE}`;
const DELIVERIES_OF_STATE = statement("webhooks.deliveries-of-state", DELIVERY)`
  select ${DELIVERY} from webhook_deliveries d
   where d.webhook_id = ${uuid("webhookId")} and d.state = ${literal(DELIVERY_STATES)("state")} and ${PAGE}`;

export type DeliveryPlace = { at: Date; id: string };

/**
 * A webhook's deliveries, the newest first.
 * @returns a page of them, and the place of the next page, if there is one
 */
export async function deliveriesOf(
  webhookId: string,
  { state, before }: { state?: DeliveryState; before?: DeliveryPlace } = {},
): Promise<{ deliveries: ListedDelivery[]; next?: DeliveryPlace }> {
  const place = { beforeAt: before?.at ?? BEFORE.at.sample, beforeId: before?.id ?? BEFORE.id.sample };
  const found = state
    ? await DELIVERIES_OF_STATE.all({ webhookId, state, ...place })
    : await NEWEST_DELIVERIES.all({ webhookId, ...place });
  const deliveries = found.slice(0, DELIVERIES_A_PAGE);
  const last = deliveries.at(-1);
  return {
    deliveries,
    ...(found.length > deliveries.length && last ? { next: { at: last.createdAt, id: last.id } } : {}),
  };
}

/** Its attempts begin again before all others, and the webhook does not wait any more. */
const REDELIVER = statement("webhooks.redeliver", ID)`
  with again as (
    update webhook_deliveries d set state = 'waiting', attempts = 0, next_at = 'epoch', ended_at = null
      from webhooks w
     where d.id = ${uuid("id")} and d.state in ('delivered', 'failed') and w.id = d.webhook_id and w.enabled
       and w.id = ${uuid("webhookId")}
    returning d.id, d.webhook_id)
  update webhooks w set retry_at = null from again where w.id = again.webhook_id returning again.id`;

/**
 * Sends a webhook's delivery again, with the same id.
 * @returns false if it is waiting already, gone or another one's, or the webhook is disabled
 */
export async function redeliver(
  delivery: { id: string; webhookId: string },
  manager: EntityManager,
): Promise<boolean> {
  if (!(await REDELIVER.first(delivery, manager))) return false;
  await wakeQueue(WEBHOOK_QUEUE, manager);
  return true;
}

const ADD_TEST = statement("webhooks.add-test", ID)`
  with ready as (
    update webhooks set retry_at = null where id = ${uuid("webhookId")} and enabled returning id)
  insert into webhook_deliveries (webhook_id, kind, record_id, change, changed_at, next_at)
  select id, ${text("kind")}, id, 'test', now(), 'epoch' from ready
  returning id`;

/** Sends a test before all others. @returns the delivery's id; undefined if the webhook is disabled or gone */
export async function sendTest(webhookId: string, manager: EntityManager): Promise<string | undefined> {
  const added = await ADD_TEST.first({ webhookId, kind: TEST_KIND }, manager);
  if (added) await wakeQueue(WEBHOOK_QUEUE, manager);
  return added?.id;
}

const END_ALL = command("webhooks.end-deliveries")`
  update webhook_deliveries set state = 'failed', ended_at = now(), tried_at = coalesce(tried_at, now()),
         reason = 'The database was restored from a backup.'
   where state in ('waiting', 'sending')`;
const DISABLE_ALL = command("webhooks.disable-all")`
  update webhooks set enabled = false, disabled_at = now(),
         disabled_reason = 'The database was restored from a backup. Enable it if this is the site that sends.'
   where enabled`;

/** After a restored backup nobody knows what was sent since, and a copy of the site must not send at all. */
export async function disableRestored(manager: EntityManager): Promise<void> {
  await END_ALL.run({}, manager);
  await DISABLE_ALL.run({}, manager);
}
