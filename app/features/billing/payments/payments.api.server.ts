import { json } from "@remix-run/node";
import { writeCursor } from "~/admin-kit/cursor.server";
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

/**
 * `POST /api/subscription/payments` → `{ payments, totalAmount }`, newest first. The total covers all
 * COMPLETED payments, in dollars. `?limit=&page=&after=&since=&updatedSince=` as for the lists, but always newest first.
 */
export function paymentsReply(args: RequestArgs): Promise<Response> {
  return apiAction(args, ["POST"], async () => {
    const staff = await requireStaff(args, rolesWith("payments.export"));
    requireRecentPassword(args, staff, "payments.export");
    const { since, updatedSince, ...range } = readPaging(new URL(args.request.url).searchParams, LIST);
    const [{ rows, next }, total, totals] = await Promise.all([
      newestPayments(range, since, updatedSince),
      countRecorded(since, updatedSince),
      paymentTotals(),
    ]);
    const completed = totals.find(({ status, currency }) => status === "COMPLETED" && currency === "USD");
    const headers = pagingHeaders(args.request, total, next && writeCursor(LIST, next));
    return json(
      { payments: rows.map(serializePayment), totalAmount: Number(completed?.amount ?? 0) },
      { headers },
    );
  });
}
