import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PublicationStatus } from "db/columns";
import type { ToastUndo } from "~/ui/toast";
import { readBesideOr } from "~/web/optional-parts.server";
import { isOnlyHidden } from "./change-log.server";
import { listPath } from "./list-rows.server";
import { asksSecondPerson, isPublic } from "./publication-guard.server";
import type { ChangeableResource, ManagedRecord, StoredList } from "./resource.server";
import type { Saved } from "./submit.server";
import { currentManager } from "./transaction.server";
import { findShareRatios, findWarnings, todayAtSite } from "./warnings.server";

/**
 * What "Undo" posts after a save that published a record or made it a draft: the list's button for its former status.
 * Undefined if the save did neither, or if the button would be refused.
 */
export async function publicationUndo<Row extends ManagedRecord>(
  resource: StoredList<Row> & ChangeableResource<Row>,
  args: LoaderFunctionArgs,
  { row, before }: Pick<Saved<Row>, "row" | "before">,
): Promise<ToastUndo | undefined> {
  if (isPublic(resource, row) === isPublic(resource, before)) return undefined;
  const status = isPublic(resource, row) ? "draft" : "published";
  const read = () => canTurn(resource, row, status);
  if (!(await readBesideOr(args, "doubts about an undo not read", read, false))) return undefined;
  const search = listPath(resource, args.request).slice(`/admin/${resource.path}`.length);
  const action = `/admin/${resource.path}/${row.id}/publication${search}`;
  return { action, values: { status, version: String(row.version) } };
}

/** Whether a button can give a record this status: only the form asks doubts, and an edited version needs an approval. */
async function canTurn<Row extends ManagedRecord>(
  resource: StoredList<Row> & ChangeableResource<Row>,
  before: Row,
  status: PublicationStatus,
): Promise<boolean> {
  if (status === "published")
    return !asksSecondPerson(resource) || isOnlyHidden(resource.path, before, currentManager());
  const manager = currentManager();
  const { form } = resource;
  const [isToday, [shares = 1]] = [
    await todayAtSite(manager),
    await findShareRatios(form, [before], manager),
  ];
  const intended = [{ values: { ...before, status }, before, isToday, shares }];
  const [warnings = {}] = await findWarnings(form, intended, manager);
  return Object.keys(warnings).length === 0;
}
