import type { LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireMember, requireStaff } from "~/auth/viewer.server";
import { receiptOf } from "~/features/billing/payments/member-payments.queries.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";
import { paymentsByIds } from "../payments/payments.queries.server";
import type { ReceiptData } from "./receipt-page";
import { sellerAt } from "./sellers.queries.server";

/** A receipt for its payer only. Everybody else gets a 404. */
export async function receiptScreen(args: LoaderFunctionArgs): Promise<ReceiptData> {
  const { id: memberId, firstname, lastname, email } = await requireMember(args);
  const { id } = args.params;
  const payment = isUuid(id) ? await receiptOf(memberId, id) : undefined;
  if (!payment) throw notFound("Receipt not found.");
  return { payment, paidBy: `${firstname} ${lastname}`, email, seller: await sellerAt(payment.paidAt) };
}

/** The payer's receipt for staff who may see payments. */
export async function staffReceiptScreen(
  args: LoaderFunctionArgs,
): Promise<ReceiptData & { memberId: string }> {
  await requireStaff(args, rolesWith("payments.read"));
  const { id } = args.params;
  const [row] = isUuid(id) ? await paymentsByIds([id]) : [];
  if (row?.receiptNumber == null) throw notFound("Receipt not found.");
  const { memberId, firstname, lastname, email, paymentDate: paidAt, gift, ...payment } = row;
  return {
    memberId,
    payment: { ...payment, paidAt, giftTo: gift && (gift.recipientEmail ?? "") },
    paidBy: `${firstname} ${lastname}`,
    email,
    seller: await sellerAt(paidAt),
  };
}

/** @throws 404 for the credit note of a receipt that was not refunded. */
export function withCreditNote<Data extends ReceiptData>(receipt: Data): Data {
  if (receipt.payment.creditNoteNumber === null) throw notFound("Credit note not found.");
  return receipt;
}
