import { Payment } from "db/entities/payment";
import { REFUND_STATES, Refund } from "db/entities/refund";
import { columns, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { recordChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { formatMoney } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { FIX_THE_FORM } from "~/web/validator";
import { amountOf, centsOf, providerAmount } from "./money.rules";
import { PayPalError, type ProviderRefund, refundProviderCapture } from "./paypal/paypal.server";
import { addUpRefunds, compareRefunds } from "./refund.server";

const REFUNDABLE = {
  ...columnsAs(
    "p",
    Payment,
    "id",
    "version",
    "packageName",
    "amount",
    "refundedAmount",
    "currency",
    "status",
    "refundedAt",
  ),
  captureId: text.orNull.from`p.provider_capture_id`,
  email: text.from`m.email::text`,
  name: text.from`m.firstname || ' ' || m.lastname`,
};
const BY_ID = statement("give-refund.payment", REFUNDABLE)`
  select ${REFUNDABLE} from payments p join members m on m.id = p.member_id where p.id = ${uuid("id")}`;
const LOCK = statement("give-refund.lock", REFUNDABLE)`
  select ${REFUNDABLE} from payments p join members m on m.id = p.member_id where p.id = ${uuid("id")} for update of p`;

/** A payment as staff see it before they give of it back. */
export type RefundablePayment = RowOf<typeof REFUNDABLE>;

export const refundablePayment = (id: string): Promise<RefundablePayment | undefined> => BY_ID.first({ id });

/** What of a payment can still be given back: an exact decimal, "0.00" where it never came, or went back. */
export const leftOf = ({
  status,
  refundedAt,
  captureId,
  amount,
  refundedAmount,
}: RefundablePayment): string =>
  status === "COMPLETED" && refundedAt === null && captureId !== null
    ? amountOf(centsOf(amount) - centsOf(refundedAmount))
    : "0.00";

/** What staff give back. */
export type RefundWish = {
  /** An exact decimal. */
  amount: string;
  reason: string;
  /** The same for each click of one form: together they are one refund. */
  requestKey: string;
};

const ASK = command("give-refund.ask")`
  insert into refunds (payment_id, amount, state, request_key, reason, staff_id, staff_name)
  values (${uuid("paymentId")}, ${decimal("amount")}, 'asked', ${text("requestKey")}, ${text("reason")}, ${uuid("staffId")}, ${text("staffName")})`;
const ASKED = statement("give-refund.asked", columns(Refund, "id", "state", "amount"))`
  select id, state, amount from refunds where request_key = ${text("requestKey")}`;

/**
 * Gives money of a payment back through PayPal, and writes what follows from it. Clicked again, or sent again after PayPal had not
 * answered, it is the same refund.
 * @returns what was given back, for instance "$10.00"
 * @throws AppError 409 for a payment of which nothing is left, 422 for more than is left or where PayPal refuses, 503 where it does not
 * answer
 */
export async function giveRefund(staff: StaffViewer, paymentId: string, wish: RefundWish): Promise<string> {
  const { payment, refund } = await ask(staff, paymentId, wish);
  const { captureId, currency } = payment;
  const said = formatMoney(refund.amount, currency);
  if (refund.state === "done" || captureId === null) return said;
  const done = await atProvider(captureId, {
    requestId: `refund-${wish.requestKey}`,
    amount: providerAmount(refund.amount, currency),
    currency,
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 422)
      await SETTLE.run({ id: refund.id, state: "refused" });
    throw error;
  });
  await em().transactional((manager) => settle(manager, { id: refund.id, paymentId, refundId: done.id }));
  await compareRefunds(captureId).catch(ignoreSilence);
  return said;
}

/** Its notification tells the rest. */
function ignoreSilence(error: unknown): void {
  if (!(error instanceof PayPalError)) throw error;
}

function ask(staff: StaffViewer, paymentId: string, { amount, reason, requestKey }: RefundWish) {
  return em().transactional(async (manager) => {
    const payment = await LOCK.first({ id: paymentId }, manager);
    if (!payment) throw new AppError(404, "There is no such payment.");
    const before = await ASKED.first({ requestKey }, manager);
    if (before && before.state !== "refused") return { payment, refund: before };
    const left = leftOf(payment);
    if (left === "0.00") throw new AppError(409, "Nothing of this payment is left to be given back.");
    if (before || centsOf(amount) > centsOf(left)) {
      const most = before
        ? "PayPal refused it: open the form again"
        : `At most ${formatMoney(left, payment.currency)} is left`;
      throw new AppError(422, FIX_THE_FORM, { fieldErrors: { amount: most } });
    }
    await ASK.run(
      { paymentId, amount, requestKey, reason, staffId: staff.id, staffName: staff.fullname },
      manager,
    );
    const refund = await ASKED.first({ requestKey }, manager);
    if (!refund) throw new Error(`The refund ${requestKey} was not written`);
    recordChange(manager, staff, {
      action: `gave ${formatMoney(amount, payment.currency)} back to`,
      resource: "payments",
      recordId: paymentId,
      recordTitle: payment.email,
    });
    return { payment, refund };
  });
}

/** @throws AppError 422 where PayPal refuses, 503 where it does not answer */
export async function atProvider(
  captureId: string,
  refund: Parameters<typeof refundProviderCapture>[1],
): Promise<ProviderRefund> {
  try {
    return await refundProviderCapture(captureId, refund);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.kind === "refused" && error.status !== 404)
      throw new AppError(422, FIX_THE_FORM, {
        fieldErrors: { amount: `PayPal refused it: ${error.issue || error.status}` },
      });
    throw new AppError(
      503,
      "PayPal has not answered. Send the form again: the same refund is not made twice.",
    );
  }
}

const SETTLE = command("give-refund.settle")`
  update refunds set state = ${literal(REFUND_STATES)("state")} where id = ${uuid("id")}`;
const NAME = command("give-refund.name")`
  update refunds set state = 'done', provider_refund_id = ${text("refundId")} where id = ${uuid("id")}`;
/** Its notification may have been faster. */
const DROP_TWIN = command("give-refund.drop-twin")`
  delete from refunds where provider_refund_id = ${text("refundId")} and id <> ${uuid("id")}`;

async function settle(
  manager: EntityManager,
  { id, paymentId, refundId }: { id: string; paymentId: string; refundId: string },
): Promise<void> {
  await LOCK.first({ id: paymentId }, manager);
  await DROP_TWIN.run({ id, refundId }, manager);
  await NAME.run({ id, refundId }, manager);
  await addUpRefunds(manager, paymentId);
}
