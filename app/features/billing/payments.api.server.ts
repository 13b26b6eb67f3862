import { json } from "@remix-run/node";
import { pagingHeaders, readPaging } from "~/admin-kit/api.server";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { apiAction } from "~/web/api-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { countPayments, latestPayments, paymentTotals, serializePayment } from "./payments.queries.server";

/**
 * `POST /api/subscription/payments` → `{ payments, totalAmount }`, newest first; the total is of all COMPLETED ones,
 * in dollars. `?limit=&page=&since=` as for the lists.
 */
export function paymentsReply(args: RequestArgs): Promise<Response> {
  return apiAction(args, ["POST"], async () => {
    await requireStaff(args, rolesWith("payments.read"));
    const paging = readPaging(new URL(args.request.url).searchParams);
    const [payments, total, totals] = await Promise.all([
      latestPayments(paging.limit, (paging.page - 1) * paging.limit, paging.since),
      countPayments(paging.since),
      paymentTotals(),
    ]);
    const completed = totals.find(({ status, currency }) => status === "COMPLETED" && currency === "USD");
    const headers = pagingHeaders(args.request, paging, { rows: payments, total });
    return json(
      { payments: payments.map(serializePayment), totalAmount: Number(completed?.amount ?? 0) },
      { headers },
    );
  });
}
