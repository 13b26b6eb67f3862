import type { EntityManager } from "db/orm.server";
import { siteDayOf } from "db/site-day";
import { array, day, decimal, int, type RowOf, sql, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import {
  CROSSED_ALERTS,
  IS_CROSSED,
  type PriceStep,
} from "~/features/markets/instruments/crossed-alerts.queries.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { PRICE_ALERT_MAIL_QUEUE, PRICE_ALERT_QUEUE } from "~/platform/jobs/queue-names";
import { isStopping } from "~/platform/stopping-flag.server";

/** A step as a job carries it: JSON has no dates. */
type SentStep = Omit<PriceStep, "at"> & { at: string };

/** Alerts of one statement, which takes a fraction of a second. */
const AT_ONCE = 2_000;

const STEPS = sql`
  unnest(${array(uuid)("ids")}::uuid[], ${array(day)("days")}::date[], ${array(decimal)("was")}::numeric[],
         ${array(decimal)("prices")}::numeric[], ${array(decimal)("wasMoved")}::numeric[],
         ${array(decimal)("moved")}::numeric[], ${array(decimal.orNull)("bases")}::numeric[],
         ${array(timestamp)("at")}::timestamptz[])
    as step (id, day, was, price, was_moved, moved, base, at)`;

const PICKED = {
  count: int.from`count(*)::int`,
  last: uuid.orNull.from`(array_agg(alert_id order by alert_id desc))[1]`,
};

/**
 * An alert that was set after the step is not fired by it. Each fires once in a day of the site, however many writers
 * compare prices, and however often this runs.
 */
const FIRE = statement("price-alerts.fire", PICKED)`
  with picked as (
    select a.member_id, step.id, a.id as alert_id, a.kind, crossed.level, step.price,
           case a.kind when 'moves' then round((step.price / step.base - 1) * 100, 8) end as moved, step.day, step.at
      from ${STEPS} ${CROSSED_ALERTS}
     where ${IS_CROSSED} and a.created_at <= step.at and a.id > ${uuid("after")}
     order by a.id limit ${AT_ONCE}),
  fired as (
    insert into price_alert_firings
      (member_id, instrument_id, alert_id, kind, level, price, moved, day, created_at, fired_on)
    select picked.*, ${siteDayOf(sql`at`)} from picked
        on conflict (alert_id, fired_on) do nothing)
  select ${PICKED} from picked`;

/** The queue gives a job that takes two minutes to another server as well. Milliseconds. */
const BUDGET_MS = 60_000;

/** What fires within a minute goes into one email. */
const COLLECT_SECONDS = 60;

/** @property after the last alert that an earlier job did, in the order of their ids */
export type StepsJob = { steps: readonly SentStep[]; after?: string };

/**
 * Fires the alerts that these steps of prices cross, and has their emails written in a minute. A repeated job
 * fires nothing twice; what a job has no time for, another one does.
 */
export async function fireAlerts({ steps, after = NO_ALERT }: StepsJob): Promise<void> {
  const given = columnsOf(steps);
  const until = performance.now() + BUDGET_MS;
  let at: string | null = after;
  while (at !== null && performance.now() < until && !isStopping()) {
    const picked: RowOf<typeof PICKED> | undefined = await FIRE.first({ ...given, after: at });
    at = picked && picked.count === AT_ONCE ? picked.last : null;
  }
  await enqueue(PRICE_ALERT_MAIL_QUEUE, {}, { delaySeconds: COLLECT_SECONDS });
  // A stopping server must not take its own job at once.
  if (at !== null) await enqueue(PRICE_ALERT_QUEUE, { steps, after: at }, isStopping() ? SOON : {});
}

const SOON = { delaySeconds: 5 };

/** Before all others. */
const NO_ALERT = "00000000-0000-0000-0000-000000000000";

function columnsOf(steps: readonly SentStep[]) {
  const column = <Key extends keyof SentStep>(key: Key) => steps.map((step) => step[key]);
  return {
    ids: column("instrumentId"),
    days: column("day"),
    was: column("was"),
    prices: column("price"),
    wasMoved: column("wasMoved"),
    moved: column("moved"),
    bases: column("base"),
    at: steps.map(({ at }) => new Date(at)),
  };
}

/** For emails that a job could not write. */
export const requestAlertMails = (): Promise<void> => enqueue(PRICE_ALERT_MAIL_QUEUE, {});

const FORGET_PRICES = command("price-alerts.forget-compared")`
  update compared_prices set day = null, price = null, at = null where price is not null`;
const DECIDE_ALL = command("price-alerts.decide-all")`
  update price_alert_firings set mail_decided_at = now() where mail_decided_at is null`;

/** After a restored backup nobody knows which emails have left: the next price only counts as the first. */
export async function beginPriceAlertsAnew(manager: EntityManager): Promise<void> {
  await FORGET_PRICES.run({}, manager);
  await DECIDE_ALL.run({}, manager);
}

/** Forgets what fired more than 90 days ago. */
export const sweepFirings = sweep(
  "price-alerts.sweep",
  "price_alert_firings",
  "created_at < now() - interval '90 days'",
);
