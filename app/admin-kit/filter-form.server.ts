import { formatTime } from "~/ui/dates";
import { truncate } from "~/ui/format";
import { INLINE, type ListState, listTo, UNFILTERED, writeListState } from "./list-state";
import type { FilterChoice, Listed, ListedRow } from "./resource.server";

/** A list's addresses and its state. */
type OpenedList = { base: string; home: string; state: ListState };

/** The form above a list, and the chips of what it is filtered by. */
export function filterForm<Row extends ListedRow>(
  { listing }: Listed<Row>,
  list: OpenedList,
  isInline: boolean,
) {
  const filters: readonly FilterChoice[] = listing.filters ?? [];
  const dated = datedBy(listing.columns);
  return {
    searchLabel: listing.search.label,
    filters: filters
      .filter(({ byLink }) => !byLink)
      .map(({ name, label, options }) => ({ name, label, options: [...options] })),
    dated,
    keep: keptParams(list.state, filters, isInline),
    chips: filterChips(list, dated, filters),
    clearTo: listTo(list, { ...UNFILTERED, page: 1 }),
  };
}

/** The parameters that a new search keeps: order, page size, edit mode and filters set by links. */
function keptParams(
  state: ListState,
  filters: readonly FilterChoice[],
  isInline: boolean,
): Record<string, string> {
  const linked = filters.flatMap(({ name, byLink }) => {
    const value = byLink && state.filters[name];
    return value ? [[name, value]] : [];
  });
  const kept = new URLSearchParams(writeListState({ ...state, ...UNFILTERED, page: 1 }));
  return Object.fromEntries([...kept, ...linked, ...(isInline ? [[INLINE, "on"]] : [])]);
}

/** The date that From and To compare, by its column's name: "Created". */
const datedBy = (columns: readonly { label: string; sort?: string }[]): string =>
  columns.find(({ sort }) => sort === "createdAt" || sort === "paymentDate")?.label ?? "Created";

/** One chip per filter, which links to the list without it. */
function filterChips(
  list: OpenedList,
  dated: string,
  filters: readonly FilterChoice[],
): { label: string; to: string }[] {
  const { state } = list;
  const without = (change: Partial<ListState>) => listTo(list, { ...change, page: 1 });
  const day = (value: string) => formatTime(`${value}T00:00:00Z`, "short-date", "UTC");
  return [
    ...(state.q ? [{ label: `Search: ${truncate(state.q)}`, to: without({ q: "" }) }] : []),
    ...filters.flatMap(({ name, label, options, byLink }) => {
      const { [name]: value, ...others } = state.filters;
      const chosen = options.find((option) => option.value === value);
      const text = chosen ? `${label}: ${chosen.label}` : byLink && value && label;
      return text ? [{ label: text, to: without({ filters: others }) }] : [];
    }),
    ...(state.from ? [{ label: `${dated} from ${day(state.from)}`, to: without({ from: "" }) }] : []),
    ...(state.to ? [{ label: `${dated} to ${day(state.to)}`, to: without({ to: "" }) }] : []),
  ];
}
