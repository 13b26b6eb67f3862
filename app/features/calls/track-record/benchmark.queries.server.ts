import { type Fragment, sql, uuid } from "db/sql";
import { instrumentBySymbol } from "~/features/markets/instruments/instruments.queries.server";
import { config } from "~/platform/config.server";

/**
 * The index to which calls are compared. `id` is null if it has no instrument; then there is no comparison.
 */
export type Benchmark = { id: string | null; symbol: string; name: string };

export async function benchmark(): Promise<Benchmark> {
  const { benchmarkSymbol: symbol } = config();
  return (await instrumentBySymbol(symbol)) ?? { id: null, symbol, name: symbol };
}

/** The index's last close up to a day, at most a week old. */
export const benchmarkUntil = (on: Fragment<object>) => sql`
  left join lateral (
    select close from daily_prices where instrument_id = ${uuid.orNull("index")} and day <= ${on} and day > ${on} - 7
     order by day desc limit 1)`;
