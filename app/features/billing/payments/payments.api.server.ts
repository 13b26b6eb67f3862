import { json } from "@remix-run/node";
import { PAYMENT_STATUSES, type PaymentStatus } from "db/entities/payment";
import { writeCursor } from "~/admin-kit/cursor.server";
import { choiceFilter, readFilters } from "~/admin-kit/list-filters.server";
import { pagingHeaders, readPaging } from "~/admin-kit/paging.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { apiAction } from "~/web/api-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { paymentTotals, serializePayment } from "./payments.queries.server";
import { countRecorded, newestPayments } from "./payments-list.queries.server";

/** The list that its cursors belong to. */
const LIST = "payments createdAt desc";

/** Its filters. */
export const PAYMENT_FILTERS = [choiceFilter({ name: "status" }, PAYMENT_STATUSES, (status) => ({ status }))];

/**
 * `POST /api/subscription/payments` → `{ payments, totalAmount }`, newest first. The total covers all
 * COMPLETED payments, in dollars. It takes the parameters of lists, but is always newest first.
 */
export function paymentsReply(args: RequestArgs): Promise<Response> {
  return apiAction(args, ["POST"], async () => {
    const staff = await requireStaff(args, rolesWith("payments.export"));
    requireRecentPassword(args, staff, "payments.export");
    const { searchParams } = new URL(args.request.url);
    const { since, updatedSince, days, ...range } = readPaging(searchParams, LIST);
    const everything = { where: {}, select: ["status"] as never };
    const chosen: { status?: PaymentStatus } = Object.assign(
      {},
      ...readFilters(PAYMENT_FILTERS, searchParams, everything),
    );
    const narrowing = { since, updatedSince, days, ...chosen };
    const [{ rows, next }, total, totals] = await Promise.all([
      newestPayments(range, narrowing),
      countRecorded(narrowing),
      paymentTotals(),
    ]);
    const completed = totals.find(({ status, currency }) => status === "COMPLETED" && currency === "USD");
    const headers = pagingHeaders(args.request, total, next && writeCursor(LIST, next), PAYMENT_FILTERS);
    return json(
      { payments: rows.map(serializePayment), totalAmount: Number(completed?.amount ?? 0) },
      { headers },
    );
  });
}
