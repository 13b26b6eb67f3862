import { type EntityManager, em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import { type CallState, canonicalPrice, entryDay } from "../call-events.rules";
import { lockAlerts } from "../lock-alerts.server";
import { toCallState } from "../to-call-state.server";
import { splitsOfCall } from "./call-splits.queries.server";
import type { CorrectCall } from "./close-call.rules";
import { BY_ID, requireDay, requireUnchanged } from "./close-call.server";
import { closedCallWithPrices, entrySharesNow, settlementByPrices } from "./due-by-prices.server";
import { clearDifferences } from "./result-checks.queries.server";
import { sharesRatioText } from "./settlement.rules";
import { requireTraded } from "./traded-prices.queries.server";

/**
 * Replaces a settled call's result by adding an event with a note for readers. Corrected prices alone change
 * no result. The new price was traded that day, or is the level at which current prices end the call.
 * @param version the call's last event when the form was read, if known
 * @throws AppError 404 without a call, 409 without a result or after a change, 422 for an invalid or
 * unchanged result
 */
export async function correctCall(
  staff: StaffViewer,
  id: string,
  { newDay: on, newPrice, newReason: reason, why: note }: CorrectCall,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    await lockAlerts([id], manager);
    const ledger = await openLedger(manager);
    const call = await requireSettledCall(id, "Nothing was corrected", manager);
    requireUnchanged(call, version);
    const { siteTz } = config();
    const since = entryDay(call, siteTz);
    const claimed = { id, on, price: newPrice, since, until: dayIn(siteTz, ledger.now) };
    requireDay(claimed, "newDay");
    const price = canonicalPrice(newPrice);
    const read = await closedCallWithPrices(id, claimed.until, manager);
    const byPrices = read && settlementByPrices(read, claimed.until);
    if (byPrices?.on !== on || byPrices.price !== price)
      await requireTraded(claimed, { on: "newDay", price: "newPrice" }, manager);
    const entryShares = read ? entrySharesNow(read) : call.entryShares;
    const entered = { madeOn: since, shares: Number(entryShares) };
    const ratio = sharesRatioText(entered, on, await splitsOfCall(id, manager));
    const result = { on, price, ratio, reason };
    const shares = entryShares === call.entryShares ? undefined : { shares: entryShares };
    if (isSameResult(call, result))
      throw new AppError(422, "Nothing was corrected: this is already the result.");
    ledger.add(call, {
      kind: "corrected",
      body: { ...result, ...shares, note, at: ledger.now.toISOString() },
    });
    logChange(manager, staff, {
      resource: "calls",
      recordId: id,
      recordTitle: `${call.direction} ${call.name}`,
      action: "corrected the result of",
      detail: { from: resultInWords(call), to: `${price} on ${on}` },
    });
    await manager.flush();
    await clearDifferences([id], manager);
    await ledger.write();
  });
  invalidatePageCache(["calls", "trade_alerts"]);
}

const resultInWords = ({ closePrice, endedOn }: CallState): string => `${closePrice} on ${endedOn}`;

const isSameResult = (
  call: CallState,
  result: { on: string; price: string; ratio: string; reason: string },
) =>
  call.endedOn === result.on &&
  call.closePrice === result.price &&
  call.closeRatio === result.ratio &&
  call.closeReason === result.reason;

/** @param undone the start of the error message. @throws AppError 404 without a call, 409 without a result */
export async function requireSettledCall(
  id: string,
  undone: string,
  manager: EntityManager,
): Promise<CallState> {
  const row = await BY_ID.first({ id }, manager);
  if (!row) throw new AppError(404, "Call not found.");
  const call = toCallState(row);
  if (call.state === "closed") return call;
  throw new AppError(409, `${undone}: this call is ${call.state} and has no result.`);
}
