import { json } from "@remix-run/node";
import { pagingHeaders, readPaging } from "~/admin-kit/api.server";
import { OWNER, requireStaff } from "~/features/auth/viewer.server";
import { apiReply, methodNotAllowed } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";
import { countPayments, latestPayments, paymentTotals, paymentWire } from "./payments.queries.server";

/**
 * `POST /api/subscription/payments` → `{ payments, totalAmount }`, newest first; the total is of all COMPLETED ones,
 * in dollars. `?limit=&page=&since=` as for the lists.
 */
export function paymentsReply(asking: Asking): Promise<Response> {
  return apiReply(asking, async () => {
    if (asking.request.method !== "POST") return methodNotAllowed(["POST"]);
    await requireStaff(asking, OWNER);
    const asked = readPaging(new URL(asking.request.url).searchParams);
    const [payments, total, totals] = await Promise.all([
      latestPayments(asked.limit, (asked.page - 1) * asked.limit, asked.since),
      countPayments(asked.since),
      paymentTotals(),
    ]);
    const completed = totals.find(({ status, currency }) => status === "COMPLETED" && currency === "USD");
    const headers = pagingHeaders(asking.request, asked, { rows: payments, total });
    headers.set("Cache-Control", "private, no-store");
    return json(
      { payments: payments.map(paymentWire), totalAmount: Number(completed?.amount ?? 0) },
      { headers },
    );
  });
}
