import type { Newsletter } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import { perProcess } from "db/per-process";
import { array, type Fragment, int, sql, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { Counters, type Waiting } from "~/platform/counters";
import { type CounterFlush, flushCounters, startFlushingCounters } from "~/platform/flush-counters.server";
import { newsletterParam } from "./newsletter-param.server";

type ClickCount = { code: string; clicks: number };

/** Counts that are not in the database yet. */
class ClickCounters extends Counters<ClickCount> {
  /** @param code see `editionCode` */
  count(code: string): void {
    const counter = this.counterFor(code, () => ({ code, clicks: 0 }));
    if (counter) counter.clicks += 1;
  }
}

/** The counters of this process. */
export const clickCounters = (): ClickCounters => perProcess("edition clicks", () => new ClickCounters());

/** A range of the primary key, so that an index finds the edition. Only editions that were sent have links. */
const isNamedBy = (code: Fragment<object>) =>
  sql`e.id between (${code} || repeat('0', 20))::uuid and (${code} || repeat('f', 20))::uuid and e.started_at is not null`;

/** Adds to the stored counts, so several instances share them; in key order, so that they cannot deadlock. */
const ADD = command("edition-counts.add-clicks")`
  insert into edition_counts as held (edition_id, clicks)
  select e.id, sum(counted.clicks)::int
    from unnest(${array(text)("codes")}::text[], ${array(int)("clicks")}::int[]) as counted (code, clicks)
   cross join lateral (select id from editions e where ${isNamedBy(sql`counted.code`)} order by id limit 1) as e
   group by e.id order by e.id
  on conflict (edition_id) do update set clicks = held.clicks + excluded.clicks`;

/** Adds the counts to the database. Those of editions that do not exist are dropped. */
export const saveClicks = (tallies: readonly Waiting<ClickCount>[]): Promise<void> =>
  ADD.run({ codes: tallies.map(({ code }) => code), clicks: tallies.map(({ clicks }) => clicks) });

const FLUSHING: CounterFlush<ClickCount> = {
  counters: clickCounters,
  write: saveClicks,
  called: "edition clicks",
};

export const flushClicks = (): Promise<void> => flushCounters(FLUSHING);
export const startFlushingClicks = () => startFlushingCounters(FLUSHING, 60_000);

const COUNT_UNSUBSCRIBED = command("edition-counts.unsubscribed")`
  insert into edition_counts as held (edition_id, unsubscribed)
  select e.id, 1 from editions e
   where ${isNamedBy(sql`${text("code")}::text`)} and e.newsletter = ${newsletterParam("newsletter")}
  on conflict (edition_id) do update set unsubscribed = held.unsubscribed + 1`;

const COUNT_BOUNCED = command("edition-counts.bounced")`
  insert into edition_counts as held (edition_id, bounced)
  select ${uuid("editionId")}, 1
   where (select count(*) from mail_reports where email_id = ${uuid("emailId")} and kind <> 'complaint') = 1
  on conflict (edition_id) do update set bounced = held.bounced + 1`;

/** Counts an email of an edition that came back, once, in the transaction that notes it. */
export const countBounced = (
  returned: { editionId: string; emailId: string },
  manager: EntityManager,
): Promise<void> => COUNT_BOUNCED.run(returned, manager);

/** Counts a reader who ended the newsletter through an edition's link, in the transaction that ends it. */
export const countUnsubscribed = (
  ended: { code: string; newsletter: Newsletter },
  manager: EntityManager,
): Promise<void> => COUNT_UNSUBSCRIBED.run(ended, manager);
