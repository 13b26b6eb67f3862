import type { FilterQuery } from "@mikro-orm/core";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireRecentPassword } from "~/auth/recent-password.server";
import { requireWriter, type Viewer, viewerOf, type Writer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction, apiReply } from "~/web/api-replies.server";
import { consumeLimit } from "~/web/app-error.server";
import { readConditions } from "~/web/conditions.server";
import { etagMatches } from "~/web/etag";
import type { LimitName } from "~/web/rate-limits.server";
import { methodNotAllowed, notFound } from "~/web/replies.server";
import { readChosenFields } from "./chosen-fields.server";
import { etagOf } from "./conditions.server";
import { writeCursor } from "./cursor.server";
import { countMatching, createdBetween, findRow, findSlice, type PageQuery, tableOf } from "./find.server";
import { readFilters } from "./list-filters.server";
import { pagingHeaders, readPaging } from "./paging.server";
import { requireApiChange } from "./require-change.server";
import type { Editable, Exposed, ManagedRecord, Removable, Visible } from "./resource.server";
import { fileFields, type Mutation, removeById, saveSubmission } from "./submit.server";

type ListOptions<Row extends ManagedRecord> = {
  /** For addresses that return only some of the records. */
  where?: FilterQuery<Row>;
  orderBy?: PageQuery<Row>["orderBy"];
};

const readReply = (
  { loadFailed }: { loadFailed: string },
  args: LoaderFunctionArgs,
  read: () => Promise<Response>,
) => apiReply(args, read, loadFailed);

/** `GET /api/<things>`: the records this viewer may see, newest first. */
export function listReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
  options: ListOptions<Row> = {},
): Promise<Response> {
  return readReply(resource, args, async () =>
    rowsReply(resource, args.request, await viewerOf(args), options),
  );
}

/** `GET /api/<things>/admin`: everything, for staff who may open the screen, and keys that may read it. */
export function adminListReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  return readReply(resource, args, async () => {
    const staff = await requireWriter(args, `${resource.noun}.read`, resource.roles.read);
    requireRecentPassword(args, staff, `${resource.noun}.export`);
    return rowsReply(resource, args.request, staff);
  });
}

/** `GET /api/<things>/{id}`. */
export function itemReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  return readReply(resource, args, async () => {
    const viewer = await viewerOf(args);
    const chosen = readChosenFields(args.request, resource.api.schema);
    const row = await findRow(resource, args.params.id, resource.visibleTo(viewer));
    if (!row) return notFound(resource.missing);
    return jsonWithEtag(args.request, chosen(resource.api.serialize(row, viewer)));
  });
}

/** `GET /api/<things>/admin/{id}`, for the same. @param limitFor what counts the reads of a caller */
export function adminItemReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
  limitFor?: (caller: Writer) => Partial<Record<LimitName, string>>,
): Promise<Response> {
  return readReply(resource, args, async () => {
    const caller = await requireWriter(args, `${resource.noun}.read`, resource.roles.read);
    if (limitFor) await consumeLimit(limitFor(caller));
    return itemReply(resource, args);
  });
}

type Written<Row extends ManagedRecord> = Exposed<Row> & Editable<Row>;

/** `POST /api/<things>`; other methods get a 405. */
export const collectionAction = <Row extends ManagedRecord>(
  resource: Written<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> => {
  const { failed } = resource.form.add;
  return apiAction(args, ["GET", "HEAD", "POST"], () => writeReply(resource, args, "add"), failed);
};

/** `PUT` and `DELETE /api/<things>/{id}`. */
export function itemAction<Row extends ManagedRecord>(
  resource: Written<Row> & Removable<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const { form, removal } = resource;
  const [handle, failed] =
    args.request.method === "DELETE"
      ? [() => removeReply(resource, args), removal.failed]
      : [() => writeReply(resource, args, "update"), form.update.failed];
  return apiAction(args, ["GET", "HEAD", "PUT", "DELETE"], handle, failed);
}

/** For documented addresses that only answer GET. */
export const readOnlyAction = (args: LoaderFunctionArgs): Promise<Response> =>
  apiReply(args, async () => methodNotAllowed(["GET", "HEAD"]));

async function writeReply<Row extends ManagedRecord>(
  resource: Written<Row>,
  args: LoaderFunctionArgs,
  mutation: Mutation,
): Promise<Response> {
  const staff = await requireApiChange(resource, args, "write");
  const submission = await readApiBody(args, fileFields(resource.form));
  const { id } = args.params;
  const saved = await saveSubmission(resource, staff, submission, mutation, {
    ...{ id, warnings: "tell", door: "api", conditions: conditionsOf(args, mutation) },
  });
  // Read again: the locked row lacks its picture and the values that the database computes.
  const row = await findRow(resource, saved.row.id, resource.visibleTo(staff));
  if (!row) return notFound(resource.missing);
  const { warnings } = saved;
  const withWarnings = Object.keys(warnings).length > 0 ? { warnings } : {};
  return json({ ...resource.api.serialize(row, staff), ...withWarnings }, mutation === "add" ? 201 : 200);
}

const conditionsOf = ({ request }: LoaderFunctionArgs, mutation: Mutation) =>
  mutation === "update" ? readConditions(request) : undefined;

async function removeReply<Row extends ManagedRecord>(
  resource: Removable<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const staff = await requireApiChange(resource, args, "delete");
  await removeById(resource, staff, args.params.id, { conditions: readConditions(args.request) });
  return json({ message: resource.removal.done });
}

async function rowsReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  request: Request,
  viewer: Viewer,
  { where = {}, orderBy = { property: "createdAt", direction: "desc" } }: ListOptions<Row> = {},
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const chosen = readChosenFields(request, resource.api.schema);
  const visible = resource.visibleTo(viewer);
  const order = searchParams.has("updatedSince") && showsChanges(visible) ? BY_CHANGE : orderBy;
  const list = `${tableOf(resource)} ${order.property} ${order.direction}`;
  const { since, updatedSince, days, ...range } = readPaging(searchParams, list);
  const { filters = [] } = resource.api;
  const chosenRows = [
    ...readFilters(filters, searchParams, visible),
    ...(days ? [createdBetween<Row>(config().siteTz, days)] : []),
    ...(since ? [{ createdAt: { $gte: since } }] : []),
    ...(updatedSince ? [changedSince(visible, updatedSince)] : []),
  ];
  const matching = { $and: [visible.where, where, ...chosenRows] } as FilterQuery<Row>;
  const [{ rows, next }, { total }] = await Promise.all([
    findSlice(resource, {
      where: matching,
      select: visible.select,
      more: visible.more,
      orderBy: order,
      ...range,
    }),
    countMatching(resource, matching),
  ]);
  const body = rows.map((row) => chosen(resource.api.serialize(row, viewer)));
  return jsonWithEtag(request, body, pagingHeaders(request, total, next && writeCursor(list, next), filters));
}

const BY_CHANGE = { property: "updatedAt", direction: "asc" } as const;

/** Whether the viewer may know of every row when it was changed: of a locked alert it stays secret. */
const showsChanges = <Row extends ManagedRecord>({ select, hidesChanges }: Visible<Row>): boolean =>
  !select || (!hidesChanges && select.includes("updatedAt"));

/** Rows changed since then, as far as this viewer may know when they were; the others count by their age. */
function changedSince<Row extends ManagedRecord>(visible: Visible<Row>, since: Date): object {
  const changed = { updatedAt: { $gte: since } };
  if (showsChanges(visible)) return changed;
  const made = { createdAt: { $gte: since } };
  return visible.more ? { $or: [{ $and: [visible.more.where, changed] }, made] } : made;
}

/** JSON with an ETag, or 304 if the client has this version. */
export function jsonWithEtag(request: Request, body: unknown, headers = new Headers()): Response {
  const text = JSON.stringify(body);
  const etag = etagOf(text);
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  headers.set("Vary", "Cookie, Authorization");
  if (etagMatches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { headers });
}
