import type { LoaderFunctionArgs } from "@remix-run/node";
import { ListMemory } from "db/entities/list-view";
import { columnAs } from "db/entity-columns.server";
import { text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { ownReferrer } from "~/web/own-referrer.server";
import { hasToastCookie } from "~/web/toast.server";
import { listStateOf } from "./list-rows.server";
import { DEFAULTS, INLINE, type ListState, writeListState } from "./list-state";
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

/** How rows are shown: an address from elsewhere leaves this as it is remembered. */
const LOOK = ["size", "sort", "direction", "columns"];
/** What else an address says about a list. A search and a page are not remembered. */
const REMEMBERED = [...LOOK, "from", "to"];
const PASSING = ["q", "page"];

/** What is remembered of a state, as the search of an address; empty for the list's own defaults. */
export const searchToRemember = (state: ListState, filters: readonly FilterChoice[] = []): string => {
  const lasting = Object.entries(state.filters).filter(
    ([name]) => !filters.some((filter) => filter.name === name && filter.byLink),
  );
  return writeListState(state, { q: "", page: 1, filters: Object.fromEntries(lasting) });
};

/** @property home the search of a link to the list's own defaults @property isKept whether something is remembered */
type Opened = { state: ListState; home: string; isKept: boolean };

/**
 * The state in which a list opens: what the address asks for, or how this person last looked at the list. What the
 * list's own links and forms ask for is remembered. A link from elsewhere changes no memory, and the order, columns and
 * rows per page that it does not name are as remembered.
 */
export async function openedState<Row extends ListedRow>(
  { path, listing }: Listed<Row>,
  args: LoaderFunctionArgs,
  { id: staffId }: StaffViewer,
): Promise<Opened> {
  const { searchParams } = new URL(args.request.url);
  const whose = { staffId, list: path };
  const { filters = [] } = listing;
  const isOwn = ownReferrer(args.request)?.pathname === `/admin/${path}`;
  const isExplicit = asksFor(searchParams, [...lastingNames(filters), ...PASSING]);
  const keeps = isOwn && isChoice(args.request, path, filters);
  const read = async () => (await READ.first(whose))?.search ?? "";
  // If this is late, nothing is written, and an address without a word shows the defaults.
  const before = await readBesideOr(args, "list's memory not read", read, undefined);
  const memory = new URLSearchParams(before);
  const state = listStateOf(listing, isExplicit ? fillAddress(searchParams, isOwn, memory) : memory);
  const search = keeps ? searchToRemember(state) : before;
  if (before !== undefined && search !== undefined && before !== search) {
    const write = async () => (search ? REMEMBER.run({ ...whose, search }) : FORGET.run(whose));
    await readBesideOr(args, "list's memory not written", write, undefined);
  }
  return { state, home: isExplicit || before !== "" ? DEFAULTS : "", isKept: Boolean(search) };
}

const lastingNames = (filters: readonly FilterChoice[]) => [
  ...REMEMBERED,
  ...filters.map(({ name }) => name),
];

const asksFor = (address: URLSearchParams, names: readonly string[]) =>
  names.some((name) => address.has(name));

/** Whether a request asks for the list and nothing else: no question about a record, no result of an action. */
function isChoice(request: Request, path: string, filters: readonly FilterChoice[]): boolean {
  const { searchParams, pathname } = new URL(request.url);
  const lasting = lastingNames(filters);
  const known = [...lasting, ...PASSING, INLINE];
  const linked = filters.flatMap(({ name, byLink }) => (byLink ? [name] : []));
  return (
    request.method === "GET" &&
    pathname === `/admin/${path}` &&
    asksFor(searchParams, lasting) &&
    !asksFor(searchParams, linked) &&
    [...searchParams.keys()].every((name) => known.includes(name)) &&
    !hasToastCookie(request.headers.get("Cookie") ?? "")
  );
}

/** An address with what it leaves open. The list's own addresses leave nothing open: what they do not name is a default. */
function fillAddress(address: URLSearchParams, isOwn: boolean, memory: URLSearchParams): URLSearchParams {
  const isOpen = (name: string) => !address.has(name === "direction" ? "sort" : name);
  const open = isOwn ? [] : [...memory].filter(([name]) => LOOK.includes(name) && isOpen(name));
  return new URLSearchParams([...address, ...open]);
}
