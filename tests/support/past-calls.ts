import type { PastCall } from "db/demo/past-alert-rows";
import { em } from "db/orm.server";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";
import { daysAgo } from "./settled-calls";

export type PastAlert = Omit<PastCall, "recordId"> & { symbol: string; madeAt: Date; target: string };

/** A market's history: closes with their highs, by days ago. Creates the instrument. */
export async function insertPrices(
  symbol: string,
  prices: readonly [days: number, close: string, high?: string][],
) {
  const id = await insertRecord(database, "instruments", { symbol, name: `Life of ${symbol}` });
  for (const [days, close, high] of prices)
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, high, source) values (?, ?, ?, ?, 'test')",
      [id, daysAgo(days), close, high ?? null],
    );
}

/**
 * Alerts to buy, with a stop at 90, published in the past: their ledger events have those times, and so do
 * later changes. No row may be newer, and their prices exist before them.
 */
export const publishInThePast = (alerts: readonly PastAlert[]): Promise<void> =>
  em().transactional(async (manager) => {
    const calls: PastCall[] = [];
    for (const { symbol, madeAt, target, ...past } of alerts) {
      const [row] = await manager.execute<{ id: string }[]>(
        `insert into trade_alerts (ticker, name, tag, target_price, stop_loss, analysis, holding_period, created_at)
         values (?, ?, 'buy', ?, '90', 'It goes up.', '1 year', ?) returning id`,
        [symbol, `Life of ${symbol}`, target, madeAt],
      );
      calls.push({ recordId: row?.id ?? "", ...past });
    }
    await recordPastCalls(manager, calls);
    // As in the demo: a withdrawn call has no record any more.
    const gone = calls.filter(({ withdrawnAt }) => withdrawnAt).map(({ recordId }) => recordId);
    await manager.execute("delete from trade_alerts where id::text = any(string_to_array(?, ','))", [
      gone.join(),
    ]);
  });
