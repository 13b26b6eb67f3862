import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { PUSH_QUEUE } from "~/platform/jobs/queue-names";

const ID = { id: uuid };
/** A digest is no news, and of what the owner added nobody chose notifications. */
const ADD_EDITION = statement("push.add-edition", ID)`
  insert into push_messages (edition_id) select id from editions where id = ${uuid("editionId")} and newsletter in ('alerts', 'briefs', 'news')
  on conflict (edition_id) do nothing returning id`;

/** Notifies devices of an edition, if it is about a single record, in the transaction that starts it. */
export async function pushEdition(editionId: string, manager: EntityManager): Promise<void> {
  if (await ADD_EDITION.first({ editionId }, manager)) await enqueueUnlessWaiting(PUSH_QUEUE, manager);
}

const ADD_MEMBER = statement("push.add-member", ID)`
  insert into push_messages (member_id)
  select id from members m where id = ${uuid("memberId")} and exists (select from push_devices where member_id = m.id)
  returning id`;

/** Notifies a member's devices, if there are any, of price alerts that fired. */
export async function pushPriceAlerts(memberId: string, manager: EntityManager): Promise<void> {
  if (await ADD_MEMBER.first({ memberId }, manager)) await enqueueUnlessWaiting(PUSH_QUEUE, manager);
}

const FORGET_RETRIES = command("push.forget-retries")`
  delete from push_retries where message_id in (select id from push_messages where ended_at is null)`;
const END_ALL = command("push.end-all")`
  update push_messages set ended_at = now(), reason = 'The database was restored from a backup.'
   where ended_at is null`;

/** After a restored backup nobody knows what has left, and what it was about is old. */
export async function endPushes(manager: EntityManager): Promise<void> {
  await FORGET_RETRIES.run({}, manager);
  await END_ALL.run({}, manager);
}

/** Forgets pushes of price alerts; those of editions stay for their figures. */
export const sweepPushes = sweep(
  "push.sweep",
  "push_messages",
  "created_at < now() - interval '7 days' and member_id is not null",
);
