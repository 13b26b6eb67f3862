import type { LoaderFunctionArgs } from "@remix-run/node";
import type { StaffViewer } from "~/auth/viewer.server";
import { formatCount, formatTotal } from "~/ui/format";
import { readBesideOr } from "~/web/optional-parts.server";
import { findRow } from "./find.server";
import { countUnfiltered, openList, selectedProperties } from "./list-rows.server";
import { isFiltered, type ListState } from "./list-state";
import type { Listed, ListedRow, Total } from "./resource.server";
import { MAX_MATCHING } from "./selection-changes.server";

/** @property late the rows could not be counted in time: the total is its lower bound @property whole without filters */
type Counts = { total: Total; late: boolean; whole?: Total };

const NOT_COUNTED = "rows not counted";

/** The rows of the page, their total, and the total without filters, where they can be counted in time.
 * @param saved the row that was sent: it is included with its input, even if it is now on another page
 */
export async function loadPage<Row extends ListedRow>(
  resource: Listed<Row>,
  args: LoaderFunctionArgs,
  viewer: StaffViewer,
  state: ListState,
  saved: string | null,
): Promise<Counts & { rows: Row[] }> {
  const range = { limit: state.size, offset: (state.page - 1) * state.size };
  const list = openList(resource, viewer, state);
  const countWhole = () => (isFiltered(state) ? countUnfiltered(resource, viewer, state) : list.count());
  const [{ rows, next }, counted, whole] = await Promise.all([
    list.find(range),
    readBesideOr(args, NOT_COUNTED, list.count, undefined),
    readBesideOr(args, NOT_COUNTED, countWhole, undefined),
  ]);
  const known = { total: range.offset + rows.length + (next ? 1 : 0), capped: true };
  const moved =
    saved !== null && "entity" in resource && !rows.some(({ id }) => id === saved)
      ? await findRow(resource, saved, {
          where: resource.visibleTo(viewer).where,
          select: selectedProperties(resource, viewer),
        })
      : undefined;
  return { rows: moved ? [moved, ...rows] : rows, total: counted ?? known, late: !counted, whole };
}

const NONE: Counts = { total: { total: 0, capped: false }, late: false };

/** The number of rows, and what the list says about it. @param counts undefined if the rows could not be loaded */
export function listTotals(plural: string, counts: Counts | undefined) {
  const { total, late, whole } = counts ?? NONE;
  return {
    ...total,
    ...countWords(plural, counts),
    /** The rows could not be counted in time: the total is its lower bound. */
    late,
    hasNone: whole?.total === 0,
    more:
      total.capped && !late
        ? `There are more than ${formatCount(total.total)}. Search or filter to see fewer. `
        : "",
  };
}

/** The number of rows, and the words after it. */
function countWords(plural: string, { total, late, whole }: Partial<Counts> = {}) {
  if (late || !total) return { found: "", counted: late ? `The ${plural} took too long to count.` : "" };
  const all = whole && whole.total !== total.total ? ` of ${formatTotal(whole.total, whole.capped)}` : "";
  return { found: formatTotal(total.total, total.capped), counted: `${all} ${plural}` };
}

/** The rows that a change of all pages applies to: "all 31 matching rows". */
export function matchingWords({ total }: Total, late: boolean): string {
  if (late) return `the matching rows, ${formatCount(MAX_MATCHING)} at most`;
  return total > MAX_MATCHING
    ? `the first ${formatCount(MAX_MATCHING)} matching rows`
    : `all ${formatCount(total)} matching rows`;
}
