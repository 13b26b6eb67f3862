import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import { closedWithPrices } from "./by-prices.server";
import { saidOtherwise } from "./check-results.server";
import { requireUnchanged } from "./close-call.server";
import { settledCall } from "./correct-call.server";
import { writeConfirmed } from "./result-checks.queries.server";

const OTHERS_BY_NOW = "Nothing was confirmed: the prices have changed since.";

/**
 * Says that a result stands, whatever the prices that are known now say in its place: staff are not told of it any more, while prices
 * say just that. It is no event of the call: readers have the result, which is as it was.
 * @param says what prices said where staff read it. @param version the call's last event then, where that is known
 * @throws AppError 404 for no call, 409 where it has no result or was changed, or where prices say something else
 */
export async function confirmResult(
  staff: StaffViewer,
  id: string,
  says: string,
  version?: number,
): Promise<void> {
  await em().transactional(async (manager) => {
    // So that nobody corrects it meanwhile.
    const ledger = await openLedger(manager);
    const call = await settledCall(id, "Nothing was confirmed", manager);
    requireUnchanged(call, version);
    const today = dayIn(config().siteTz, ledger.now);
    const read = await closedWithPrices(id, today, manager);
    if (!read || saidOtherwise(read, today) !== says) throw new AppError(409, OTHERS_BY_NOW);
    await writeConfirmed({ id, says, lastSeq: call.lastSeq, by: staff.fullname }, manager);
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
