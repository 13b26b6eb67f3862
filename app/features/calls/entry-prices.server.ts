import type { EntityManager } from "db/orm.server";
import { type Entry, type EntrySource, figure } from "./call-events.rules";
import type { CallSource } from "./call-sources.queries.server";

/** A record's own price is that of its publication when it is not younger than this. */
const SAME_PRICE_MS = 24 * 3_600_000;

/**
 * The price at which each call is made, by its record: the one that stands when it is published.
 * @param later the records are older than the ledger, so what stands now is not what stood then
 */
export async function entryPrices(
  kind: Extract<EntrySource, "pick" | "alert" | "brief">,
  sources: readonly CallSource[],
  { later }: { later: boolean },
  _within: EntityManager,
): Promise<Map<string, Entry>> {
  const found = sources.flatMap((source): [string, Entry][] => {
    const { recordId, price, pricedAt, createdAt } = source;
    if (price === null || pricedAt === null) return [];
    if (later && pricedAt.getTime() - createdAt.getTime() > SAME_PRICE_MS) return [];
    return [[recordId, { price: figure(price), at: pricedAt.toISOString(), source: kind }]];
  });
  return new Map(found);
}
