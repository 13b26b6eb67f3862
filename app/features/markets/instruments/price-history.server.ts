import type { EntityManager } from "db/orm.server";
import { em } from "db/orm.server";
import { array, bool, day, decimal, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import { requireConfirmation } from "~/admin-kit/warnings.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { AppError, invalidFields } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { aroundSplit } from "./around-split.queries.server";
import { comparePrices } from "./compare-prices.server";
import { instruments } from "./instruments.resource.server";
import { confirmJump } from "./price-jumps.queries.server";
import type { ImportedPrice } from "./price-lines.rules";
import { type Split, splitErrors, splitWarnings } from "./split-warnings.rules";

/** The instrument as the change log names it. */
type Named = { id: string; symbol: string };

/**
 * Locks the instrument until the transaction ends. Otherwise a merge could leave the new prices on the merged
 * instrument. The checks of a second concurrent writer then see what the first one wrote.
 */
const LOCK_INSTRUMENT = statement("price-history.hold", { currency: text.orNull })`
  select currency from instruments where id = ${uuid("id")} and merged_into is null for no key update`;

/** A day's figures after an import. A figure that the file lacks stays, unless the new close is beyond it. */
const HIGH = sql`coalesce(excluded.high, case when daily_prices.high >= excluded.close then daily_prices.high end)`;
const LOW = sql`coalesce(excluded.low, case when daily_prices.low <= excluded.close then daily_prices.low end)`;
const VOLUME = sql`coalesce(excluded.volume, daily_prices.volume)`;

const IMPORT = statement("price-history.import", { added: bool.from`(xmax = 0)` })`
  insert into daily_prices (instrument_id, day, close, high, low, volume, source)
  select ${uuid("id")}, given.*, 'import'
    from unnest(${array(day)("days")}::date[], ${array(decimal)("closes")}::numeric[],
                ${array(decimal.orNull)("highs")}::numeric[], ${array(decimal.orNull)("lows")}::numeric[],
                ${array(decimal.orNull)("volumes")}::numeric[]) as given
  on conflict (instrument_id, day) do update
     set close = excluded.close, high = ${HIGH}, low = ${LOW}, volume = ${VOLUME}, source = 'import'
   where (daily_prices.close, daily_prices.high, daily_prices.low, daily_prices.volume, daily_prices.source)
         is distinct from (excluded.close, ${HIGH}, ${LOW}, ${VOLUME}, excluded.source)
  returning (xmax = 0) as added`;

const LEARN_CURRENCY = command("price-history.learn-currency")`
  update instruments set currency = ${text("currency", "USD")}, currency_called = false
   where id = ${uuid("id")} and (currency is null or currency_called and currency = ${text("currency", "USD")})`;

/** How many days an import added, changed, or left the same. */
export type ImportOutcome = { added: number; changed: number; same: number };

/**
 * Writes days' prices into an instrument's history, all or none. They replace existing prices of a day,
 * including a quote's. A missing figure stays; an identical import changes nothing.
 * @throws 404 if the instrument was merged or deleted in the meantime, AppError 409 if it now has another
 * currency
 */
export async function importPrices(
  staff: StaffViewer,
  { id, symbol }: Named,
  prices: readonly ImportedPrice[],
  currency?: string,
): Promise<ImportOutcome> {
  const written = await changeHistory(
    staff,
    { id, symbol },
    "imported prices of",
    async (manager, priced) => {
      if (currency) {
        // It may have got a currency since the file was read.
        if (priced && priced !== currency)
          throw new AppError(
            409,
            `Nothing was imported: the prices are in ${currency}, but ${symbol} is now priced in ${priced}.`,
          );
        await LEARN_CURRENCY.run({ id, currency }, manager);
      }
      const column = <Key extends keyof ImportedPrice>(key: Key) => prices.map((price) => price[key]);
      return IMPORT.all(
        {
          id,
          days: column("day"),
          closes: column("close"),
          highs: column("high"),
          lows: column("low"),
          volumes: column("volume"),
        },
        manager,
      );
    },
  );
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, same: prices.length - written.length };
}

const ADD_SPLIT = statement("price-history.add-split", { day })`
  insert into splits (instrument_id, day, ratio) values (${uuid("id")}, ${day("day")}, ${decimal("ratio")})
  on conflict (instrument_id, day) do update set ratio = excluded.ratio where splits.ratio <> excluded.ratio
  returning day`;

/**
 * Adds a split, or changes the ratio of that day's split.
 * @param sent may confirm the warnings
 * @throws AppError 422 for an impossible day, and for unconfirmed warnings; 404 as `importPrices`
 */
export const addSplit = (
  staff: StaffViewer,
  instrument: Named,
  split: Split,
  sent: Pick<Submission, "values">,
) =>
  changeHistory(staff, instrument, "added a split to", async (manager) => {
    const { id } = instrument;
    const around = await aroundSplit(id, split.day, manager);
    if (!around) throw notFound(instruments.missing);
    const fieldErrors = splitErrors(split, around);
    if (fieldErrors) throw invalidFields(fieldErrors);
    requireConfirmation(sent, splitWarnings(split, around));
    return ADD_SPLIT.all({ id, ...split }, manager);
  });

const REMOVE_SPLIT = statement("price-history.remove-split", { day })`
  delete from splits where instrument_id = ${uuid("id")} and day = ${day("day")}::date returning day`;

/**
 * Also succeeds if the day has no split any more.
 * @throws 404 as `importPrices`
 */
export const removeSplit = (staff: StaffViewer, instrument: Named, on: string) =>
  changeHistory(staff, instrument, "removed a split from", (manager) =>
    REMOVE_SPLIT.all({ id: instrument.id, day: on }, manager),
  );

const CLOSES_CHANGED = "Nothing was confirmed: the prices have changed since you opened this page.";

/**
 * Confirms that a day's close is right although it looks like a split; then calls are settled by it. The
 * confirmation holds for these two closes only.
 * @throws AppError 409 if the closes have changed; 404 as `importPrices`
 */
export const confirmPrice = (
  staff: StaffViewer,
  instrument: Named,
  jump: { day: string; before: string; close: string },
) =>
  changeHistory(staff, instrument, `confirmed the ${jump.day} price of`, async (manager) => {
    const confirmed = await confirmJump({ id: instrument.id, by: staff.fullname, ...jump }, manager);
    if (confirmed.length === 0) throw new AppError(409, CLOSES_CHANGED);
    return confirmed;
  });

/** @param write returns the days that it wrote; `priced` is the currency of the locked history */
async function changeHistory<Day>(
  staff: StaffViewer,
  { id, symbol }: Named,
  action: string,
  write: (manager: EntityManager, priced: string | null) => Promise<Day[]>,
): Promise<Day[]> {
  const written = await em().transactional(async (manager) => {
    const locked = await LOCK_INSTRUMENT.first({ id }, manager);
    if (!locked) throw notFound(instruments.missing);
    logChange(manager, staff, { action, resource: instruments.path, recordId: id, recordTitle: symbol });
    await manager.flush();
    const days = await write(manager, locked.currency);
    await comparePrices(manager, [id]);
    // Calls are settled by prices and splits.
    if (days.length > 0) await requestHourlyTasks(manager);
    return days;
  });
  invalidatePageCache(["daily_prices", "splits"]);
  return written;
}
