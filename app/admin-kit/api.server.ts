import { createHash } from "node:crypto";
import type { FilterQuery } from "@mikro-orm/core";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff, type Viewer, viewerOf } from "~/features/auth/viewer.server";
import { apiAction, apiReply } from "~/web/api-replies.server";
import { DATE_BOUNDS, isWithinDateBounds } from "~/web/date-bounds";
import { etagMatches } from "~/web/etag";
import { methodNotAllowed, notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { findPage, findRow, type PageQuery } from "./find.server";
import type { Editable, Exposed, ManagedRecord, Removable } from "./resource.server";
import { fileFields, type Mutation, removeById, saveSubmission } from "./submit.server";

/** Without `limit` a list answers at most this many rows; decisions.md, "API". */
export const MAX_ROWS = 1_000;

type ListOptions<Row extends ManagedRecord> = {
  /** For addresses that name a part of the things. */
  where?: FilterQuery<Row>;
  orderBy?: PageQuery<Row>["orderBy"];
};

const readReply = (
  { loadFailed }: { loadFailed: string },
  args: LoaderFunctionArgs,
  read: () => Promise<Response>,
) => apiReply(args, read, loadFailed);

/** `GET /api/<things>`: what this viewer may know, newest first. */
export function listReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
  options: ListOptions<Row> = {},
): Promise<Response> {
  return readReply(resource, args, async () =>
    rowsReply(resource, args.request, await viewerOf(args), options),
  );
}

/** `GET /api/<things>/admin`: everything, for staff who may open the screen. */
export function adminListReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  return readReply(resource, args, async () =>
    rowsReply(resource, args.request, await requireStaff(args, resource.roles.read)),
  );
}

/** `GET /api/<things>/{id}`. */
export function itemReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  return readReply(resource, args, async () => {
    const viewer = await viewerOf(args);
    const row = await findRow(resource, args.params.id, resource.visibleTo(viewer));
    if (!row) return notFound(resource.missing);
    return jsonWithEtag(args.request, resource.api.serialize(row, viewer));
  });
}

/** `GET /api/<things>/admin/{id}`, for staff who may open the screen. */
export function adminItemReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  return readReply(resource, args, async () => {
    await requireStaff(args, resource.roles.read);
    return itemReply(resource, args);
  });
}

type Written<Row extends ManagedRecord> = Exposed<Row> & Editable<Row>;

/** `POST /api/<things>`; any other method that reaches a collection is a 405. */
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
  const staff = await requireStaff(args, resource.roles.write);
  const submission = await readSubmission(args.request, fileFields(resource.form));
  const { id } = await saveSubmission(resource, staff, submission, mutation, { id: args.params.id });
  // Read again: what was locked to be saved lacks its picture, and what the database works out.
  const row = await findRow(resource, id, resource.visibleTo(staff));
  if (!row) return notFound(resource.missing);
  return json(resource.api.serialize(row, staff), mutation === "add" ? 201 : 200);
}

async function removeReply<Row extends ManagedRecord>(
  resource: Removable<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const staff = await requireStaff(args, resource.roles.remove);
  await removeById(resource, staff, args.params.id);
  return json({ message: resource.removal.done });
}

async function rowsReply<Row extends ManagedRecord>(
  resource: Exposed<Row>,
  request: Request,
  viewer: Viewer,
  { where = {}, orderBy = { property: "createdAt", direction: "desc" } }: ListOptions<Row> = {},
): Promise<Response> {
  const paging = readPaging(new URL(request.url).searchParams);
  const visible = resource.visibleTo(viewer);
  const since = paging.since ? [{ createdAt: { $gte: paging.since } }] : [];
  const found = await findPage(resource, {
    where: { $and: [visible.where, where, ...since] } as FilterQuery<Row>,
    select: visible.select,
    orderBy,
    limit: paging.limit,
    offset: (paging.page - 1) * paging.limit,
  });
  const body = found.rows.map((row) => resource.api.serialize(row, viewer));
  return jsonWithEtag(request, body, pagingHeaders(request, paging, found));
}

/** What lists look for in their address. Anything else, which may be of any length, goes into no header. */
const ASKED_OF_LISTS = new Set(["limit", "page", "since", "position"]);

/** The longest way to write a moment, with room for words. */
const LONGEST_MOMENT = 100;

/**
 * How many there are, and where the next page is. Where nobody counted to the end (`more`), a full page has a next
 * one, which may be empty.
 */
export function pagingHeaders(
  request: Request,
  { limit, page }: { limit: number; page: number },
  { rows, total, capped = false }: { rows: readonly unknown[]; total: number; capped?: boolean },
): Headers {
  const headers = new Headers({ "X-Total-Count": String(total) });
  const { pathname, searchParams } = new URL(request.url);
  const next = new URLSearchParams();
  for (const name of searchParams.keys()) {
    if (ASKED_OF_LISTS.has(name)) next.set(name, searchParams.get(name) ?? "");
  }
  next.set("page", String(page + 1));
  if (page * limit < total || (capped && rows.length === limit)) {
    headers.set("Link", `<${pathname}?${next}>; rel="next"`);
  }
  return headers;
}

/** @throws 400 for a limit, page or since that cannot be read, 422 for a moment that nobody can mean. */
export function readPaging(search: URLSearchParams): { limit: number; page: number; since?: Date } {
  const intParam = (name: string, fallback: number, max: number) => {
    const text = search.get(name);
    if (text === null) return fallback;
    if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= max) return Number(text);
    throw json({ message: `${name} must be a whole number from 1 to ${max}.` }, 400);
  };
  const since = search.get("since");
  const instant = since === null ? undefined : new Date(since);
  if (instant && (Number.isNaN(instant.getTime()) || String(since).length > LONGEST_MOMENT)) {
    throw json({ message: "since must be a date such as 2026-07-16T13:40:00Z." }, 400);
  }
  if (instant && !isWithinDateBounds(instant)) {
    const message = `since must be ${DATE_BOUNDS}.`;
    throw json({ message, errors: { since: message } }, 422);
  }
  return {
    limit: intParam("limit", MAX_ROWS, MAX_ROWS),
    page: intParam("page", 1, 1_000_000),
    since: instant,
  };
}

/** JSON with an ETag, or 304 when the caller has it already. */
export function jsonWithEtag(request: Request, body: unknown, headers = new Headers()): Response {
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  headers.set("Vary", "Cookie, Authorization");
  if (etagMatches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { headers });
}
