import type { EntityManager } from "db/orm.server";
import { logChanges } from "~/admin-kit/change-log.server";
import type { PasteTarget } from "~/admin-kit/paste/columns";
import { isRight, type PasteSource } from "~/admin-kit/paste/paste-source.server";
import type { Writer } from "~/auth/viewer.server";
import { siteToday } from "~/platform/database-clock.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { findCloseWarnings } from "./close-warnings.server";
import { comparePrices } from "./compare-prices.server";
import { instruments } from "./instruments.resource.server";
import { PRICE_COLUMN_NAMES, SYMBOL_COLUMN_NAMES } from "./price-columns.rules";
import type { PriceColumn } from "./price-lines.rules";
import { instrumentsBySymbols, knownPrices, writePrices } from "./price-table.queries.server";
import { comparePriceRows, type PriceRow } from "./price-table.rules";
import { readPriceRows, type TypedPriceRow } from "./price-table-rows.rules";

const target = (name: PriceColumn, label: string): PasteTarget => ({
  name,
  label,
  spellings: PRICE_COLUMN_NAMES[name],
});

const TARGETS: readonly PasteTarget[] = [
  {
    name: "symbol",
    label: "Symbol",
    spellings: SYMBOL_COLUMN_NAMES,
  },
  target("day", "Day"),
  target("close", "Close"),
  target("high", "High"),
  target("low", "Low"),
  target("volume", "Volume"),
  target("currency", "Currency"),
];

/**
 * The paste source for daily prices of many instruments.
 * @param consequences what valid rows cause elsewhere
 */
export const priceTable = (consequences?: PasteSource<PriceRow>["consequences"]): PasteSource<PriceRow> => ({
  key: "prices",
  roles: instruments.roles.write,
  permission: `${instruments.noun}.write`,
  title: "Paste daily prices",
  plural: "prices",
  list: { label: instruments.listing.title, to: `/admin/${instruments.path}` },
  targets: TARGETS,
  figures: new Set(["close", "high", "low", "volume"]),
  required: [
    { oneOf: ["symbol"], purpose: "the instrument" },
    { oneOf: ["day"], purpose: "the day" },
    { oneOf: ["close"], purpose: "the price" },
  ],
  hint: "Write days as 2026-07-16. A former symbol leads to its instrument. A missing column or an empty cell leaves its figure unchanged.",
  failed: "Failed to import the prices",
  compare: (_, pasted, within) => checkPriceRows(readPriceRows(pasted), within),
  write: writePriceRows,
  tables: ["daily_prices"],
  consequences,
});

/**
 * Compares rows with stored prices, and adds warnings about those that would be written.
 * @param within the transaction that locks the instruments until they are written
 * @param one the word for a row in messages
 */
export async function checkPriceRows(
  rows: readonly TypedPriceRow[],
  within?: EntityManager,
  one?: string,
): Promise<PriceRow[]> {
  const found = await instrumentsBySymbols(
    rows.map(({ symbol }) => symbol),
    within,
  );
  const meant = rows.flatMap(({ symbol, day }) => {
    const instrumentId = found.get(symbol)?.id;
    return instrumentId && day ? [{ instrumentId, day }] : [];
  });
  const known = await knownPrices(meant, within);
  const compared = comparePriceRows(rows, { found, known, today: await siteToday(), one });
  return withWarnings(compared, within);
}

/** Writes checked rows, with their log lines and what follows from new prices. */
export async function writePriceRows(
  manager: EntityManager,
  staff: Writer,
  rows: readonly PriceRow[],
): Promise<void> {
  const prices = rows.flatMap(({ price }) => price ?? []);
  if (prices.length === 0) return;
  await logImports(manager, staff, rows);
  await writePrices(manager, prices);
  await comparePrices(
    manager,
    prices.map(({ instrumentId }) => instrumentId),
  );
  // Calls are settled by prices.
  await requestHourlyTasks(manager);
}

/** Adds warnings about the prices of the rows that would be written. */
async function withWarnings(rows: readonly PriceRow[], within?: EntityManager): Promise<PriceRow[]> {
  const written = rows.flatMap((row) => (isRight(row) && row.price ? [{ row, price: row.price }] : []));
  const found = await findCloseWarnings(
    written.map(({ price }) => price),
    within,
  );
  const warnings = new Map(written.map(({ row }, nth) => [row, found[nth]]));
  return rows.map((row) => ({ ...row, warnings: warnings.get(row) }));
}

/** One entry in the change log per instrument, as its own import writes. */
function logImports(manager: EntityManager, staff: Writer, rows: readonly PriceRow[]): Promise<void> {
  const written = new Map(
    rows.flatMap(({ instrument }) => (instrument ? [[instrument.id, instrument]] : [])),
  );
  return logChanges(
    manager,
    staff,
    [...written.values()].map(({ id, symbol }) => ({
      action: "imported prices of",
      resource: instruments.path,
      recordId: id,
      recordTitle: symbol,
    })),
  );
}
