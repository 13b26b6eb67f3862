import { em } from "db/orm.server";
import { array, raw, text, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { AppError, invalidFields } from "~/web/app-error.server";
import { instrumentBySymbol } from "./instruments.queries.server";

/** An instrument that is merged, or the one that remains. */
export type MergePart = { id: string; symbol: string; currency?: string | null };

const ROW = { id: uuid, symbol: text, currency: text.orNull };

/** Tables whose rows a merge moves; triggers move them. A call is always written after its record. */
const CARRIED = ["daily_briefs", "stock_picks", "trade_alerts", "quotes", "movers"] as const;

/**
 * Saving a record or settling its call locks the record before the instrument. The opposite order here would
 * deadlock.
 */
const LOCK_CARRIED = forEachOf(
  CARRIED,
  (table) => statement(`instruments.lock-carried, ${table}`, { id: uuid })`
    select id from ${raw(table)} where instrument_id = ${uuid("id")} order by id for no key update`,
);

/** Locks both instruments in id order, so that concurrent merges do not deadlock. */
const LOCK_LIVE = statement("instruments.lock-live", ROW)`
  select id, symbol, currency from instruments
   where id = any(${array(uuid)("ids")}::uuid[]) and merged_into is null order by id for update`;

const MERGE = command("instruments.merge")`
  update instruments set merged_into = ${uuid("into")}, version = version + 1 where id = ${uuid("id")}`;

/** Copies `currency_called` too: whether a call alone stated the currency. */
const LEARN_CURRENCY = command("instruments.learn-currency")`
  update instruments set currency = merged.currency, currency_called = merged.currency_called from instruments as merged
   where instruments.id = ${uuid("into")} and merged.id = ${uuid("id")} and merged.currency is not null
     and (instruments.currency is null or not merged.currency_called and instruments.currency_called)`;

const LEARN_RESULTS = command("instruments.learn-results")`
  update instruments set next_results_on = merged.next_results_on from instruments as merged
   where instruments.id = ${uuid("into")} and instruments.next_results_on is null
     and merged.id = ${uuid("id")} and merged.next_results_on is not null`;

/**
 * Finds the instrument to merge into by its typed symbol.
 * @throws AppError 422 if it does not exist, is the same one, or has prices in another currency
 */
export async function mergeTarget(from: MergePart, symbol: string): Promise<MergePart & { name: string }> {
  const target = await instrumentBySymbol(symbol);
  if (!target) throw refused(`No instrument has the symbol ${symbol}`);
  checkMergeable(from, target);
  return target;
}

/**
 * Merges two instruments: records, calls, prices and splits of the first move to the second, and its symbol
 * leads there. If both have a price on a day, the second one's stays.
 * @throws AppError 409 if one was merged or deleted in the meantime, 422 as `mergeTarget`
 */
export async function mergeInstruments(staff: StaffViewer, id: string, into: string): Promise<void> {
  await em().transactional(async (manager) => {
    for (const table of CARRIED) await LOCK_CARRIED[table].run({ id }, manager);
    const live = await LOCK_LIVE.all({ ids: [id, into] }, manager);
    const from = live.find((each) => each.id === id);
    const target = live.find((each) => each.id === into);
    if (!from || !target) throw new AppError(409, "Nothing was merged: one of the two no longer exists.");
    checkMergeable(from, target);
    logChange(manager, staff, {
      action: "merged",
      resource: "instruments",
      recordId: id,
      recordTitle: from.symbol,
      detail: { to: target.symbol },
    });
    await manager.flush();
    await MERGE.run({ id, into }, manager);
    await LEARN_CURRENCY.run({ id, into }, manager);
    await LEARN_RESULTS.run({ id, into }, manager);
  });
  invalidatePageCache(["instruments"]);
}

function checkMergeable(from: MergePart, into: MergePart): void {
  if (from.id === into.id) throw refused(`An instrument can’t be merged into itself`);
  if (from.currency && into.currency && from.currency !== into.currency)
    throw refused(
      `${into.symbol} is priced in ${into.currency}, ${from.symbol} in ${from.currency}: instruments in different currencies can’t be merged`,
    );
}

const refused = (message: string) => invalidFields({ into: message });
