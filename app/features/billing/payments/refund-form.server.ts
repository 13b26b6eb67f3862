import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { fieldData } from "~/admin-kit/field-data.server";
import { text } from "~/admin-kit/fields.server";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { amount } from "~/admin-kit/number-fields.server";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { formatMoney } from "~/ui/format";
import { invalidFields } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import {
  giveRefund,
  type RefundablePayment,
  refundableAmount,
  refundablePayment,
} from "./give-refund.server";

const LIST = "/admin/payments";

const FIELDS = {
  amount: { ...amount("amount", { label: "Amount" }), required: true },
  reason: text("reason", {
    label: "Why",
    maxLength: 500,
    hint: "The member does not see it on the site, but their data download includes it.",
  }),
};

async function loadPayment({
  params: { id },
}: Pick<LoaderFunctionArgs, "params">): Promise<RefundablePayment> {
  const payment = isUuid(id) ? await refundablePayment(id) : undefined;
  if (!payment) throw notFound("Payment not found.");
  return payment;
}

/** The refund form above the list of payments. It suggests the full rest. */
export async function refundForm(args: LoaderFunctionArgs): Promise<FormScreenData> {
  await requireStaff(args, rolesWith("payments.write"));
  const payment = await loadPayment(args);
  const left = refundableAmount(payment);
  const hint =
    left === "0.00"
      ? "This payment has nothing left to refund."
      : `At most ${formatMoney(left, payment.currency)}. A full refund ends the access that it bought.`;
  return {
    heading: "Refund payment",
    backTo: LIST,
    submit: { label: "Refund", busy: "Refunding..." },
    multipart: false,
    version: payment.version,
    about: {
      title: `${payment.name}, ${payment.packageName}, ${formatMoney(payment.amount, payment.currency)}`,
    },
    fields: [fieldData({ ...FIELDS.amount, hint }, left), fieldData(FIELDS.reason, "")],
  };
}

/** Refunds the amount in the form, once, however often the form is submitted. */
export async function refundByForm(args: ActionFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("payments.write"));
  const payment = await loadPayment(args);
  const confirmed = await withRecentPassword(args, staff, "payments.write");
  return formReply(confirmed, "Failed to refund the payment", async (submission) => {
    const { values } = await parseSubmission({ fields: Object.values(FIELDS) }, submission, "create");
    const wish = values as { amount: string; reason: string };
    if (!(Number(wish.amount) > 0)) throw invalidFields({ amount: "Amount must be more than 0" });
    const version = Number(submission.values.version) || 0;
    const given = await giveRefund(staff, payment.id, { ...wish, requestKey: `${payment.id}-${version}` });
    return redirectWithToast(LIST, { tone: "good", text: `Refunded ${given} to ${payment.email}` });
  });
}
