import type { BatchOutcome } from "db/entities/member-batch";
import { type EntityManager, em } from "db/orm.server";
import { switchTierWithin } from "~/access/switch-tier.server";
import { openList } from "~/admin-kit/list-rows.server";
import type { Position } from "~/admin-kit/resource.server";
import { can } from "~/auth/permissions.server";
import { staffById } from "~/auth/staff-by-id.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { queueMail } from "~/features/mail/queue.server";
import { END_MESSAGES_PATH } from "~/features/newsletters/newsletters.rules";
import { messagesToken } from "~/features/newsletters/unsubscribe-token.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MEMBER_BATCH_QUEUE } from "~/platform/jobs/queue-names";
import { isStopping } from "~/platform/stopping-flag.server";
import { giveLabels, holdersOf, takeLabel } from "../labels/labels.queries.server";
import { members } from "../members.resource.server";
import { stateOf } from "../segments/segments.queries.server";
import { batchMail } from "./batch-mail";
import {
  type Batch,
  holdRunning,
  listMembers,
  lostBatches,
  moveBatch,
  type NextMember,
  nextMembers,
  settle,
  takeBatch,
} from "./batches.queries.server";

/** Milliseconds of one part of a batch; the queue gives a job of two minutes to another server as well. */
const PART_MS = 30_000;

/** Members of one statement while they are listed, of one transaction while they change, and of one round of switches. */
const LISTED_AT_ONCE = 2_000;
const CHANGED_AT_ONCE = 200;
const SWITCHED_AT_ONCE = 20;

export const requestBatch = (batchId: string, manager?: EntityManager): Promise<void> =>
  enqueue(MEMBER_BATCH_QUEUE, { batchId }, {}, manager);

/** Queues a new job for batches whose job was lost. A surplus job does no harm. */
export async function resumeBatches(): Promise<void> {
  for (const { id } of await lostBatches()) await requestBatch(id);
}

/** Does a part of a batch and leaves the rest to the next job. Each slice is written with the outcomes of its members. */
export async function runBatch(id: string, partMs = PART_MS): Promise<void> {
  const until = performance.now() + partMs;
  for (;;) {
    const batch = await takeBatch(id);
    if (!batch) return;
    const staff = await presentAuthor(batch);
    if (!staff)
      return void (await moveBatch(id, ["listing", "running"], "cancelled", { reason: AUTHOR_LEFT }));
    if (batch.state === "listing") await listSlice(batch, staff);
    else if (!(await changeSlice(batch, staff))) return void (await moveBatch(id, ["running"], "done"));
    if (performance.now() >= until || isStopping()) return requestBatch(id);
  }
}

const AUTHOR_LEFT = "The person who selected the members may not do this any more.";

/** Who confirmed the batch, while they may still do it. */
async function presentAuthor({ staff: id, kind }: Batch): Promise<StaffViewer | undefined> {
  const staff = id === null ? undefined : await staffById(id);
  return staff && permissionsOf(kind).every((permission) => can(staff, permission)) ? staff : undefined;
}

/** What a batch needs. */
export const permissionsOf = (kind: Batch["kind"]) =>
  kind === "export"
    ? (["members.read", "members.export"] as const)
    : kind === "mail"
      ? (["members.write", "newsletters.write"] as const)
      : (["members.write"] as const);

async function listSlice({ id, search, position }: Batch, staff: StaffViewer): Promise<void> {
  const list = openList(members, staff, stateOf(search ?? ""), ["id", "version"]);
  const after = position === null ? undefined : (JSON.parse(position) as Position);
  const { rows, next } = await list.find({ limit: LISTED_AT_ONCE, after });
  await em().transactional((manager) => listMembers(manager, id, rows, next));
}

/** @returns false if no member is left, or the batch was cancelled */
async function changeSlice(batch: Batch, staff: StaffViewer): Promise<boolean> {
  const { kind } = batch;
  if (kind === "end-access") return endAccess(batch, staff);
  return em().transactional(async (manager) => {
    if (!(await holdRunning(batch.id, manager))) return false;
    const slice = await nextMembers(batch.id, CHANGED_AT_ONCE, manager);
    if (slice.length === 0) return false;
    const same = slice.filter(({ isSame }) => isSame);
    const outcomes = await CHANGES[kind](manager, batch, same);
    await settle(
      batch.id,
      slice.map(({ id }) => ({ id, outcome: outcomes.get(id) ?? "changed" })),
      manager,
    );
    return true;
  });
}

type Outcomes = Map<string, BatchOutcome>;
type Change = (manager: EntityManager, batch: Batch, slice: readonly NextMember[]) => Promise<Outcomes>;

const outcomesOf = (slice: readonly NextMember[], of: (member: NextMember) => BatchOutcome): Outcomes =>
  new Map(slice.map((member) => [member.id, of(member)]));

const idsOf = (slice: readonly NextMember[]) => slice.map(({ id }) => id);

const CHANGES: Record<Exclude<Batch["kind"], "end-access">, Change> = {
  export: async (_, __, slice) => outcomesOf(slice, () => "done"),
  "add-label": async (manager, { label, labelName }, slice) => {
    if (label === null || labelName === null) return outcomesOf(slice, () => "left-out");
    const labelId = label as string;
    const given = await giveLabels(
      manager,
      slice.map(({ id }) => ({ memberId: id, labelId })),
    );
    const isNew = new Set(given.map(({ memberId }) => memberId));
    const has = await holdersOf(manager, labelId, idsOf(slice));
    return outcomesOf(slice, ({ id }) => (isNew.has(id) ? "done" : has.has(id) ? "same" : "left-out"));
  },
  "remove-label": async (manager, { label }, slice) => {
    if (label === null) return outcomesOf(slice, () => "same");
    const taken = new Set(await takeLabel(manager, label as string, idsOf(slice)));
    return outcomesOf(slice, ({ id }) => (taken.has(id) ? "done" : "same"));
  },
  mail: async (manager, { id: batchId, subject, body }, slice) => {
    for (const { id, email, mayGetMail } of slice) {
      if (!mayGetMail) continue;
      const endPath = `${END_MESSAGES_PATH}/${await messagesToken(id)}`;
      const words = { subject: subject ?? "", body: body ?? "", endPath };
      await queueMail(manager, {
        to: email,
        content: batchMail(config().siteName, words),
        dedupeKey: `batch:${batchId}:${id}`,
        isOneOfMany: true,
      });
    }
    return outcomesOf(slice, ({ mayGetMail }) => (mayGetMail ? "done" : "left-out"));
  },
};

/** Each member is switched as on their page, with its line in the log and its outcome. A payment in the meantime changes the version. */
async function endAccess({ id: batchId }: Batch, staff: StaffViewer): Promise<boolean> {
  const slice = await nextMembers(batchId, SWITCHED_AT_ONCE);
  for (const { id, version } of slice) {
    const isRunning = await em().transactional(async (manager) => {
      if (!(await holdRunning(batchId, manager))) return false;
      const done = await switchTierWithin(manager, staff, id, "Basic", { version, agreed: true });
      if (!done) return true;
      const outcome = "switched" in done ? "done" : "unchanged" in done ? "same" : "changed";
      await settle(batchId, [{ id, outcome }], manager);
      return true;
    });
    if (!isRunning) return false;
  }
  return slice.length > 0;
}
