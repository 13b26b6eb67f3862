import { Call } from "db/entities/call";
import { columnAs, columns } from "db/entity-columns.server";
import type { RowOf } from "db/sql";
import { type CallState, canonicalPrice } from "./call-events.rules";

/** The columns of `calls` that events determine: all except the instrument. */
export const STATE = {
  madeAt: columnAs("calls", Call, "createdAt"),
  ...columns(Call, "id", "kind", "recordId", "number", "symbol", "name", "direction", "list", "author"),
  ...columns(Call, "audience", "recordedLater", "entryPrice", "entryAt", "entryShares", "currency", "target"),
  ...columns(Call, "stop", "zoneLow", "zoneHigh", "lastDay", "state", "endedOn", "closePrice", "closeReason"),
  ...columns(Call, "closeNote", "mistake", "lastSeq", "closeRatio", "correctedAt", "waitsFrom", "reopenedAt"),
};

/** Converts a row to the state that its events produce. */
export function toCallState(row: RowOf<typeof STATE>): CallState {
  const price = (value: string | null) => (value === null ? null : canonicalPrice(value));
  return {
    ...row,
    madeAt: row.madeAt.toISOString(),
    entryAt: row.entryAt?.toISOString() ?? null,
    correctedAt: row.correctedAt?.toISOString() ?? null,
    reopenedAt: row.reopenedAt?.toISOString() ?? null,
    entryPrice: price(row.entryPrice),
    entryShares: canonicalPrice(row.entryShares),
    target: price(row.target),
    stop: price(row.stop),
    zoneLow: price(row.zoneLow),
    zoneHigh: price(row.zoneHigh),
    closePrice: price(row.closePrice),
    closeRatio: price(row.closeRatio),
  };
}
