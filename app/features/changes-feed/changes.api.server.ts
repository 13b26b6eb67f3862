import { json } from "@remix-run/node";
import { z } from "zod";
import type { Operation } from "~/admin-kit/api-operations.server";
import { LONGEST_CURSOR } from "~/admin-kit/cursor.server";
import { MAX_ROWS, readLimit } from "~/admin-kit/paging.server";
import { described, recordId } from "~/admin-kit/record-schema.server";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { apiReply } from "~/web/api-replies.server";
import { problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { changesAfter, readNumbers } from "./changes.queries.server";
import { changeFor, FOLLOWED_KINDS, type FollowedKind, isKept } from "./changes.rules.server";
import { decryptPlace, encryptPlace } from "./changes-cursor.server";

/** The answer to a place that is not, or no longer, among the kept changes. */
export const START_AGAIN =
  "This cursor is not one of ours, or too old. Start again: ask without after, read the lists, then follow from that cursor.";

/** `GET /api/changes?after=&limit=`: what has changed since, as far as this viewer may know. */
export const changesReply = (args: RequestArgs): Promise<Response> =>
  apiReply(args, async () => {
    const viewer = await viewerOf(args);
    const { searchParams } = new URL(args.request.url);
    const limit = readLimit(searchParams);
    const after = searchParams.get("after");
    const body = after === null ? await newestPlace() : await follow(viewer, after, limit);
    if (!body) return problem(410, START_AGAIN);
    return json(body, { headers: { "Cache-Control": "no-store", Vary: "Cookie, Authorization" } });
  });

async function newestPlace() {
  const { databaseId, newest, timeline } = await readNumbers();
  return { changes: [], next: encryptPlace({ databaseId, number: newest, timeline }), more: false };
}

/** Looks at so many changes at most, also if the viewer may know of none of them. */
const LOOKED_AT = MAX_ROWS;

async function follow(viewer: Viewer, after: string, limit: number) {
  const place = decryptPlace(after.slice(0, LONGEST_CURSOR));
  if (!place) return undefined;
  const found = await changesAfter(place.number, LOOKED_AT);
  // Read last: what is swept in between is missed by nobody.
  const numbers = await readNumbers();
  if (!isKept(place, numbers)) return undefined;
  const { databaseId, timeline } = numbers;
  const changes = [];
  let last = place.number;
  for (const { number, recordId: id, at, ...noted } of found) {
    if (changes.length === limit) break;
    last = number;
    const seen = changeFor(viewer, noted);
    if (seen)
      changes.push({
        cursor: encryptPlace({ databaseId, number, timeline }),
        id,
        ...seen,
        at: at.toISOString(),
      });
  }
  const more = last !== (found.at(-1)?.number ?? last) || found.length === LOOKED_AT;
  return { changes, next: encryptPlace({ databaseId, number: last, timeline }), more };
}

const KINDS = Object.keys(FOLLOWED_KINDS) as [FollowedKind, ...FollowedKind[]];
const cursor = (description: string) =>
  described(z.string().max(LONGEST_CURSOR), description, "m0Vq3nX0Jr8c1mYB7tKfLz5pWd2sHgQe9uAoRi4NxTkE6s");

const changeSchema = z
  .strictObject({
    cursor: cursor("Follow from here to continue after this change."),
    kind: described(z.enum(KINDS), "The last part of the address of its list.", "news"),
    id: recordId,
    change: described(
      z.enum(["saved", "deleted"]),
      "`saved`: it is new, or has changed: read it. `deleted`: you can no longer see it.",
      "saved",
    ),
    at: described(z.iso.datetime({ precision: 3 }), "When it changed.", "2026-07-16T13:40:00.000Z"),
  })
  .meta({ id: "Change", description: "That a record has changed; not what." });

export const followChanges: Operation = {
  method: "GET",
  path: "/api/changes",
  operationId: "followChanges",
  summary: "Follow what changes",
  description:
    "Changes of all kinds of records in the order of their commits. Ask without `after` for a cursor, read the lists, then follow from that cursor with `next` of each response, at once while `more` is true. You learn only of records that you can see or could see; staff learn of all records of the kinds that they can read. A record can occur several times: read its current state. After a restored backup, or 30 days without asking, the response is 410: start again. After a change of your access, read the lists again.",
  audience: "reader",
  query: {
    limit: described(
      z.int().min(1).max(MAX_ROWS).optional(),
      `The maximum number of changes; ${MAX_ROWS.toLocaleString("en")} by default.`,
    ),
    after: described(z.string().max(LONGEST_CURSOR).optional(), "The cursor to follow from."),
  },
  responses: [
    {
      status: 200,
      description: "The changes after the cursor; without one, none, and the newest cursor.",
      schema: z.strictObject({
        changes: z.array(changeSchema),
        next: cursor("The cursor for the next request."),
        more: described(z.boolean(), "Whether more changes are waiting.", false),
      }),
    },
  ],
  errorStatuses: [410],
};
