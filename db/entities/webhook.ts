import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { ApiKey } from "./api-key";
import { Staff } from "./staff";

/** An address of somebody else, to which the site sends what changes. */
export const Webhook = defineEntity({
  name: "Webhook",
  tableName: "webhooks",
  properties: {
    ...baseColumns(),
    /** Unique, whatever the case. */
    name: p.text(),
    address: p.text(),
    /** The encrypted secret of its signatures. */
    sealed: p.text(),
    /** The one from before the last rotation, which signs as well until then. */
    previousSealed: p.text().nullable(),
    previousUntil: p.datetime(3).nullable(),
    /** What is sent to it, see `WEBHOOK_KINDS`. */
    kinds: p.array().columnType("text[]"),
    /** It learns what this key may read; null: what visitors may. */
    key: () => p.manyToOne(ApiKey).ref().nullable().deleteRule("no action").index(),
    /** The number of the last change that was looked at for it. */
    readTo: p.bigint("string"),
    enabled: p.boolean().default(true),
    disabledAt: p.datetime(3).nullable(),
    disabledReason: p.text().nullable(),
    /** Failed attempts since the last success, and when the last one failed. */
    failures: p.integer().default(0),
    failedAt: p.datetime(3).nullable(),
    /** Since when it fails: its receiver is ill, or refuses message after message. */
    failingSince: p.datetime(3).nullable(),
    /** Nothing is sent before this: it failed. */
    retryAt: p.datetime(3).nullable(),
    /** When a delivery was last tried: the next turn is another webhook's. */
    triedAt: p.datetime(3).nullable(),
    lastSuccessAt: p.datetime(3).nullable(),
    createdBy: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    createdByName: p.text(),
  },
  checks: [
    lengthCheck("webhooks", "name", 1, 60),
    lengthCheck("webhooks", "address", 1, 500),
    lengthCheck("webhooks", "sealed", 1, 1000),
    lengthCheck("webhooks", "previous_sealed", 1, 1000),
    lengthCheck("webhooks", "disabled_reason", 1, 300),
    lengthCheck("webhooks", "created_by_name", 1, 100),
    { name: "webhooks_kinds", expression: "cardinality(kinds) > 0" },
    { name: "webhooks_previous", expression: "(previous_sealed is null) = (previous_until is null)" },
    {
      name: "webhooks_disabled",
      expression: "enabled = (disabled_at is null) and enabled = (disabled_reason is null)",
    },
  ],
  indexes: [
    {
      name: "webhooks_name_unique",
      expression: "create unique index webhooks_name_unique on webhooks (lower(name))",
    },
  ],
});
export type Webhook = InferEntity<typeof Webhook>;

export const DELIVERY_CHANGES = ["saved", "deleted", "closed", "test"] as const;
export type DeliveryChange = (typeof DELIVERY_CHANGES)[number];

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What is sent to a webhook: that a record has changed, once or more often before the first attempt, or a test. Its id
 * stays the same in every attempt.
 */
export const WebhookDelivery = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  properties: {
    ...baseColumns(),
    /** Without a foreign key: a webhook is deleted at once, however many deliveries it has. They are swept in parts. */
    webhookId: p.uuid(),
    /** Of the last change that it tells of; null for a test. */
    number: p.bigint("string").nullable(),
    kind: p.text(),
    /** Without a foreign key: the delivery outlives its record. */
    recordId: p.uuid(),
    change: oneOf(DELIVERY_CHANGES),
    /** Who learns of it without the permission of staff, see `RecordChange`. */
    reach: p.smallint().default(0),
    changedAt: p.datetime(3),
    state: oneOf(DELIVERY_STATES).default("waiting"),
    attempts: p.integer().default(0),
    /** It is not tried before this. */
    nextAt: p.datetime(3).defaultRaw("now()"),
    /** When the last attempt began. */
    triedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** What the last attempt was answered: the status, and the beginning of its body, for staff only. */
    status: p.integer().nullable(),
    answer: p.text().nullable(),
    /** Why the last attempt failed. */
    reason: p.text().nullable(),
  },
  checks: [
    lengthCheck("webhook_deliveries", "answer", 0, 1024),
    lengthCheck("webhook_deliveries", "reason", 1, 300),
    {
      name: "webhook_deliveries_ended",
      expression: "(state = 'delivered' or state = 'failed') = (ended_at is not null)",
    },
  ],
  indexes: [
    { properties: ["endedAt"] },
    {
      name: "webhook_deliveries_untried",
      expression: `create unique index webhook_deliveries_untried on webhook_deliveries (webhook_id, kind, record_id)
        where state = 'waiting' and tried_at is null and change <> 'test'`,
    },
    orderIndex({ table: "webhook_deliveries", name: "newest", order: "webhook_id, created_at, id" }),
    orderIndex({
      table: "webhook_deliveries",
      name: "newest_of_state",
      order: "webhook_id, state, created_at, id",
    }),
    orderIndex({
      table: "webhook_deliveries",
      name: "open",
      order: "webhook_id, state, next_at, id",
      where: "state in ('waiting', 'sending')",
    }),
  ],
});
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>;
