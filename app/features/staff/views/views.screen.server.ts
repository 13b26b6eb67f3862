import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestedListState } from "~/admin-kit/list-rows.server";
import { writeListState } from "~/admin-kit/list-state";
import {
  addView,
  changeView,
  isViewName,
  MOST_OWN,
  mayChangeView,
  removeView,
  type SavedView,
  viewById,
  viewPath,
  viewTo,
} from "~/admin-kit/list-views.queries.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { SCREENS, type Screen } from "~/features/registry.server";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { viewSchema } from "./views.rules";

const FAILED = "The view was not saved.";

function listNamed(path: string | undefined): Screen {
  const found = SCREENS.find((screen) => screen.path === path?.toLowerCase());
  if (!found) throw notFound("There is nothing at this address.");
  return found;
}

/** What the list shows, in words of its address: without the page. */
const searchOf = ({ resource: { listing } }: Screen, request: Request): string =>
  writeListState(requestedListState(listing, request), { page: 1 });

const nameTaken = () => fieldError(422, "name", "You have a view of this list with this name.");

const readForm = (values: Record<string, unknown>) => {
  const { name, readers } = parseOrThrow(viewSchema, values);
  return { name, isShared: readers === "all" };
};

/** `/admin/views/{list}/new`: names what the list shows, which is in the address. */
export async function newViewScreen(args: LoaderFunctionArgs) {
  const screen = listNamed(args.params.list);
  await requireStaff(args, screen.readers);
  const backTo = `/admin/${screen.path}${searchOf(screen, args.request)}`;
  return { list: screen.label, backTo, values: { name: "", readers: "me" } };
}

export async function addViewAction(args: LoaderFunctionArgs) {
  const screen = listNamed(args.params.list);
  const staff = await requireStaff(args, screen.readers);
  const list = screen.path;
  return formReply(args, FAILED, async ({ values }) => {
    const view = { ...readForm(values), list, search: searchOf(screen, args.request) };
    if (!(await addView(staff, view))) {
      if (await isViewName(staff, list, view.name)) throw nameTaken();
      throw new AppError(422, `You have ${MOST_OWN} views of this list. Delete one first.`);
    }
    return redirectWithToast(viewTo(screen.resource, view), { tone: "good", text: "The view was saved." });
  });
}

/** @throws 404 if this person may not change the view */
async function requireView(
  args: LoaderFunctionArgs,
): Promise<{ view: SavedView; staff: StaffViewer; backTo: string }> {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  const { id } = args.params;
  const view = isUuid(id) ? await viewById(staff, id) : undefined;
  if (!view || !mayChangeView(staff, view)) throw notFound("View not found.");
  return { view, staff, backTo: viewTo(listNamed(view.list).resource, view) };
}

/** `/admin/views/{id}`: its name, and who sees it. */
export async function viewScreen(args: LoaderFunctionArgs) {
  const { view, backTo } = await requireView(args);
  const { id, list, name, isShared, isLeft } = view;
  const readers = isShared ? "all" : "me";
  return {
    list: listNamed(list).label,
    backTo,
    values: { name, readers },
    isLeft,
    deleteTo: `${viewPath(id)}/deletion`,
  };
}

export async function changeViewAction(args: LoaderFunctionArgs) {
  const { view, backTo } = await requireView(args);
  return formReply(args, FAILED, async ({ values }) => {
    const { name, isShared } = readForm(values);
    // A view without an owner stays shared: nobody else could see it.
    if (!(await changeView({ id: view.id, name, isShared: isShared || view.isLeft }))) throw nameTaken();
    return redirectWithToast(backTo, { tone: "good", text: "The view was saved." });
  });
}

/** `/admin/views/{id}/deletion`: the question before it is deleted. */
export async function viewDeletionScreen(args: LoaderFunctionArgs) {
  const { view } = await requireView(args);
  return { name: view.name, isShared: view.isShared, backTo: viewPath(view.id) };
}

export async function deleteViewAction(args: LoaderFunctionArgs) {
  const { view, backTo } = await requireView(args);
  return pageReply(args, "Failed to delete the view", async () => {
    await removeView(view.id);
    return redirectWithToast(backTo, { tone: "good", text: "The view was deleted." });
  });
}
