import { type FilterQuery, sql } from "@mikro-orm/core";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { readBesideOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";
import type { Filter, Listed, ListedRow } from "../resource.server";
import { workingCopiesAmong, workingCopyOf } from "./working-copies.queries.server";
import { DISCARD_COPY } from "./working-copies.rules";
import { hasCopies } from "./working-copy.server";

/** The mark of a row whose record has a working copy. */
export type CopyMark = { text: string; tone: "draft" | "warn" | "bad" };

/** The marks of a list's rows, by id. If they cannot be read, the list is shown without. */
export async function copyMarks<Row extends ListedRow>(
  resource: Listed<Row>,
  args: RequestArgs,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, CopyMark>> {
  if (rows.length === 0 || !("entity" in resource && hasCopies(resource))) return new Map();
  const ids = rows.map(({ id }) => id);
  const read = () => workingCopiesAmong(resource.path, ids);
  const found = await readBesideOr(args, "working copies not read", read, []);
  return new Map(
    found.map(({ recordId, publishAt, problem }) => [
      recordId,
      problem
        ? { text: "Working copy not published", tone: "bad" }
        : publishAt
          ? { text: "Working copy scheduled", tone: "warn" }
          : { text: "Working copy", tone: "draft" },
    ]),
  );
}

const STATES = [
  { value: "any", label: "Has one" },
  { value: "scheduled", label: "Scheduled" },
  { value: "failed", label: "Not published as planned" },
] as const;

/** @param kind the path of the list's screen */
export const workingCopyFilter = <Row extends ListedRow>(kind: string): Filter<Row> => ({
  name: "copy",
  label: "Working copy",
  options: STATES,
  where: (value) => ({ id: among(kind, value) }) as FilterQuery<Row>,
});

function among(kind: string, value: string) {
  const state =
    value === "any" ? sql`true` : value === "failed" ? sql`problem is not null` : sql`publish_at is not null`;
  return sql`any(select record_id from working_copies where kind = ${kind} and ${state})`;
}

/** For the question before the record is deleted. */
export async function noteOfCopy(
  args: RequestArgs,
  kind: string,
  recordId: string,
): Promise<string | undefined> {
  const read = () => workingCopyOf(kind, recordId);
  const copy = await readBesideOr(args, "working copy not read", read, undefined);
  return copy && "Its working copy goes with it and comes back with it.";
}

/** The record in `?discard=`, for its question and its answer. */
export const requestedDiscard = (request: Request): string | undefined =>
  new URL(request.url).searchParams.get(DISCARD_COPY) ?? undefined;

/** The question before a working copy is discarded. */
export async function discardQuestion<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
  args: RequestArgs,
) {
  const id = requestedDiscard(args.request);
  const mayAsk = "entity" in resource && hasCopies(resource) && can(viewer, resource.roles.write.permission);
  const read = async () => (mayAsk && isUuid(id) ? workingCopyOf(resource.path, id) : undefined);
  const copy = await readBesideOr(args, "working copy not read", read, undefined);
  return (
    copy && {
      question: "Are you sure you want to discard this working copy?",
      description: `“${copy.title}”, saved by ${copy.staffName}. Readers keep the published version.`,
      version: copy.version,
      confirm: "Discard",
    }
  );
}
