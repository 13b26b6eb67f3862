import type { InstrumentKind } from "./instruments.queries.server";

export const KIND_LABELS: Record<InstrumentKind, string> = {
  stock: "Stock",
  etf: "ETF",
  index: "Index",
  crypto: "Cryptocurrency",
  currency: "Currency",
  commodity: "Commodity",
  bond: "Bond",
  fund: "Fund",
};

export const PRICED_KINDS = Object.keys(KIND_LABELS) as readonly InstrumentKind[];

/** A typed symbol in its stored form. */
export const normalizeSymbol = (typed: string): string => typed.trim().toUpperCase();

export const instrumentPath = (id: string, screen: "edit" | "merge" | "prices" | "splits") =>
  `/admin/instruments/${id}/${screen}`;
