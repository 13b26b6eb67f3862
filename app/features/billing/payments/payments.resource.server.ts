import type { Cell } from "~/admin-kit/cells";
import type { AnyColumn, QueriedList, SpreadsheetColumn } from "~/admin-kit/resource.server";
import { rolesFor } from "~/auth/permissions.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { DASH, formatMoney, pluralize } from "~/ui/format";
import { listPrice, reductionText } from "../coupons/coupon.rules";
import { GIFT_BADGES } from "../gifts/gift.rules";
import { partlyRefundedText } from "../money.rules";
import { creditNoteName, receiptName, refundPath, staffReceiptPath } from "../receipts/receipt.rules";
import { splitVat } from "../receipts/vat.rules";
import type { PaymentRow } from "./payments.queries.server";
import { openPayments } from "./payments-list.queries.server";

const STATUSES = ["COMPLETED", "PENDING", "FAILED", "REFUNDED"] as const;

/** The statuses of the specification. A refunded payment stays COMPLETED. */
const STATUS_LABELS: Record<(typeof STATUSES)[number], string> = {
  COMPLETED: "COMPLETED",
  PENDING: "PENDING",
  FAILED: "FAILED",
  REFUNDED: "COMPLETED, refunded",
};

const COLUMNS: readonly AnyColumn<PaymentRow>[] = [
  {
    label: "Member",
    cell: ({ memberId, email, firstname, lastname }) => ({
      kind: "title",
      text: email,
      sub: `${firstname} ${lastname}`,
      to: `/admin/manage-users/${memberId}`,
    }),
  },
  { label: "Plan", cell: packageCell },
  { label: "Receipt", cell: receiptCell },
  {
    label: "Amount",
    cell: (paid) => ({
      kind: "number",
      text: formatMoney(paid.amount, paid.currency),
      sub: partlyRefundedText(paid) ?? reductionText(paid),
    }),
  },
  { label: "Status", cell: statusCell },
  {
    label: "Provider IDs",
    cell: ({ captureId, providerOrderId, paymentMethod }) => ({
      kind: "text",
      text: captureId ?? (providerOrderId ? "No capture" : paymentMethod),
      sub: providerOrderId ? `Order ${providerOrderId}` : undefined,
    }),
  },
  // Not 'Paid': pending and failed payments have a date, too.
  { label: "Date", sort: "paymentDate", cell: ({ paymentDate }) => timeCell(paymentDate) },
  { label: "Access until", cell: accessCell },
  { label: "Refund", cell: refundCell },
];

function packageCell({ packageName, tier, gift }: PaymentRow): Cell {
  if (gift)
    return {
      kind: "text",
      text: packageName,
      sub: `A gift for ${gift.recipientEmail ?? "a deleted address"}`,
    };
  return { kind: "text", text: packageName, sub: packageName === tier ? undefined : tier };
}

/** Links to the payer's receipt, which links to its credit note. */
function receiptCell({ id, receiptNumber, creditNoteNumber }: PaymentRow): Cell {
  if (receiptNumber === null) return { kind: "number", text: "–" };
  return {
    kind: "number",
    text: receiptName(receiptNumber),
    sub: creditNoteName(creditNoteNumber) || undefined,
    to: staffReceiptPath(id),
  };
}

const timeCell = (at: Date): Cell => ({ kind: "time", iso: at.toISOString() });

/** The actual end, referral days included. Empty if the payment was refunded. */
function accessCell({ accessUntil, bonusDays, refundedAt, gift }: PaymentRow): Cell {
  if (gift) return { kind: "badge", tone: GIFT_BADGES[gift.state].tone, text: GIFT_BADGES[gift.state].word };
  if (refundedAt) return { kind: "text", text: "Ended by the refund" };
  if (!accessUntil) return { kind: "text", text: "–" };
  const time = formatTime(accessUntil, "short-date", config().siteTz);
  return bonusDays > 0
    ? { kind: "text", text: time, sub: `${pluralize(bonusDays, "day")} from a referral` }
    : timeCell(accessUntil);
}

/** Links to the refund form while anything is left to refund. */
function refundCell({ id, status, captureId, refundedAt }: PaymentRow): Cell {
  const hasLeft = status === "COMPLETED" && captureId !== null && refundedAt === null;
  return hasLeft ? { kind: "link", text: "Refund", to: refundPath(id) } : { kind: "text", text: DASH };
}

function statusCell({ status, refundedAt }: PaymentRow): Cell {
  if (refundedAt) return { kind: "badge", tone: "warn", text: STATUS_LABELS.REFUNDED };
  const tone = ({ COMPLETED: "good", PENDING: "warn", FAILED: "bad" } as const)[status];
  return { kind: "badge", tone, text: status };
}

/** For bookkeeping: all known facts of a payment, as plain values. */
const SPREADSHEET: readonly SpreadsheetColumn<PaymentRow>[] = [
  ["Email", ({ email }) => email],
  ["Name", ({ firstname, lastname }) => `${firstname} ${lastname}`],
  ["Plan", ({ packageName }) => packageName],
  ["Tier", ({ tier }) => tier],
  ["Amount", ({ amount }) => amount],
  ["Currency", ({ currency }) => currency],
  ["Status", ({ status }) => status],
  ["Payment method", ({ paymentMethod }) => paymentMethod],
  ["PayPal capture", ({ captureId }) => captureId ?? ""],
  ["PayPal order", ({ providerOrderId }) => providerOrderId ?? ""],
  ["Date", ({ paymentDate }) => paymentDate.toISOString()],
  ["Access from", ({ accessFrom }) => accessFrom?.toISOString() ?? ""],
  ["Access until", ({ accessUntil }) => accessUntil?.toISOString() ?? ""],
  ["Days from a referral", ({ bonusDays }) => String(bonusDays)],
  ["Refunded", ({ refundedAt }) => refundedAt?.toISOString() ?? ""],
  ["Refunded in part", ({ refundedAmount, refundedAt }) => (refundedAt ? "" : refundedAmount)],
  ["Receipt number", ({ receiptNumber }) => receiptName(receiptNumber)],
  ["Net", (payment) => taxCells(payment)?.net ?? ""],
  ["VAT", (payment) => taxCells(payment)?.vat ?? ""],
  ["Credit note", ({ creditNoteNumber }) => creditNoteName(creditNoteNumber)],
  ["List price", (paid) => listPrice(paid)],
  ["Discount", ({ discount }) => discount],
  ["Coupon", ({ couponCode }) => couponCode ?? ""],
  ["Gift for", ({ gift }) => gift?.recipientEmail ?? ""],
  ["Gift", ({ gift }) => (gift ? GIFT_BADGES[gift.state].word : "")],
];

/** The tax on its receipt. Undefined without a receipt or without tax. */
const taxCells = ({ vatRate, receiptNumber, ...paid }: PaymentRow) =>
  vatRate !== null && receiptNumber !== null ? splitVat(paid, vatRate) : undefined;

/**
 * All payments, with the provider's ids. Nothing can be edited here; only the superadmin may look
 * (specification, section 6).
 */
export const payments: QueriedList<PaymentRow> = {
  path: "payments",
  noun: "payments",
  roles: rolesFor("payments"),
  titleOf: ({ receiptNumber, email }) => [receiptName(receiptNumber), email].filter(Boolean).join(", "),
  loadFailed: "Failed to fetch payments",
  listing: {
    title: "Payments",
    plural: "payments",
    columns: COLUMNS,
    search: { label: "Search email, receipt or PayPal ID" },
    filters: [
      {
        name: "status",
        label: "Status",
        options: STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
      },
    ],
    open: openPayments,
    spreadsheet: SPREADSHEET,
    empty: "No payments found.",
  },
};
