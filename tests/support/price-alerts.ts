import { fireAlerts, type StepsJob } from "~/features/watchlist/price-alerts/fire-alerts.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { PRICE_ALERT_QUEUE } from "~/platform/jobs/queue-names";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";
import { daysAgo } from "./settled-calls";
import { memberIdOf } from "./staff-app";
import type { Person } from "./test-app";

/** Deletes all alerts, prices and quotes, with their jobs. */
export async function withoutAlerts(): Promise<void> {
  await database.empty(
    "price_alerts",
    "price_alert_firings",
    "compared_prices",
    "daily_prices",
    "splits",
    "price_jumps",
  );
  await database.rows(
    "delete from member_marks; delete from quotes; delete from mails; delete from jobs.job",
  );
}

export type TestedCompany = { id: string; quote: string; symbol: string };

/** A public company with the quoted price 100, and the same close on the three days before. */
export async function companyAt100(symbol: string): Promise<TestedCompany> {
  const values = { category: "Stocks", name: `${symbol} Holdings`, symbol, last: "100", currency: "USD" };
  const quote = await insertRecord(database, "quotes", values);
  const [found] = await database.rows<{ id: string }>("select instrument_id as id from quotes where id = ?", [
    quote,
  ]);
  const id = found?.id ?? "";
  for (const days of [3, 2, 1]) await insertClose(id, days, "100");
  return { id, quote, symbol };
}

/** A close without any door: nothing compares it. */
export const insertClose = (id: string, days: number, close: string) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'quote')
         on conflict (instrument_id, day) do update set close = excluded.close`,
    [id, daysAgo(days), close],
  );

/** An alert set three days ago, whose company was last compared at yesterday's close. */
export async function insertAlert(
  { id }: TestedCompany,
  kind: "rises" | "falls" | "moves",
  level: string,
  person: Person = "premium",
): Promise<string> {
  const memberId = await memberIdOf(person);
  await database.rows(
    "insert into member_marks (member_id, changed_at) values (?, now()) on conflict do nothing",
    [memberId],
  );
  await database.rows(
    `insert into compared_prices (instrument_id, day, price, at)
     select instrument_id, day, close, (day + 1)::timestamp at time zone 'UTC' - interval '1 millisecond'
       from daily_prices where instrument_id = ? and day = ? on conflict do nothing`,
    [id, daysAgo(1)],
  );
  const [alert] = await database.rows<{ id: string }>(
    `insert into price_alerts (created_at, member_id, instrument_id, kind, level, set_on)
     values (now() - interval '3 days', ?, ?, ?, ?, current_date - 3) returning id`,
    [memberId, id, kind, level],
  );
  return alert?.id ?? "";
}

/** The queued jobs, which are taken from the queue. */
export async function takeJobs(): Promise<StepsJob[]> {
  const jobs = await fetchJobs(PRICE_ALERT_QUEUE, 100);
  return jobs.map(({ data }) => data as StepsJob);
}

/** Does the queued jobs. @returns what has fired so far: kind, level and price, the oldest first */
export async function firings() {
  for (const job of await takeJobs()) await fireAlerts(job);
  return database.rows<{ kind: string; level: string; price: string }>(
    "select kind, trim_scale(level) as level, trim_scale(price) as price from price_alert_firings order by created_at, level",
  );
}

/** Moves all that happened to the day before, so that today's price is a new one and alerts may fire again. */
export const passADay = () =>
  database.rows(`
    update price_alert_firings set created_at = created_at - interval '1 day', fired_on = fired_on - 1, day = day - 1;
    update compared_prices set day = day - 1, at = at - interval '1 day';
    update daily_prices set day = day - 100; update daily_prices set day = day + 99`);
