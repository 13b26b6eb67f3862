import { Instrument } from "db/entities/instrument";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import { instrumentBySymbol } from "../instruments/instruments.queries.server";
import { listedSymbol } from "./price-source.rules";
import type { Wanted } from "./request-prices.server";
import type { LeasedRun } from "./source-run-state.server";

/**
 * The next instrument of a run.
 * @property id missing if no instrument has the listed symbol
 * @property problem why the line cannot be requested
 */
export type NextInstrument = { listed: string; wanted: Wanted; id?: string; problem?: string };

const INSTRUMENT = columns(Instrument, "id", "symbol", "currency");

const NEXT_OF_ALL = statement("price-sources.next-of-all", INSTRUMENT)`
  select ${INSTRUMENT} from instruments where merged_into is null and symbol > ${text("after", "SPX")} order by symbol limit 1`;

const NEXT_OF_KIND = statement("price-sources.next-of-kind", INSTRUMENT)`
  select ${INSTRUMENT} from instruments
   where merged_into is null and kind = ${text("kind", "index")} and symbol > ${text("after", "SPX")} order by symbol limit 1`;

/** The instrument after the last finished one, by symbol; undefined at the end. */
export async function nextInstrument(run: LeasedRun, after: string): Promise<NextInstrument | undefined> {
  if (run.scope === "list") return nextOfList(run.symbols, after);
  const found =
    run.scope === "kind"
      ? await NEXT_OF_KIND.first({ kind: run.instrumentKind ?? "", after })
      : await NEXT_OF_ALL.first({ after });
  if (!found) return undefined;
  const { id, symbol, currency } = found;
  return { id, listed: symbol, wanted: { symbol, askedAs: symbol, currency } };
}

async function nextOfList(lines: readonly string[], after: string): Promise<NextInstrument | undefined> {
  const [next] = lines
    .map((line) => {
      const { symbol = line, askedAs, problem } = listedSymbol(line);
      return { symbol, askedAs, problem };
    })
    .filter(({ symbol }) => symbol > after)
    .sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
  if (!next) return undefined;
  const { symbol: listed, problem } = next;
  const found = problem ? undefined : await instrumentBySymbol(listed);
  const symbol = found?.symbol ?? listed;
  const currency = found?.currency ?? null;
  return { id: found?.id, listed, problem, wanted: { symbol, askedAs: next.askedAs ?? symbol, currency } };
}
