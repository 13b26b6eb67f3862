import type { LoaderFunctionArgs } from "@remix-run/node";
import { ListView } from "db/entities/list-view";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { listStateOf } from "./list-rows.server";
import { DEFAULTS, type ListState, writeListState } from "./list-state";
import type { Listed, ListedRow } from "./resource.server";

const ME = uuid("staffId");

const VIEW = {
  ...columns(ListView, "id", "list", "name", "search"),
  isOwn: bool.from`coalesce(owner_id = ${ME}, false)`,
  isShared: bool.from`private_to_id is null`,
  isLeft: bool.from`not exists (select from staff s where s.id = owner_id and s.status = 'active')`,
  owner: text.orNull.from`(select s.fullname from staff s where s.id = owner_id and s.id <> ${ME})`,
};

/** A view as one person sees it. @property isLeft its owner is no longer on the staff @property owner of somebody else's */
export type SavedView = RowOf<typeof VIEW>;

const VISIBLE = sql`(private_to_id is null or private_to_id = ${ME})`;

/** The most views above a list: a person's own come first. */
const MOST_SHOWN = 20;
/** The most views that a person has of a list. */
export const MOST_OWN = 50;

const OF_LIST = statement("views.of-list", VIEW)`
  select ${VIEW} from list_views where list = ${text("list")} and ${VISIBLE}
   order by coalesce(owner_id = ${ME}, false) desc, lower(name), id limit ${int("most")}`;
const NAMED = statement("views.named", VIEW)`
  select ${VIEW} from list_views
   where list = any(${array(text)("lists")}::text[]) and position(lower(${text("words")}) in lower(name)) > 0 and ${VISIBLE}
   order by coalesce(owner_id = ${ME}, false) desc, length(name), id limit ${int("most")}`;
const BY_ID = statement("views.by-id", VIEW)`
  select ${VIEW} from list_views where id = ${uuid("id")} and ${VISIBLE}`;

/** A person's views and the shared ones whose names contain the words. @param of.lists the paths of lists */
export const viewsNamed = (
  staff: StaffViewer,
  of: { words: string; lists: string[]; most: number },
): Promise<SavedView[]> => NAMED.all({ staffId: staff.id, ...of });

/** @param id a UUID */
export const viewById = (staff: StaffViewer, id: string): Promise<SavedView | undefined> =>
  BY_ID.first({ staffId: staff.id, id });

const ID = { id: uuid };

const ADD = statement("views.add", ID)`
  insert into list_views (list, name, search, owner_id, private_to_id)
  select ${text("list")}::text, ${text("name")}::text, ${text("search")}::text, ${ME}::uuid,
         case when not ${bool("isShared")} then ${ME}::uuid end
   where (select count(*) from list_views where owner_id = ${ME} and list = ${text("list")}) < ${int("most")}
  on conflict (owner_id, list, lower(name)) do nothing returning id`;
const CHANGE = statement("views.change", ID)`
  update list_views v set name = ${text("name")}, private_to_id = case when not ${bool("isShared")} then owner_id end
   where id = ${uuid("id")} and not exists (
     select 1 from list_views o
      where o.owner_id = v.owner_id and o.list = v.list and lower(o.name) = lower(${text("name")}) and o.id <> v.id)
  returning id`;
const REMOVE = statement("views.remove", ID)`delete from list_views where id = ${uuid("id")} returning id`;
const TAKEN = statement("views.taken", ID)`
  select id from list_views where owner_id = ${ME} and list = ${text("list")} and lower(name) = lower(${text("name")})`;

const REPLACE = command("views.replace")`
  update list_views set search = replace(search, ${text("from")}, ${text("to")})
   where list = ${text("list")} and position(${text("from")} in search) > 0`;

/** All views of a list filter by another record, such as the one into which theirs was merged. @param from part of a query */
export const replaceInViews = (
  list: string,
  from: string,
  to: string,
  manager: EntityManager,
): Promise<void> => REPLACE.run({ list, from, to }, manager);

/** @returns false if the name is taken, or they have too many */
export const addView = async (
  staff: StaffViewer,
  view: Pick<SavedView, "list" | "name" | "search" | "isShared">,
): Promise<boolean> => (await ADD.first({ ...view, staffId: staff.id, most: MOST_OWN })) !== undefined;

/** @returns false if the name is taken, or the view is gone */
export async function changeView(view: Pick<SavedView, "id" | "name" | "isShared">): Promise<boolean> {
  try {
    return (await CHANGE.first(view)) !== undefined;
  } catch (error) {
    // Somebody took the name at the same time.
    if ((error as { code?: string }).code === "23505") return false;
    throw error;
  }
}

/** @returns false if it is gone already */
export const removeView = async (id: string): Promise<boolean> => (await REMOVE.first({ id })) !== undefined;

/** Whether this person has a view of the list with the name, in any case. */
export const isViewName = async (staff: StaffViewer, list: string, name: string): Promise<boolean> =>
  (await TAKEN.first({ staffId: staff.id, list, name })) !== undefined;

/** Who may rename, share and delete a view: its owner, or a superadmin if the owner has left. */
export const mayChangeView = ({ role }: StaffViewer, { isOwn, isLeft }: SavedView): boolean =>
  isOwn || (isLeft && role === "superadmin");

export const viewPath = (id: string): string => `/admin/views/${id}`;

/** The list as a view shows it, without the columns and filters that it no longer has. */
export const viewTo = <Row extends ListedRow>(
  { path, listing }: Listed<Row>,
  { search }: Pick<SavedView, "search">,
) => `/admin/${path}${writeListState(listStateOf(listing, new URLSearchParams(search))) || DEFAULTS}`;

/** The views above a list, as links, and what can be done with the one that it shows. */
export async function listViews<Row extends ListedRow>(
  resource: Listed<Row>,
  args: LoaderFunctionArgs,
  staff: StaffViewer,
  state: ListState,
) {
  const read = () => OF_LIST.all({ staffId: staff.id, list: resource.path, most: MOST_SHOWN + 1 });
  const views = await readBesideOr(args, "views not read", read, undefined);
  const search = writeListState(state, { page: 1 });
  const here = `/admin/${resource.path}${search || DEFAULTS}`;
  const links = (views ?? []).slice(0, MOST_SHOWN).map((view) => {
    const to = viewTo(resource, view);
    return { label: view.name, to, current: to === here, view };
  });
  const current = links.find((link) => link.current)?.view;
  return {
    late: views === undefined,
    hasMore: views !== undefined && views.length > MOST_SHOWN,
    links: links.map(({ view: { id, isShared, owner }, ...link }) => ({ id, isShared, owner, ...link })),
    saveTo: search && !current?.isOwn ? `/admin/views/${resource.path}/new${search}` : undefined,
    editTo: current && mayChangeView(staff, current) ? viewPath(current.id) : undefined,
  };
}
