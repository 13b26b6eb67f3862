import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import { formatMoney, pluralize } from "~/ui/format";
import { readBesideOr } from "~/web/optional-parts.server";
import { type PaymentTotal, paymentTotals } from "./payments.queries.server";
import { payments } from "./payments.resource.server";

export type TotalTile = { label: string; amount: string; note: string };

/** One total per status. If something was refunded, also the refunds and the net total. */
function totalTiles({
  status,
  count: payments,
  amount,
  refunds,
  refunded,
  net,
  currency,
}: PaymentTotal): TotalTile[] {
  const label = (word: string) => (currency === "USD" ? word : `${word} ${currency}`);
  const countText = pluralize(payments, "payment");
  const totalTile = { label: label(status), amount: formatMoney(amount, currency), note: countText };
  if (refunds === 0) return [totalTile];
  const netNote = `${countText}, ${formatMoney(net, currency)} net of refunds`;
  const refundedTile = { label: label("Of which refunded"), amount: formatMoney(refunded, currency) };
  return [
    { ...totalTile, note: netNote },
    { ...refundedTile, note: pluralize(refunds, "payment") },
  ];
}

/** `/admin/payments`: the totals by status, and all payments below. */
export async function paymentsScreen(args: LoaderFunctionArgs) {
  const list = await loadList(payments, args);
  const totals = await readBesideOr(args, "payment totals not read", paymentTotals, undefined);
  return listScreenReply({ ...list, totals: totals?.flatMap(totalTiles) });
}
