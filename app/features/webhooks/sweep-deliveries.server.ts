import { int, type RowOf, sql } from "db/sql";
import { statement } from "db/statement.server";
import { sweep } from "db/sweep.server";

const sweepEnded = sweep(
  "webhooks.sweep-deliveries",
  "webhook_deliveries",
  "ended_at < now() - interval '30 days'",
);

/** Rows per statement. */
const PART = 1_000;
const SWEPT = { count: int.from`count(*)::int` };

const SWEEP_DISABLED = statement("webhooks.sweep-disabled", SWEPT)`
  with gone as (
    delete from webhook_deliveries where ctid = any(array(
      select d.ctid from webhooks w cross join lateral (
        select ctid from webhook_deliveries
         where webhook_id = w.id and state = 'waiting' and created_at < now() - interval '33 days' limit ${PART}) d
       where not w.enabled limit ${PART}))
    returning 1)
  select ${SWEPT} from gone`;

/** Steps from one webhook's deliveries to the next, because they are many and their webhooks few. */
const NEXT = sql`select webhook_id from webhook_deliveries`;
const SWEEP_DELETED = statement("webhooks.sweep-deleted", SWEPT)`
  with recursive known as (
    (${NEXT} order by webhook_id limit 1)
    union all
    select (${NEXT} where webhook_id > k.webhook_id order by webhook_id limit 1) from known k where k.webhook_id is not null),
  gone as (
    delete from webhook_deliveries where ctid = any(array(
      select d.ctid from known k cross join lateral (
        select ctid from webhook_deliveries where webhook_id = k.webhook_id limit ${PART} for update skip locked) d
       where not exists (select from webhooks w where w.id = k.webhook_id) limit ${PART}))
    returning 1)
  select ${SWEPT} from gone`;

const countOf = (row: RowOf<typeof SWEPT> | undefined): number => row?.count ?? 0;

/**
 * Forgets what ended a month ago, what has waited for longer than that for a webhook that is off, and what was for one
 * that is deleted. A part of it.
 * @returns how many
 */
export const sweepWebhookDeliveries = async (): Promise<number> =>
  (await sweepEnded()) + countOf(await SWEEP_DISABLED.first()) + countOf(await SWEEP_DELETED.first());
