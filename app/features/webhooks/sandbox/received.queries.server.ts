import { Webhook } from "db/entities/webhook";
import { columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { command, script, statement } from "db/statement.server";
import { demoTable } from "~/platform/demo-table.server";

/** What the receiver found. */
const VERDICTS = ["right", "wrong signature", "wrong time"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** So many messages are kept, for a day; the oldest ones go first. */
export const KEPT = 50;
const IS_KEPT = sql`received_at > now() - interval '1 day'`;

/** Characters of a body that are kept, to be looked at. */
export const KEPT_CHARACTERS = 20_000;

// Any number works, as long as nothing else in this database uses it.
const ADVISORY_LOCK_ID = 4_177_227;

const CREATE_TABLE = script("webhook-sandbox.create-table")`
  select pg_advisory_xact_lock(${ADVISORY_LOCK_ID});
  create schema if not exists demo_webhooks;
  create table if not exists demo_webhooks.messages (
    id uuid primary key default gen_random_uuid(), name text not null, message_id text not null, sent_at text not null,
    verdict text not null, body text not null, received_at timestamptz(3) not null default clock_timestamp());`;

const ensureTable = demoTable(CREATE_TABLE);

const AT_ADDRESS = columns(Webhook, "id", "name", "sealed");
const WEBHOOKS_AT = statement("webhook-sandbox.webhooks-at", AT_ADDRESS)`
  select ${AT_ADDRESS} from webhooks where address = ${text("address")} order by id limit 20`;

export const webhooksAt = (address: string) => WEBHOOKS_AT.all({ address }, em());

const MESSAGE = {
  id: uuid.from`id`,
  name: text.from`name`,
  messageId: text.from`message_id`,
  sentAt: text.from`sent_at`,
  verdict: literal(VERDICTS).from`verdict`,
  body: text.from`body`,
  receivedAt: timestamp.from`received_at`,
};

/** @property name of the webhook @property messageId `webhook-id` @property sentAt `webhook-timestamp` */
type ReceivedMessage = RowOf<typeof MESSAGE>;

const ADD = command("webhook-sandbox.add")`
  insert into demo_webhooks.messages (name, message_id, sent_at, verdict, body)
  values (${text("name")}, ${text("messageId")}, ${text("sentAt")}, ${literal(VERDICTS)("verdict")}, ${text("body")})`;
const DROP_OLDER = command("webhook-sandbox.drop-older")`
  delete from demo_webhooks.messages
   where not (${IS_KEPT})
      or id in (select id from demo_webhooks.messages order by received_at desc, id offset ${KEPT})`;

/** PostgreSQL has no character 0, and half of a pair is no text. */
const storable = (typed: string, most: number) => typed.slice(0, most).replaceAll("\0", "").toWellFormed();

/** Keeps a message, in the database: another instance may show it. */
export async function keepMessage(message: Omit<ReceivedMessage, "id" | "receivedAt">): Promise<void> {
  await ensureTable();
  const { name, verdict } = message;
  await ADD.run({
    ...{ name, verdict, messageId: storable(message.messageId, 100), sentAt: storable(message.sentAt, 100) },
    body: storable(message.body, KEPT_CHARACTERS),
  });
  await DROP_OLDER.run();
}

const NEWEST = statement("webhook-sandbox.newest", MESSAGE)`
  select ${MESSAGE} from demo_webhooks.messages where ${IS_KEPT} order by received_at desc, id limit ${KEPT}`;

/** The newest first. */
export async function receivedMessages(): Promise<ReceivedMessage[]> {
  await ensureTable();
  return NEWEST.all({}, em());
}
