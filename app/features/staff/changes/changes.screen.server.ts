import type { LoaderFunctionArgs } from "@remix-run/node";
import { CHANGE_ORIGINS, type ChangeOrigin } from "db/entities/change";
import { CHANGES_PATH } from "~/admin-kit/change-paths";
import { readCursor, writeCursor } from "~/admin-kit/cursor.server";
import { listStateOf } from "~/admin-kit/list-rows.server";
import { restorePath } from "~/admin-kit/older-version.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { SCREENS } from "~/features/registry.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";
import {
  changeAuthors,
  changeById,
  kindOptions,
  type LoggedChange,
  pageOfChanges,
} from "./changes.queries.server";
import { ORIGIN_LABELS } from "./changes.rules";
import { differencesInWords, shortDifferences } from "./difference-words.server";
import { textDiff } from "./text-diff.rules";

const LINES = 25;
/** The list that positions in the log belong to. */
const LIST = "changes createdAt desc";

const ORIGINS = CHANGE_ORIGINS.map((value) => ({ value, label: ORIGIN_LABELS[value] }));

/** `/admin/changes`: the change log. */
export async function changesScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const search = new URL(args.request.url).searchParams;
  const people = (await changeAuthors()).map(({ id, fullname }) => ({ value: id, label: fullname }));
  const choices = [
    { name: "kind", label: "Kind", options: kindOptions(viewer) },
    { name: "person", label: "Person", options: people },
    { name: "origin", label: "Made by", options: ORIGINS },
  ];
  const { filters: chosen, from, to } = listStateOf({ filters: choices, columns: [] }, search);
  const { kind, person, origin } = chosen;
  const record = requestedRecord(search);
  const { changes, next } = await pageOfChanges(viewer, {
    limit: LINES,
    after: readCursor(LIST, search.get("after") ?? ""),
    resource: kind,
    recordId: record,
    staffId: person,
    origin: origin as ChangeOrigin | undefined,
    from: from || undefined,
    to: to || undefined,
  });
  const filters = Object.fromEntries(
    Object.entries({ ...chosen, record, from, to }).flatMap(([name, value]) =>
      value ? [[name, value] as const] : [],
    ),
  );
  return {
    choices,
    filters,
    record: record && kind ? { title: changes[0]?.title ?? "One record" } : undefined,
    changes: changes.map((change) => ({
      ...change,
      differences: shortDifferences(change.kind, change.differences),
    })),
    olderTo: next && changesPath({ ...filters, after: writeCursor(LIST, next) }),
    newestTo: search.has("after") ? changesPath(filters) : undefined,
  };
}

export type ChangesScreenData = Awaited<ReturnType<typeof changesScreen>>;

const changesPath = (params: Record<string, string>): string =>
  Object.keys(params).length === 0 ? CHANGES_PATH : `${CHANGES_PATH}?${new URLSearchParams(params)}`;

function requestedRecord(search: URLSearchParams): string | undefined {
  const record = search.get("record") ?? undefined;
  return isUuid(record) ? record : undefined;
}

/** `/admin/changes/{id}`: one change with all old and new values. */
export async function changeScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const { id } = args.params;
  const change = isUuid(id) ? await changeById(viewer, id) : undefined;
  if (!change) throw notFound("Change not found.");
  const { differences, ...told } = change;
  return {
    change: told,
    restoreTo: restoreToBefore(change, viewer),
    fields: differencesInWords(change.kind, differences).map(({ label, from, to }) => ({
      label,
      pieces: textDiff(from, to),
    })),
  };
}

/** The form with the values from before a change, if this viewer may save it. */
function restoreToBefore({ id, kind, recordId, gone, fields }: LoggedChange, viewer: StaffViewer) {
  const resource = SCREENS.find(({ path }) => path === kind)?.resource;
  const isForm = resource && "form" in resource && resource.form?.fields !== undefined;
  if (!isForm || gone || !fields || !can(viewer, resource.roles.write.permission)) return undefined;
  return restorePath(kind, recordId, id);
}

export type ChangeScreenData = Awaited<ReturnType<typeof changeScreen>>;
