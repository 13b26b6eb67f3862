import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type EntityManager, em } from "db/orm.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { MATCHING } from "~/admin-kit/list-screen.server";
import { writeListState } from "~/admin-kit/list-state";
import { requireChange } from "~/admin-kit/require-change.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { dayInWords } from "~/ui/charts/calendar";
import { pluralize } from "~/ui/format";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { forbidden, notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { ensureLabels, labelNamed, suggestedLabels } from "../labels/labels.queries.server";
import { LABELS_KIND, labelSchema, NO_LABEL, nameKey, TOO_MANY_LABELS } from "../labels/labels.rules";
import { members } from "../members.resource.server";
import { filterWords, stateOf } from "../segments/segments.queries.server";
import {
  addBatch,
  type Batch,
  batchById,
  mailsWait,
  membersWith,
  moveBatch,
  type NewBatch,
  setBatchLabel,
} from "./batches.queries.server";
import {
  BATCH_WORDS,
  BATCHES_KIND,
  type BatchKind,
  batchPath,
  batchTitle,
  isBatchKind,
  messageSchema,
} from "./batches.rules";
import { permissionsOf, requestBatch, runBatch } from "./run-batch.server";

/** The most members that are ticked one by one: the largest page. */
const MOST_TICKED = 25;

/** Milliseconds in which a request lists members; a job continues. */
const LISTING_MS = 1_000;

const note = logNamed(BATCHES_KIND);

/** @throws 403 */
async function requireKind(args: LoaderFunctionArgs, kind: BatchKind): Promise<StaffViewer> {
  const staff = await requireStaff(args, rolesWith("members.read"));
  if (permissionsOf(kind).every((permission) => can(staff, permission))) return staff;
  throw forbidden("You cannot do this.");
}

/** Reads the selection from the address, where the list's form puts it. @throws a redirect to the list if it names no change */
function readSelection({ url }: Request) {
  const { searchParams } = new URL(url);
  const kind = searchParams.get("change");
  if (!isBatchKind(kind)) throw redirect(`/admin/${members.path}`, 303);
  const isMatching = searchParams.get(MATCHING) === "on";
  const ids = [...new Set(searchParams.getAll("id"))].filter(isUuid).slice(0, MOST_TICKED);
  const search = writeListState({ ...stateOf(searchParams.toString()), page: 1 }).slice(1);
  return { kind, isMatching, ids: isMatching ? [] : ids, search, backTo: `/admin/${members.path}?${search}` };
}

/** The form of a new batch. Without a selection it redirects to the list. */
export async function newBatchScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.read"));
  const { kind, isMatching, ids, search, backTo } = readSelection(args.request);
  await requireKind(args, kind);
  if (!isMatching && ids.length === 0)
    throw await redirectWithToast(backTo, { tone: "bad", text: "Select members first." });
  const { q, from, to, ...state } = stateOf(search);
  const { batch: batchId, ...filters } = state.filters;
  const earlier = batchId ? await batchById(batchId) : undefined;
  const filtered = writeListState({ ...state, q, from, to, filters }).slice(1);
  return {
    kind,
    label: BATCH_WORDS[kind].label,
    ticked: isMatching ? undefined : ids.length,
    words: isMatching
      ? [
          ...(q ? [`Search: ${q}`] : []),
          ...(from ? [`Created from ${dayInWords(from, "day")}`] : []),
          ...(to ? [`Created until ${dayInWords(to, "day")}`] : []),
          ...(await filterWords(filtered)),
          ...(batchId ? [`Batch: ${earlier ? batchTitle(earlier) : "deleted"}`] : []),
        ]
      : [],
    backTo,
    suggested: kind.endsWith("-label") ? await suggestedLabels() : [],
  };
}

/** Lists the members of a new batch; its page asks before anything changes. */
export async function newBatchAction(sent: LoaderFunctionArgs) {
  await requireStaff(sent, rolesWith("members.read"));
  const { kind, isMatching, ids, search } = readSelection(sent.request);
  const staff = await requireKind(sent, kind);
  const { args } = kind === "export" ? { args: sent } : await requireChange(members, sent, "write");
  return formReply(args, "Nothing was changed.", async ({ values }) => {
    if (!isMatching && ids.length === 0) throw new AppError(422, "Select members first.");
    const selected = { search: isMatching ? search : null, ids };
    const id = await em().transactional(async (manager) => {
      const batch: NewBatch = {
        kind,
        ...selected,
        labelId: null,
        labelName: null,
        subject: null,
        body: null,
      };
      if (kind === "mail") Object.assign(batch, parseOrThrow(messageSchema, values));
      if (kind === "add-label" || kind === "remove-label") {
        const { label: name } = parseOrThrow(labelSchema, values);
        const label = await labelNamed(name, manager);
        if (!label && kind === "remove-label") throw fieldError(422, "label", NO_LABEL);
        if (label?.follows) throw fieldError(409, "label", followsWords(label.name));
        batch.labelId = label?.id ?? null;
        batch.labelName = name;
      }
      const added = await addBatch(manager, staff, batch);
      if (kind === "export") note(manager, staff, "listed", { id: added, name: BATCH_WORDS.export.label });
      return added;
    });
    if (isMatching) await runBatch(id, LISTING_MS);
    return redirect(batchPath(id), 303);
  });
}

const followsWords = (name: string) => `“${name}” follows a segment.`;

/** Makes the label of a batch that is confirmed, if it has none yet. @throws AppError 409, 422 */
async function prepareLabel(
  manager: EntityManager,
  staff: StaffViewer,
  { id, kind, label, labelName }: Batch,
) {
  if (kind !== "add-label" && kind !== "remove-label") return;
  if (labelName === null) throw new AppError(409, "Nothing was changed: the label was deleted.");
  const known = await labelNamed(labelName, manager);
  if (known?.follows) throw new AppError(409, followsWords(known.name));
  if (label !== null) return;
  const made = (await ensureLabels(manager, [labelName])).get(nameKey(labelName));
  if (!made) throw new AppError(422, TOO_MANY_LABELS);
  if (!known) logNamed(LABELS_KIND)(manager, staff, "added", made);
  await setBatchLabel(id, made.id, manager);
}

/** @throws 404 */
async function requireBatch(args: LoaderFunctionArgs): Promise<{ batch: Batch; staff: StaffViewer }> {
  await requireStaff(args, rolesWith("members.read"));
  const { id } = args.params;
  const batch = isUuid(id) ? await batchById(id) : undefined;
  if (!batch) throw notFound("Batch not found.");
  return { batch, staff: await requireKind(args, batch.kind) };
}

/** A batch: the question, its progress or its result. */
export async function batchScreen(args: LoaderFunctionArgs) {
  const { batch, staff } = await requireBatch(args);
  const {
    id,
    createdAt,
    staffName,
    kind,
    state,
    reason,
    subject,
    body,
    total,
    done,
    same,
    changed,
    leftOut,
  } = batch;
  const isSending = kind === "mail" && state === "done" && (await mailsWait(id));
  const isWorking = state === "listing" || state === "running";
  const list = `/admin/${members.path}`;
  const screen = {
    ...{
      id,
      createdAt,
      staffName,
      kind,
      state,
      reason,
      subject,
      body,
      total,
      done,
      same,
      changed,
      leftOut,
      isWorking,
      isSending,
    },
    isMine: batch.staff === staff.id,
    mayCancel: can(staff, "members.write"),
    title: batchTitle(batch),
    label: BATCH_WORDS[kind].label,
    doneWords: BATCH_WORDS[kind].done,
    listTo: `${list}?batch=${id}`,
    csvTo: `${list}/export.csv?batch=${id}`,
    changedMembers: state === "done" && changed > 0 ? await membersWith(id, "changed") : [],
    leftOutMembers: state === "done" && leftOut > 0 ? await membersWith(id, "left-out") : [],
  };
  // The browser refreshes the page without a script.
  return data(screen, isWorking ? { headers: { Refresh: "2" } } : {});
}

/** Starts a batch that staff confirmed, or cancels it. */
export async function batchAction(sent: LoaderFunctionArgs) {
  const { batch } = await requireBatch(sent);
  const { staff, args } = await requireChange(members, sent, "write");
  const { id, total } = batch;
  return formReply(args, "Nothing was changed.", async ({ values }) => {
    const isStart = values.change === "run";
    if (!isStart && values.change !== "cancel") throw new AppError(422, "Choose what to do.");
    await em().transactional(async (manager) => {
      const moved = isStart
        ? batch.kind !== "export" &&
          batch.staff === staff.id &&
          (await moveBatch(id, ["asking"], "running", { manager }))
        : await moveBatch(
            id,
            ["listing", "asking", "running", ...((await mailsWait(id, manager)) ? ["done" as const] : [])],
            "cancelled",
            { manager, reason: `Cancelled by ${staff.fullname}.`.slice(0, 300) },
          );
      if (!moved)
        throw new AppError(
          409,
          "Nothing was changed: this batch was started or cancelled already, or is not yours.",
        );
      note(manager, staff, isStart ? "started" : "cancelled", {
        id,
        name: `${batchTitle(batch)}: ${pluralize(total, "member")}`,
      });
      if (!isStart) return;
      await prepareLabel(manager, staff, batch);
      await requestBatch(id, manager);
    });
    return isStart
      ? redirect(batchPath(id), 303)
      : redirectWithToast(batchPath(id), { tone: "good", text: "Cancelled" });
  });
}
