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
