import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import { resultDifference } from "./check-results.server";
import { requireUnchanged } from "./close-call.server";
import { requireSettledCall } from "./correct-call.server";
import { closedCallWithPrices } from "./due-by-prices.server";
import { saveConfirmation } from "./result-checks.queries.server";

const PRICES_CHANGED = "Nothing was confirmed: the prices have changed since you opened this page.";

/**
 * Confirms a result that differs from current prices. Reports to staff stop while prices say the same.
 * This is not an event of the call, because its result does not change.
 * @param says the difference that staff read. @param version the call's last event at that time, if known
 * @throws AppError 404 without a call, 409 without a result, after a change, or if prices now say something
 * else
 */
export async function confirmResult(
  staff: StaffViewer,
  id: string,
  says: string,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    // The ledger's lock prevents a concurrent correction.
    const ledger = await openLedger(manager);
    const call = await requireSettledCall(id, "Nothing was confirmed", manager);
    requireUnchanged(call, version);
    const today = dayIn(config().siteTz, ledger.now);
    const read = await closedCallWithPrices(id, today, manager);
    if (!read || resultDifference(read, today) !== says) throw new AppError(409, PRICES_CHANGED);
    await saveConfirmation({ id, says, lastSeq: call.lastSeq, by: staff.fullname }, manager);
    const recordTitle = `${call.direction} ${call.name}`;
    logChange(manager, staff, {
      action: "confirmed the result of",
      resource: "calls",
      recordId: id,
      recordTitle,
    });
    await manager.flush();
  });
}
