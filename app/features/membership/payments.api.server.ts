import { json } from "@remix-run/node";
import type { Asking } from "~/http/context.server";
import { apiReply, methodNotAllowed } from "~/http/replies.server";
import { requireStaff } from "~/http/viewer.server";
import { readPaging } from "~/resource/api.server";
import { latestPayments, paymentTotals, paymentWire } from "./payments.queries.server";

/**
 * `POST /api/subscription/payments` → `{ payments, totalAmount }`, newest first; the total is of all COMPLETED ones,
 * in dollars. `?limit=&page=` as for the lists.
 */
export function paymentsReply(asking: Asking): Promise<Response> {
  return apiReply(asking, async () => {
    if (asking.request.method !== "POST") return methodNotAllowed(["POST"]);
    await requireStaff(asking, ["superadmin"]);
    const { limit, page } = readPaging(new URL(asking.request.url).searchParams);
    const [payments, totals] = await Promise.all([
      latestPayments(limit, (page - 1) * limit),
      paymentTotals(),
    ]);
    const completed = totals.find(({ status, currency }) => status === "COMPLETED" && currency === "USD");
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    return json(
      {
        payments: payments.map(paymentWire),
        totalAmount: Number(completed?.amount ?? 0),
      },
      { headers: { "X-Total-Count": String(count), "Cache-Control": "private, no-store" } },
    );
  });
}
