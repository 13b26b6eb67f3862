import { Webhook } from "db/entities/webhook";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { WebhookValues } from "./webhooks.queries.server";

const VALUES = {
  ...columns(Webhook, "name", "address"),
  kinds: array(text).from`kinds`,
  keyId: uuid.orNull.from`key_id`,
};
const LOCK = statement("webhooks.lock", VALUES)`
  select ${VALUES} from webhooks where id = ${uuid("id")} for update`;

/** The saved values, which nobody else changes before this transaction ends. @returns undefined if it is gone */
export const lockWebhook = (id: string, manager: EntityManager): Promise<WebhookValues | undefined> =>
  LOCK.first({ id }, manager);

// Any number works, as long as nothing else in this database uses it.
const NAMES = { waited: text.from`pg_advisory_xact_lock(4177228)::text` };
const LOCK_NAMES = statement("webhooks.lock-names", NAMES)`select ${NAMES}`;

/** Until this transaction ends nobody else adds or renames a webhook: their names and their number stay. */
export const lockNames = async (manager: EntityManager): Promise<void> => {
  await LOCK_NAMES.all({}, manager);
};

const FOUND = { found: bool.from`true` };
const HAS_FAILED = statement("webhooks.has-failed", FOUND)`
  select ${FOUND} from webhook_deliveries where webhook_id = ${uuid("webhookId")} and state = 'failed' limit 1`;

export const hasFailed = async (webhookId: string): Promise<boolean> =>
  (await HAS_FAILED.first({ webhookId })) !== undefined;

/** Sent again at once; the rest needs another press. */
export const MOST_AGAIN = 1000;

/** The oldest first. They begin as when they are sent again one by one. */
const REDELIVER_FAILED = statement("webhooks.redeliver-failed", { count: int.from`count(*)::int` })`
  with failed as (
    select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.enabled
     where d.webhook_id = ${uuid("webhookId")} and d.state = 'failed'
     order by d.created_at, d.id limit ${MOST_AGAIN} for update of d skip locked),
  again as (
    update webhook_deliveries set state = 'waiting', attempts = 0, next_at = now(), ended_at = null
     where id in (select id from failed) returning webhook_id),
  ready as (update webhooks set retry_at = null where id in (select webhook_id from again))
  select count(*)::int as count from again`;

/** Sends what failed again, with the same ids. @returns how many, at most `MOST_AGAIN`; 0 if the webhook is off */
export const redeliverFailed = async (webhookId: string, manager: EntityManager): Promise<number> =>
  (await REDELIVER_FAILED.first({ webhookId }, manager))?.count ?? 0;
