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
import { AppError } from "~/web/app-error.server";
import { type CallState, isSlip } from "../call-events.rules";
import { callSources } from "../call-sources.queries.server";
import { lockAlertsOf } from "../lock-alerts.server";
import { recordCall } from "../record-calls.server";
import { isPublic } from "../track-record/public-calls.server";
import { HAND_REASONS, type ReopenCall } from "./close-call.rules";
import { requireUnchanged } from "./close-call.server";
import { settledCall } from "./correct-call.server";
import { forgetTold } from "./result-checks.queries.server";

const UNDONE = "Nothing was reopened";

const STANDS = {
  counted: bool,
  isPublic: bool.from`${isPublic(sql`calls`)}`,
  isLatest: bool.from`not exists (
    select from calls later where later.kind = calls.kind and later.record_id = calls.record_id and later.number > calls.number)`,
};
/** Held, so that nobody counts the result for everybody meanwhile. */
const HELD = statement("reopen-call.held", STANDS)`
  select ${STANDS} from calls where id = ${uuid("id")} for update`;

const LAST = { now: timestamp.from`clock_timestamp()`, ...columns(CallEvent, "kind", "at") };
const LAST_EVENT = statement("reopen-call.last-event", LAST)`
  select ${LAST} from call_events where seq = ${int("seq")}`;

/** Whether a result was said by a hand, so that a hand can take it back; what prices ended they would end again. */
export const isClosedByHand = ({ state, closeReason }: CallState): boolean =>
  state === "closed" && HAND_REASONS.some((reason) => reason === closeReason);

/** When a result was said by closing its call, and what the database's clock says now; `closedAt` is undefined once it was corrected. */
export async function closingOf(
  { lastSeq }: CallState,
  manager?: EntityManager,
): Promise<{ closedAt?: Date; now: Date }> {
  const last = await LAST_EVENT.first({ seq: lastSeq }, manager);
  return { closedAt: last?.kind === "closed" ? last.at : undefined, now: last?.now ?? new Date() };
}

/**
 * Opens a call again that a hand has closed, by one more event: the closing stays in the log. Within ten minutes that is a slip, of
 * which readers are told nothing; afterwards they are told the result that counted until then, and why it does not.
 * What was public, or is counted in everybody's figures, stays told, and is corrected instead.
 * @param version the call's last event when the form was read, where that is known
 * @throws AppError 404 for no call, 409 where it cannot be reopened or was changed, 422 where a reason is needed
 */
export async function reopenCall(
  staff: StaffViewer,
  id: string,
  { reopenWhy: why }: ReopenCall,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    await lockAlertsOf([id], manager);
    const ledger = await openLedger(manager);
    const call = await settledCall(id, UNDONE, manager);
    requireUnchanged(call, version);
    const { closedAt } = await closingOf(call, manager);
    const mistake = isSlip(closedAt, ledger.now);
    const source = await reopenableSource(call, mistake, manager);
    if (!mistake && why === "") throw reasonNeeded();
    ledger.add(call, {
      kind: "reopened",
      body: { at: ledger.now.toISOString(), mistake, note: why || null, undone: resultOf(call) },
    });
    logChange(manager, staff, {
      resource: "calls",
      recordId: id,
      recordTitle: `${call.direction} ${call.name}`,
      action: "reopened",
      detail: { fields: ["state"] },
    });
    await manager.flush();
    await forgetTold([id], manager);
    await ledger.write();
    // Its record may be for others by now; a closed call keeps whom it was for, an open one goes by its record.
    await recordCall(call.kind, call.recordId, manager, { isPublished: true, endsAt: source.endsAt });
  });
  invalidatePageCache(["calls", "trade_alerts"]);
}

/** What a closed call's record says now. @throws AppError 409 where the call cannot go on */
async function reopenableSource(call: CallState, isMistake: boolean, manager: EntityManager) {
  if (!isClosedByHand(call))
    throw new AppError(409, `${UNDONE}: prices ended this call. Correct its result instead.`);
  const stands = await HELD.first({ id: call.id, publicDays: config().trackRecordDays ?? null }, manager);
  if (!stands?.isLatest)
    throw new AppError(409, `${UNDONE}: the record was called again since. Correct the result instead.`);
  if (stands.counted || (stands.isPublic && !isMistake))
    throw new AppError(409, `${UNDONE}: the result is public by now. Correct the result instead.`);
  const [source] = await callSources(call.kind, [call.recordId], manager);
  if (!source) throw new AppError(409, `${UNDONE}: the record of this call is not published any more.`);
  return source;
}

function reasonNeeded(): AppError {
  const message = "Why is required: the call was closed more than ten minutes ago, so readers are told";
  return new AppError(422, message, { fieldErrors: { reopenWhy: message } });
}

const resultOf = ({ endedOn, closePrice, closeRatio, closeReason }: CallState) => {
  if (endedOn === null || closePrice === null || closeRatio === null || closeReason === null)
    throw new Error("A closed call has a result");
  return { on: endedOn, price: closePrice, ratio: closeRatio, reason: closeReason };
};
