import { CallEvent } from "db/entities/call-event";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { bool, int, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { AppError, fieldError } from "~/web/app-error.server";
import { type CallState, isSlip } from "../call-events.rules";
import { callSources } from "../call-sources.queries.server";
import { lockAlerts } from "../lock-alerts.server";
import { recordCall } from "../record-calls.server";
import { isPublic } from "../track-record/public-calls.server";
import { HAND_REASONS, type ReopenCall } from "./close-call.rules";
import { requireUnchanged } from "./close-call.server";
import { requireSettledCall } from "./correct-call.server";
import { clearDifferences } from "./result-checks.queries.server";

const NOT_REOPENED = "Nothing was reopened";

const RESULT_STATUS = {
  counted: bool,
  isPublic: bool.from`${isPublic(sql`calls`)}`,
  isLatest: bool.from`not exists (
    select from calls later where later.kind = calls.kind and later.record_id = calls.record_id and later.number > calls.number)`,
};
/** The row lock prevents the result from entering the public figures during the reopening. */
const LOCK_RESULT = statement("reopen-call.held", RESULT_STATUS)`
  select ${RESULT_STATUS} from calls where id = ${uuid("id")} for update`;

const LAST = { now: timestamp.from`clock_timestamp()`, ...columns(CallEvent, "kind", "at") };
const LAST_EVENT = statement("reopen-call.last-event", LAST)`
  select ${LAST} from call_events where seq = ${int("seq")}`;

/** Whether staff closed the call, so staff can reopen it. Prices would settle a price result again. */
export const isClosedByHand = ({ state, closeReason }: CallState): boolean =>
  state === "closed" && HAND_REASONS.some((reason) => reason === closeReason);

/**
 * The time of a call's closing, and the database's current time. `closedAt` is undefined after a correction.
 */
export async function closingOf(
  { lastSeq }: CallState,
  manager?: EntityManager,
): Promise<{ closedAt?: Date; now: Date }> {
  const last = await LAST_EVENT.first({ seq: lastSeq }, manager);
  return { closedAt: last?.kind === "closed" ? last.at : undefined, now: last?.now ?? new Date() };
}

/**
 * Reopens a call that staff closed, by adding an event; the log keeps the closing. Within ten minutes it
 * counts as a mistake and readers see nothing. Later, readers see the removed result and the reason. A
 * public or counted result cannot be reopened, only corrected.
 * @param version the call's last event when the form was read, if known
 * @throws AppError 404 without a call, 409 if it cannot be reopened or was changed, 422 without a required
 * reason
 */
export async function reopenCall(
  staff: StaffViewer,
  id: string,
  { reopenWhy: why }: ReopenCall,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    await lockAlerts([id], manager);
    const ledger = await openLedger(manager);
    const call = await requireSettledCall(id, NOT_REOPENED, manager);
    requireUnchanged(call, version);
    const { closedAt } = await closingOf(call, manager);
    const mistake = isSlip(closedAt, ledger.now);
    const source = await reopenableSource(call, mistake, manager);
    if (!mistake && why === "") throw reasonRequired();
    ledger.add(call, {
      kind: "reopened",
      body: { at: ledger.now.toISOString(), mistake, note: why || null, undone: callResult(call) },
    });
    logChange(manager, staff, {
      resource: "calls",
      recordId: id,
      recordTitle: `${call.direction} ${call.name}`,
      action: "reopened",
      detail: { fields: ["state"] },
    });
    await manager.flush();
    await clearDifferences([id], manager);
    await ledger.write();
    // The record's audience may have changed. A closed call keeps its audience; an open one follows its
    // record.
    await recordCall(call.kind, call.recordId, manager, { isPublished: true, endsAt: source.endsAt });
  });
  invalidatePageCache(["calls", "trade_alerts"]);
}

/** The current source of a closed call's record. @throws AppError 409 if the call cannot be reopened */
async function reopenableSource(call: CallState, isMistake: boolean, manager: EntityManager) {
  if (!isClosedByHand(call))
    throw new AppError(409, `${NOT_REOPENED}: prices ended this call. Correct its result instead.`);
  const status = await LOCK_RESULT.first(
    { id: call.id, publicDays: config().trackRecordDays ?? null },
    manager,
  );
  if (!status?.isLatest)
    throw new AppError(409, `${NOT_REOPENED}: this record has a newer call. Correct the result instead.`);
  if (status.counted || (status.isPublic && !isMistake))
    throw new AppError(409, `${NOT_REOPENED}: the result is already public. Correct it instead.`);
  const [source] = await callSources(call.kind, [call.recordId], manager);
  if (!source) throw new AppError(409, `${NOT_REOPENED}: the record of this call is no longer published.`);
  return source;
}

function reasonRequired(): AppError {
  const message = "Why is required: the call was closed more than ten minutes ago, so readers see the reason";
  return fieldError(422, "reopenWhy", message);
}

const callResult = ({ endedOn, closePrice, closeRatio, closeReason }: CallState) => {
  if (endedOn === null || closePrice === null || closeRatio === null || closeReason === null)
    throw new Error("The closed call has no result");
  return { on: endedOn, price: closePrice, ratio: closeRatio, reason: closeReason };
};
