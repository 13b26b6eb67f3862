import { type EntityManager, em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import { type CallState, figure, measuredFrom } from "../call-events.rules";
import { stateOf } from "../call-states.server";
import { lockAlertsOf } from "../lock-alerts.server";
import { closedWithPrices, entrySharesNow, settlementBy } from "./by-prices.server";
import { splitsOfCall } from "./call-splits.queries.server";
import type { CorrectCall } from "./close-call.rules";
import { BY_ID, requireDay, requireUnchanged } from "./close-call.server";
import { forgetTold } from "./result-checks.queries.server";
import { sharesOn } from "./settlement.rules";
import { requireTraded } from "./traded-prices.queries.server";

/**
 * Gives a settled call another result, with the reason that readers are told: one more event, which leaves those before it as
 * they are. Prices that were mended change no result by themselves. The price is one that was traded, or the level at which the prices
 * known now end the call.
 * @param version the call's last event when the form was read, where that is known
 * @throws AppError 404 for no call, 409 where it has no result or was changed, 422 for a result that cannot be, or stands already
 */
export async function correctCall(
  staff: StaffViewer,
  id: string,
  { newDay: on, newPrice, newReason: reason, why: note }: CorrectCall,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    await lockAlertsOf([id], manager);
    const ledger = await openLedger(manager);
    const call = await settledCall(id, "Nothing was corrected", manager);
    requireUnchanged(call, version);
    const { siteTz } = config();
    const since = measuredFrom(call, siteTz);
    const said = { id, on, price: newPrice, since, until: dayIn(siteTz, ledger.now) };
    requireDay(said, "newDay");
    const price = figure(newPrice);
    const read = await closedWithPrices(id, said.until, manager);
    const byPrices = read && settlementBy(read, said.until);
    if (byPrices?.on !== on || byPrices.price !== price)
      await requireTraded(said, { on: "newDay", price: "newPrice" }, manager);
    const entryShares = read ? entrySharesNow(read) : call.entryShares;
    const entered = { madeOn: since, shares: Number(entryShares) };
    const ratio = sharesOn(entered, on, await splitsOfCall(id, manager));
    const result = { on, price, ratio, reason };
    const shares = entryShares === call.entryShares ? undefined : { shares: entryShares };
    if (isResultOf(call, result))
      throw new AppError(422, "Nothing was corrected: that is the result already.");
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
    await forgetTold([id], manager);
    await ledger.write();
  });
  invalidatePageCache(["calls", "trade_alerts"]);
}

const resultInWords = ({ closePrice, endedOn }: CallState): string => `${closePrice} on ${endedOn}`;

const isResultOf = (call: CallState, result: { on: string; price: string; ratio: string; reason: string }) =>
  call.endedOn === result.on &&
  call.closePrice === result.price &&
  call.closeRatio === result.ratio &&
  call.closeReason === result.reason;

/** @param undone what did not happen. @throws AppError 404 for no call, 409 for one without a result */
export async function settledCall(id: string, undone: string, manager: EntityManager): Promise<CallState> {
  const row = await BY_ID.first({ id }, manager);
  if (!row) throw new AppError(404, "Call not found.");
  const call = stateOf(row);
  if (call.state === "closed") return call;
  throw new AppError(409, `${undone}: this call is ${call.state}, and has no result.`);
}
