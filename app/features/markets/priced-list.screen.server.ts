import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Cell } from "~/admin-kit/cells";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import type { Listed, ListedRow } from "~/admin-kit/resource.server";
import { exactPrice } from "~/ui/price-format";
import { readBesideOr } from "~/web/optional-parts.server";
import { type PricedRecords, pricesReadersSee } from "./listed-prices.queries.server";

type PriceColumn = { records: PricedRecords; label: string };

/**
 * A back-office list with a column of prices. The column shows the records' own prices, which the list sorts
 * by; a different price for readers appears below. Sorting by readers' prices is not possible: one price
 * change would move every record of the instrument.
 * @param column which records the list has, and the column's label
 */
export async function pricedListScreen<Row extends ListedRow>(
  resource: Listed<Row>,
  { records, label }: PriceColumn,
  args: LoaderFunctionArgs,
) {
  const list = await loadList(resource, args);
  const ids = list.rows.map(({ id }) => id);
  const read = () => pricesReadersSee(records, ids);
  const none = new Map<string, string>();
  const seen =
    ids.length === 0 ? none : await readBesideOr(args, "prices that readers see not read", read, none);
  const place = list.columns.findIndex((column) => column.label === label);
  const rows = list.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (index === place ? withSeen(cell, seen.get(row.id)) : cell)),
  }));
  return listScreenReply({ ...list, rows });
}

function withSeen(cell: Cell, price: string | undefined): Cell {
  if (price === undefined || cell.kind !== "number") return cell;
  const seen = exactPrice(price);
  return { ...cell, sub: cell.sub ? `${cell.sub}, readers see ${seen}` : `Readers see ${seen}` };
}
