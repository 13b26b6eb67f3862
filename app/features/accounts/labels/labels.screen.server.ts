import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { memberById } from "~/access/member-account.queries.server";
import { logChange } from "~/admin-kit/change-log.server";
import { isStorable } from "~/admin-kit/field-schema";
import { requireChange } from "~/admin-kit/require-change.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { memberPaths } from "../back-office/member-paths.server";
import { members } from "../members.resource.server";
import { segmentById, segmentsPage, segmentWithLabel, stateOf } from "../segments/segments.queries.server";
import { MAX_SEGMENTS } from "../segments/segments.rules";
import { addLabel, deleteLabel, followSegment, mergeLabel, renameLabel } from "./change-labels.server";
import {
  cappedWords,
  ensureLabels,
  giveLabels,
  holdersOf,
  type ListedLabel,
  labelById,
  labelNamed,
  labelsPage,
  suggestedLabels,
  takeLabel,
} from "./labels.queries.server";
import {
  LABELS_PATH,
  labelPath,
  labelSchema,
  MAX_OF_MEMBER,
  mergeProblem,
  nameKey,
  TOO_MANY_LABELS,
} from "./labels.rules";

const PAGE_SIZE = 25;
const MISSING = "Label not found.";

const labelRow = ({ id, name, segmentId, segmentName, members: count }: ListedLabel) => ({
  ...{ id, name, segmentId, segmentName, members: cappedWords(count) },
  to: `/admin/${members.path}?label=${id}`,
});

/** `/admin/manage-users/labels` */
export async function labelsScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("members.read"));
  const words = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const q = isStorable(words) ? words : "";
  const page = requestedPageNumber(args.request);
  const { labels, total } = await labelsPage(pageRange(page, PAGE_SIZE), q);
  return {
    labels: labels.map(labelRow),
    total,
    page,
    size: PAGE_SIZE,
    q,
    mayWrite: can(viewer, "members.write"),
  };
}

/** Adds a label. */
export async function labelsAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  return formReply(args, "The label was not added.", async ({ values }) => {
    const { label } = parseOrThrow(labelSchema, values);
    await addLabel(staff, label);
    return redirectWithToast(LABELS_PATH, { tone: "good", text: `“${label}” was added` });
  });
}

/** A label: its name, the segment that it follows, and the question before it is deleted or merged `into` another. */
export async function labelScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  const label = await requireLabel(args);
  const { searchParams } = new URL(args.request.url);
  const into = (searchParams.get("into") ?? "").slice(0, 100);
  const [segments, suggested, target, user] = await Promise.all([
    segmentsPage({ limit: MAX_SEGMENTS, offset: 0 }),
    suggestedLabels(),
    into === "" || !isStorable(into) ? undefined : labelNamed(into),
    segmentWithLabel(label.id),
  ]);
  const problem = into === "" ? undefined : mergeProblem(label.id, target);
  return {
    label: labelRow(label),
    suggested: suggested.filter((name) => name !== label.name),
    // A label of a segment that filters by labels could follow itself.
    segments: segments
      .filter(({ search }) => !stateOf(search).filters.label)
      .map(({ id, name }) => ({ value: id, label: name })),
    into,
    merge: problem === undefined ? target?.name : undefined,
    mergeProblem: problem,
    asksDelete: searchParams.has("delete") && user === undefined,
    usedBy: user?.name,
  };
}

/** @throws 404 */
async function requireLabel({ params: { id } }: LoaderFunctionArgs): Promise<ListedLabel> {
  const label = isUuid(id) ? await labelById(id) : undefined;
  if (!label) throw notFound(MISSING);
  return label;
}

/** Renames a label, lets it follow a segment, merges or deletes it. */
export async function labelAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const label = await requireLabel(args);
  return formReply(args, "The label was not changed.", async ({ values }) => {
    switch (values.change) {
      case "follow": {
        const wanted = String(values.segment ?? "");
        const segment = isUuid(wanted) ? await segmentById(wanted) : undefined;
        if (wanted !== "" && (!segment || stateOf(segment.search).filters.label))
          throw fieldError(422, "segment", "Choose a segment of the list");
        await followSegment(staff, label, segment ?? null);
        return done(labelPath(label.id), segment ? `“${label.name}” follows “${segment.name}”` : "Saved");
      }
      case "merge":
        await mergeLabel(staff, label, String(values.into ?? ""));
        return done(LABELS_PATH, `“${label.name}” was merged`);
      case "delete": {
        const user = await segmentWithLabel(label.id);
        if (user) throw new AppError(409, `The segment “${user.name}” filters by this label.`);
        await deleteLabel(staff, label);
        return done(LABELS_PATH, `“${label.name}” was deleted`);
      }
      default: {
        const { label: name } = parseOrThrow(labelSchema, values);
        await renameLabel(staff, { id: label.id, was: String(values.was ?? label.name), name });
        return done(labelPath(label.id), "The label was renamed");
      }
    }
  });
}

const done = (path: string, text: string) => redirectWithToast(path, { tone: "good", text });

/** Gives a member a label by its name, or takes the one in `remove`. */
export async function memberLabelAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const { id } = args.params;
  const member = isUuid(id) ? await memberById(id) : undefined;
  if (!member) throw notFound(members.missing);
  const title = `${member.firstname} ${member.lastname}`;
  return formReply(args, "The label was not saved.", async ({ values }) => {
    const text = await em().transactional(async (manager) => {
      const log = (name: string, isGiven: boolean) =>
        logChange(manager, staff, {
          action: isGiven ? "labelled" : "took a label from",
          resource: members.path,
          recordId: member.id,
          recordTitle: title,
          differences: { label: isGiven ? { from: "", to: name } : { from: name, to: "" } },
        });
      if (values.remove !== undefined) {
        const wanted = String(values.remove);
        const label = isUuid(wanted) ? await labelById(wanted, manager) : undefined;
        if (!label || (await takeLabel(manager, label.id, [member.id])).length === 0)
          throw new AppError(409, "Nothing was changed: the member no longer has this label.");
        if (label.segmentId) throw new AppError(409, `“${label.name}” follows a segment.`);
        log(label.name, false);
        return `${title} no longer has “${label.name}”`;
      }
      const { label: name } = parseOrThrow(labelSchema, values);
      const label = (await ensureLabels(manager, [name])).get(nameKey(name));
      if (!label) throw fieldError(422, "label", TOO_MANY_LABELS);
      if (label.follows) throw fieldError(409, "label", `“${label.name}” follows a segment.`);
      if ((await giveLabels(manager, [{ memberId: member.id, labelId: label.id }])).length === 0) {
        if ((await holdersOf(manager, label.id, [member.id])).size > 0)
          return `${title} has “${label.name}” already`;
        throw fieldError(422, "label", `A member can have at most ${MAX_OF_MEMBER} labels.`);
      }
      log(label.name, true);
      return `${title} is labelled “${label.name}”`;
    });
    return done(memberPaths(args.request, member.id).page, text);
  });
}
