import { instrumentBySymbol } from "~/features/markets/instruments/instruments.queries.server";
import { config } from "~/platform/config.server";

/** What calls are compared with. `id` is null where it has no instrument yet: then nothing is compared. */
export type Benchmark = { id: string | null; symbol: string; name: string };

export async function benchmark(): Promise<Benchmark> {
  const { benchmarkSymbol: symbol } = config();
  return (await instrumentBySymbol(symbol)) ?? { id: null, symbol, name: symbol };
}
