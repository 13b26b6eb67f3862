import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { TIERS } from "db/entities/member";
import { type EntityManager, em } from "db/orm.server";
import { int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { holdNaming } from "~/admin-kit/naming-lock.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { allNewsletters } from "~/features/newsletters/newsletters.queries.server";
import { isOwn } from "~/features/newsletters/newsletters.rules";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { formatTotal } from "~/ui/format";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { newestBatches } from "../batches/batches.queries.server";
import { batchTitle } from "../batches/batches.rules";
import { permissionsOf } from "../batches/run-batch.server";
import { labelNamed, suggestedLabels } from "../labels/labels.queries.server";
import { NO_LABEL, nameKey } from "../labels/labels.rules";
import { members } from "../members.resource.server";
import {
  countOf,
  countSegments,
  filterWords,
  type ListedSegment,
  namesIn,
  segmentById,
  segmentNamed,
  segmentSearch,
  segmentsPage,
  stateOf,
} from "./segments.queries.server";
import { MAX_SEGMENTS, SEGMENT_FIELDS, SEGMENTS_KIND, SEGMENTS_PATH, segmentSchema } from "./segments.rules";

/** Each is counted, so a page has few. */
const PAGE_SIZE = 10;

const MISSING = "Segment not found.";
const CHANGED = "Nothing was changed: somebody else changed or deleted this segment.";
const note = logNamed(SEGMENTS_KIND);

/** `/admin/manage-users/segments`: a late count is left out. */
export async function segmentsScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("members.read"));
  const page = requestedPageNumber(args.request);
  const [listed, total, newest] = await Promise.all([
    segmentsPage(pageRange(page, PAGE_SIZE)),
    countSegments(),
    readBesideOr(args, "batches not read", newestBatches, []),
  ]);
  const batches = newest
    .filter(({ kind }) => permissionsOf(kind).every((permission) => can(viewer, permission)))
    .map(({ id, createdAt, staffName, state, ...batch }) => ({
      ...{ id, createdAt, staffName, state },
      title: batchTitle(batch),
    }));
  const segments = await Promise.all(
    listed.map(async ({ id, name, search, labels }) => {
      const [count, words] = await Promise.all([
        readBesideOr(args, "segment not counted", () => countInWords(viewer, search), "–"),
        filterWords(search),
      ]);
      return {
        id,
        name,
        labels,
        count,
        words,
        to: `/admin/${members.path}?${search}`,
      };
    }),
  );
  return { segments, batches, total, page, size: PAGE_SIZE, mayWrite: can(viewer, "members.write") };
}

const countInWords = async (viewer: StaffViewer, search: string): Promise<string> => {
  const { total, capped } = await countOf(viewer, search);
  return formatTotal(total, capped);
};

const optionsOf = (field: string) =>
  (members.listing.filters ?? [])
    .find(({ name }) => name === field)
    ?.options.filter(({ value }) => field !== "tier" || TIERS.some((tier) => tier === value))
    .map((each) => ({ ...each })) ?? [];

/** The list's own filter of memberships also knows two terms. */
const TERMS: Record<string, string> = { ending: "ends-7", ended: "ended" };

function asSegmentFilters({ tier = "", ...others }: Record<string, string>): Record<string, string> {
  const term = TERMS[tier];
  return term ? { term, ...others } : { ...others, ...(tier && { tier }) };
}

/** The form of a new segment, with the filters of the list that it was opened from, or of an existing one. */
export async function segmentScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  const segment = await loadSegment(args);
  const { searchParams } = new URL(args.request.url);
  const { q, from, to, filters } = stateOf(searchParams.toString());
  const chosen = asSegmentFilters(filters);
  const search = segment?.search ?? segmentSearch(chosen);
  const isPart = (name: string) => SEGMENT_FIELDS.some((field) => field === name);
  const [{ label = "" }, suggested, newsletters] = await Promise.all([
    namesIn(search),
    suggestedLabels(),
    allNewsletters(),
  ]);
  const own = newsletters
    .filter(({ newsletter }) => isOwn(newsletter))
    .map(({ newsletter, title }) => ({ value: newsletter as string, label: title }));
  return {
    segment: segment && {
      id: segment.id,
      name: segment.name,
      version: segment.version,
      labels: segment.labels,
    },
    asksDelete: segment !== undefined && searchParams.has("delete"),
    leavesOut: !segment && (Boolean(q || from || to) || !Object.keys(chosen).every(isPart)),
    values: { ...stateOf(search).filters, label, name: segment?.name ?? "" },
    options: Object.fromEntries(
      SEGMENT_FIELDS.map((name) => [name, [...optionsOf(name), ...(name === "newsletter" ? own : [])]]),
    ),
    suggested,
  };
}

/** @returns undefined for a new one @throws 404 */
async function loadSegment({ params: { id } }: LoaderFunctionArgs): Promise<ListedSegment | undefined> {
  if (id === undefined) return undefined;
  const segment = isUuid(id) ? await segmentById(id) : undefined;
  if (!segment) throw notFound(MISSING);
  return segment;
}

const ADD = command("segments.add")`
  insert into segments (id, name, name_key, search) values (${uuid("id")}, ${text("name")}, ${text("key")}, ${text("search")})`;
const SAVE = statement("segments.save", { id: uuid })`
  update segments set name = ${text("name")}, name_key = ${text("key")}, search = ${text("search")}, version = version + 1
   where id = ${uuid("id")} and version = ${int("version")} returning id`;
const RENEW = command(
  "labels.renew",
)`update labels set kept_at = null, kept_to = null where segment_id = ${uuid("id")}`;
const REMOVE = statement("segments.remove", { id: uuid })`
  delete from segments where id = ${uuid("id")} and version = ${int("version")} returning id`;

/** Saves a segment, or deletes it: the labels that follow it keep their members. */
export async function segmentAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const segment = await loadSegment(args);
  return formReply(args, "The segment was not saved.", async ({ values }) => {
    const version = Number(values.version);
    if (segment && values.change === "delete") {
      await em().transactional(async (manager) => {
        if (!(await REMOVE.first({ id: segment.id, version: asVersion(version) }, manager)))
          throw new AppError(409, CHANGED);
        note(manager, staff, "deleted", segment);
      });
      return redirectWithToast(SEGMENTS_PATH, { tone: "good", text: "The segment was deleted." });
    }
    const { name, label, ...chosen } = parseOrThrow(segmentSchema, values);
    const labelId = await labelIdOf(label);
    const search = segmentSearch({ ...chosen, ...(labelId ? { label: labelId } : {}) });
    const { filters } = stateOf(search);
    const unknown = Object.entries(chosen).find(([field, value]) => value !== "" && filters[field] !== value);
    if (unknown) throw fieldError(422, unknown[0], "Choose one of the list");
    if (search === "") throw new AppError(422, "Choose at least one filter.");
    if (labelId && segment?.labels)
      throw fieldError(422, "label", "A segment that a label follows cannot filter by a label.");
    const id = segment?.id ?? randomUUID();
    const inWords = async (query: string) => (await filterWords(query)).join(" · ");
    const filtersBefore = segment ? await inWords(segment.search) : "";
    const filtersNow = await inWords(search);
    await em().transactional(async (manager) => {
      await requireFreeName(manager, id, name);
      const saved = { id, name, key: nameKey(name), search };
      if (!segment) await ADD.run(saved, manager);
      else if (!(await SAVE.first({ ...saved, version: asVersion(version) }, manager)))
        throw new AppError(409, CHANGED);
      await RENEW.run({ id }, manager);
      note(
        manager,
        staff,
        segment ? "edited" : "added",
        { id, name },
        {
          ...differencesBetween(
            { name: segment?.name ?? "", filters: filtersBefore },
            { name, filters: filtersNow },
          ),
        },
      );
    });
    if (segment?.labels) await requestHourlyTasks();
    return redirectWithToast(SEGMENTS_PATH, { tone: "good", text: "The segment was saved." });
  });
}

/** A version that no row has, if none was sent. */
const asVersion = (version: number) => (Number.isSafeInteger(version) && version < 2 ** 31 ? version : 0);

/** @throws AppError 422 */
async function labelIdOf(name: string): Promise<string | undefined> {
  if (name.trim() === "") return undefined;
  const label = await labelNamed(name);
  if (!label) throw fieldError(422, "label", NO_LABEL);
  return label.id;
}

/** @throws AppError 409, 422 */
async function requireFreeName(manager: EntityManager, id: string, name: string): Promise<void> {
  await holdNaming(manager, "segments");
  const other = await segmentNamed(nameKey(name), manager);
  if (other && other.id !== id) throw fieldError(409, "name", "There is a segment with this name.");
  if (!(await segmentById(id, manager)) && (await countSegments({}, manager)) >= MAX_SEGMENTS)
    throw new AppError(422, `There are ${MAX_SEGMENTS} segments already. Delete some first.`);
}
