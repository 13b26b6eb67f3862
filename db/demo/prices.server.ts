import type { Knex } from "@mikro-orm/postgresql";
import { tryAdvisoryLock } from "../advisory-lock.server";
import { type EntityManager, em } from "../orm.server";
import { query } from "../query.server";
import { dropRebuildable } from "../rebuild.server";
import { idOf } from "./identity";
import { type DemoInstrument, demoInstruments } from "./instruments";
import { QUOTES } from "./markets";
import { type DemoPrice, historyOf } from "./price-history";
import { onWorkday } from "./workdays";

// Any number that no other lock in this database uses.
const PRICES_LOCK = 7_201_927;

/** Whether the demo's first index exists, but without the demo's price history. */
const LACKING = `
  select exists (select 1 from quotes where id = ?) and not exists (
    select 1 from daily_prices where source = 'demo'
       and instrument_id = (select id from instruments where symbol = 'DJI' and merged_into is null)) as lacking`;

async function lacksPrices(manager?: EntityManager): Promise<boolean> {
  const [row] = await query<{ lacking: boolean }>(LACKING, [idOf("quote", "Indices Dow Jones")], manager);
  return row?.lacking === true;
}

const ADD_INSTRUMENTS = `
  insert into instruments (id, created_at, updated_at, symbol_since, symbol, name, currency, kind, next_results_on)
  select id, ?::timestamptz, ?::timestamptz, ?::timestamptz, symbol, name, currency, kind, next_results_on
    from unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::date[])
         as made (id, symbol, name, currency, kind, next_results_on)
  on conflict (symbol) where merged_into is null do update
    set currency = coalesce(instruments.currency, excluded.currency)
    where instruments.currency is null and excluded.currency is not null`;

/**
 * Days until these publish their results, or until the Friday before. Sample figures, like all of the demo.
 */
const RESULTS_IN_DAYS: Readonly<Record<string, number>> = { COST: 3, AVGO: 9, CCL: 16, CAT: 23 };

function nextResultsOf(symbol: string, now: Date): string | null {
  const days = RESULTS_IN_DAYS[symbol];
  if (days === undefined) return null;
  return onWorkday(new Date(now.getTime() + days * 86_400_000))
    .toISOString()
    .slice(0, 10);
}

const ADD_PRICES = `
  insert into daily_prices (instrument_id, day, close, high, low, source)
  select instruments.id, day, close, high, low, 'demo'
    from unnest(?::text[], ?::date[], ?::numeric[], ?::numeric[], ?::numeric[]) as made (symbol, day, close, high, low)
    join instruments using (symbol) where merged_into is null
  on conflict do nothing`;

/** Adds the instruments of the demo's prices, so that records find them instead of creating others. */
export async function addDemoInstruments(manager: EntityManager, now: Date): Promise<void> {
  const made = demoInstruments();
  const at = new Date(now.getTime() - 700 * 86_400_000).toISOString();
  await query(
    ADD_INSTRUMENTS,
    [
      ...[at, at, at],
      made.map(({ symbol }) => idOf("instrument", symbol)),
      ...[made.map(({ symbol }) => symbol), made.map(({ name }) => name)],
      ...[made.map(({ currency }) => currency), made.map(({ kind }) => kind)],
      made.map(({ symbol }) => nextResultsOf(symbol, now)),
    ],
    manager,
  );
}

/** So few at a time that no statement takes longer than the pool waits. */
const INSTRUMENTS_AT_A_TIME = 25;

/** Adds two years of prices that end at `now`. @returns their number */
export async function addDemoPrices(manager: EntityManager, now: Date): Promise<number> {
  const instruments = demoInstruments();
  const connection = manager.getTransactionContext<Knex>();
  const rebuilt = connection ? await dropRebuildable(connection, ["daily_prices"]) : [];
  let count = 0;
  for (let first = 0; first < instruments.length; first += INSTRUMENTS_AT_A_TIME)
    count += await addPrices(manager, instruments.slice(first, first + INSTRUMENTS_AT_A_TIME), now);
  for (const definition of rebuilt) await query(definition, [], manager);
  return count;
}

async function addPrices(manager: EntityManager, instruments: readonly DemoInstrument[], now: Date) {
  const prices = instruments.flatMap((instrument) =>
    historyOf(instrument, now).map((price) => ({ symbol: instrument.symbol, ...price })),
  );
  const column = (name: keyof DemoPrice | "symbol") => prices.map((price) => price[name]);
  const columns = [column("symbol"), column("day"), column("close"), column("high"), column("low")];
  await query(ADD_PRICES, columns, manager);
  return prices.length;
}

/** Quotes whose names did not lead to an instrument. */
const NAME_SYMBOLS = `
  update quotes set symbol = made.symbol from unnest(?::uuid[], ?::text[]) as made (id, symbol)
   where quotes.id = made.id and quotes.instrument_id is null and quotes.symbol is null`;

/** Adds the price history to a demo that was filled without one. @returns the number of added prices */
export async function addMissingDemoPrices(now: Date): Promise<number> {
  if (!(await lacksPrices())) return 0;
  return em().transactional(async (manager) => {
    if (!(await tryAdvisoryLock(manager, PRICES_LOCK)) || !(await lacksPrices(manager))) return 0;
    await addDemoInstruments(manager, now);
    // Names are linked to instruments at the end of a transaction, unless this sets an earlier time.
    await query("set constraints all immediate", [], manager);
    const ids = QUOTES.map(({ category, name }) => idOf("quote", `${category} ${name}`));
    await query(NAME_SYMBOLS, [ids, QUOTES.map(({ symbol }) => symbol)], manager);
    return addDemoPrices(manager, now);
  });
}
