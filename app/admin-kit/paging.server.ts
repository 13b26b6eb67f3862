import { json } from "@remix-run/node";
import { fieldError } from "~/web/app-error.server";
import { DATE_BOUNDS, isWithinDateBounds } from "~/web/date-bounds";
import { problem } from "~/web/replies.server";
import { readCursor } from "./cursor.server";
import { isDay } from "./list-state";
import type { Position } from "./resource.server";

/** Rows that a list of the API returns without `limit`. */
export const MAX_ROWS = 1_000;

/** Longer than any date text. */
const LONGEST_MOMENT = 100;

type Days = { from?: string; to?: string };
type Paging = {
  limit: number;
  offset: number;
  after?: Position;
  since?: Date;
  updatedSince?: Date;
  days?: Days;
};

/** Reads the paging parameters of the API.
 * @param list the list of the cursors
 * @throws 400 for an invalid limit, page, after, since or updatedSince, 422 for a date out of bounds and for other days.
 */
export function readPaging(search: URLSearchParams, list: string): Paging {
  const limit = readLimit(search);
  const page = readNumber(search, "page", 1_000_000);
  const after = readAfter(search, list);
  if (page && after) throw badRequest("Send “page” or “after”, not both.");
  return { limit, offset: ((page ?? 1) - 1) * limit, after, ...readTimes(search) };
}

/** The requested number of rows. @throws 400 for an invalid limit */
export const readLimit = (search: URLSearchParams): number =>
  readNumber(search, "limit", MAX_ROWS) ?? MAX_ROWS;

function readNumber(search: URLSearchParams, name: string, max: number): number | undefined {
  const text = search.get(name);
  if (text === null) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= max) return Number(text);
  throw badRequest(`${name} must be a whole number from 1 to ${max}.`);
}

function readAfter(search: URLSearchParams, list: string): Position | undefined {
  const cursor = search.get("after");
  if (cursor === null) return undefined;
  const position = readCursor(list, cursor);
  if (!position) throw badRequest("“after” must come from the Link header of this list.");
  return position;
}

const readTimes = (search: URLSearchParams) => ({
  since: readTime(search, "since"),
  updatedSince: readTime(search, "updatedSince"),
  days: readDays(search),
});

function readTime(search: URLSearchParams, name: "since" | "updatedSince"): Date | undefined {
  const text = search.get(name);
  if (text === null) return undefined;
  const since = new Date(text);
  if (Number.isNaN(since.getTime()) || text.length > LONGEST_MOMENT) {
    throw badRequest(`“${name}” must be a date such as 2026-07-16T13:40:00Z.`);
  }
  if (isWithinDateBounds(since)) return since;
  const message = `“${name}” must be ${DATE_BOUNDS}.`;
  throw json({ message, errors: { [name]: message } }, 422);
}

/** Days of the site's time zone, both included; undefined without either. */
function readDays(search: URLSearchParams): Days | undefined {
  const day = (name: "from" | "to") => {
    const sent = search.get(name);
    if (sent === null) return undefined;
    if (isDay(sent)) return sent;
    throw fieldError(422, name, `“${name}” must be a day such as 2026-07-16.`);
  };
  const days = { from: day("from"), to: day("to") };
  return days.from || days.to ? days : undefined;
}

const badRequest = (message: string) => problem(400, message);

/** The parameters that the next page keeps. Others may be of any length and must not get into a header. */
const KEPT_PARAMS = new Set(["limit", "since", "updatedSince", "from", "to", "position", "fields"]);

/**
 * The total and the next page (RFC 8288), by a cursor, whose cost does not grow with the page number.
 * @param filters the names of the list's filters
 */
export function pagingHeaders(
  request: Request,
  total: number,
  cursor: string | undefined,
  filters: readonly { name: string }[] = [],
): Headers {
  const headers = new Headers({ "X-Total-Count": String(total) });
  if (!cursor) return headers;
  const { pathname, searchParams } = new URL(request.url);
  const next = new URLSearchParams();
  for (const name of searchParams.keys()) {
    if (KEPT_PARAMS.has(name) || filters.some((filter) => filter.name === name))
      next.set(name, searchParams.get(name) ?? "");
  }
  next.set("after", cursor);
  headers.set("Link", `<${pathname}?${next}>; rel="next"`);
  return headers;
}
