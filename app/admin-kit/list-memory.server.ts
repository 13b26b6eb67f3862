import type { LoaderFunctionArgs } from "@remix-run/node";
import { ListMemory } from "db/entities/list-view";
import { columnAs } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { listStateOf } from "./list-rows.server";
import { type ListState, writeListState } from "./list-state";
import type { FilterChoice, Listed, ListedRow } from "./resource.server";

const MEMORY = { search: columnAs("list_memories", ListMemory, "search") };
const READ = statement("lists.memory", MEMORY)`
  select ${MEMORY} from list_memories where staff_id = ${uuid("staffId")} and list = ${text("list")}`;
const REMEMBER = command("lists.remember")`
  insert into list_memories (staff_id, list, search)
  values (${uuid("staffId")}, ${text("list")}, ${text("search")})
  on conflict (staff_id, list) do update set search = excluded.search`;
const FORGET = command("lists.forget")`
  delete from list_memories where staff_id = ${uuid("staffId")} and list = ${text("list")}`;

/** What an address says about a list. A search and a page are not remembered. */
const REMEMBERED = ["size", "sort", "direction", "columns", "from", "to"];
const PASSING = ["q", "page"];

/** What is remembered of a state, as the search of an address; empty for the list's own defaults. */
export const searchToRemember = (state: ListState, filters: readonly FilterChoice[] = []): string => {
  const lasting = Object.entries(state.filters).filter(
    ([name]) => !filters.some((filter) => filter.name === name && filter.byLink),
  );
  return writeListState(state, { q: "", page: 1, filters: Object.fromEntries(lasting) });
};

/**
 * The state in which a list opens: what the address asks for, or how this person last looked at the list. An
 * address that asks for something is remembered, unless a link from a record chose the rows.
 */
export async function openedState<Row extends ListedRow>(
  { path, listing }: Listed<Row>,
  args: LoaderFunctionArgs,
  { id: staffId }: StaffViewer,
): Promise<ListState> {
  const { searchParams, pathname } = new URL(args.request.url);
  const whose = { staffId, list: path };
  const asks = (names: readonly string[]) => names.some((name) => searchParams.has(name));
  const { filters = [] } = listing;
  const lasting = [...REMEMBERED, ...filters.map(({ name }) => name)];
  const isExplicit = asks([...lasting, ...PASSING]);
  const isLinked = filters.some(({ name, byLink }) => byLink && searchParams.has(name));
  const isKept = asks(lasting) && !isLinked && pathname === `/admin/${path}`;
  const read = async () => (await READ.first(whose))?.search ?? "";
  // If this is late, nothing is written, and an address without a word shows the defaults.
  const before =
    isExplicit && !isKept ? undefined : await readBesideOr(args, "list's memory not read", read, undefined);
  const state = listStateOf(listing, isExplicit ? searchParams : new URLSearchParams(before));
  const search = searchToRemember(state);
  if (isKept && before !== undefined && before !== search) {
    const write = search ? REMEMBER.run({ ...whose, search }) : FORGET.run(whose);
    await loadOr(args, "list's memory not written", write, undefined);
  }
  return state;
}
