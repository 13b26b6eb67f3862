import { Member } from "db/entities/member";
import { Payment } from "db/entities/payment";
import { REFUND_STATES, Refund } from "db/entities/refund";
import { columns, columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { decimal, literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { formatMoney } from "~/ui/format";
import { AppError, invalidFields } from "~/web/app-error.server";
import { formatCents, hasDecimals, isSameAmount, parseCents, providerAmount } from "../money.rules";
import { PayPalError, type ProviderRefund, refundProviderCapture } from "../paypal/paypal.server";
import { addUpRefunds, applyProviderRefunds } from "./apply-refunds.server";

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

/** A payment as staff see it before they refund it. */
export type RefundablePayment = RowOf<typeof REFUNDABLE>;

export const refundablePayment = (id: string): Promise<RefundablePayment | undefined> => BY_ID.first({ id });

/**
 * The refundable rest of a payment, an exact decimal: "0.00" if the money never came or was fully refunded.
 */
export const refundableAmount = ({
  status,
  refundedAt,
  captureId,
  amount,
  refundedAmount,
}: RefundablePayment): string =>
  status === "COMPLETED" && refundedAt === null && captureId !== null
    ? formatCents(parseCents(amount) - parseCents(refundedAmount))
    : "0.00";

/** A refund as staff enter it. */
export type RefundWish = {
  /** An exact decimal. */
  amount: string;
  reason: string;
  /** The same for each submission of one form: together they are one refund. */
  requestKey: string;
};

const ADD_REQUEST = command("give-refund.ask")`
  insert into refunds (payment_id, amount, state, request_key, reason, staff_id, staff_name)
  values (${uuid("paymentId")}, ${decimal("amount")}, 'asked', ${text("requestKey")}, ${text("reason")}, ${uuid("staffId")}, ${text("staffName")})`;

const REQUESTED = { ...columns(Refund, "id", "state", "amount"), requestKey: text.present.from`request_key` };
type RequestedRefund = RowOf<typeof REQUESTED>;
const OF_KEY = statement("give-refund.of-key", REQUESTED)`
  select ${REQUESTED} from refunds where request_key = ${text("requestKey")}`;
const UNHEARD = statement("give-refund.unheard", REQUESTED)`
  select ${REQUESTED} from refunds where payment_id = ${uuid("paymentId")} and state = 'asked' and request_key is not null limit 1`;

/**
 * Refunds money of a payment through PayPal, and records the effects. Repeated submissions are the same
 * refund, also after PayPal did not answer. Until PayPal reports the outcome, the payment gets no other
 * refund.
 * @returns the refunded amount, for instance "$10.00"
 * @throws AppError 409 if nothing is left to refund, 422 for more than is left or if PayPal refuses, 503 if
 * it does not answer
 */
export async function giveRefund(staff: StaffViewer, paymentId: string, wish: RefundWish): Promise<string> {
  const { payment, refund } = await addRefundRequest(staff, paymentId, wish);
  const { captureId, currency } = payment;
  if (captureId === null) throw new AppError(409, NOTHING_LEFT);
  const amountText = formatMoney(refund.amount, currency);
  if (refund.state !== "done") {
    const request = {
      requestId: `refund-${refund.requestKey}`,
      amount: providerAmount(refund.amount, currency),
      currency,
    };
    const answer = await atProvider(captureId, request).catch(async (error: unknown) => {
      if (error instanceof AppError && error.status === 422) await markRefused(refund.id, paymentId);
      throw error;
    });
    await em().transactional((manager) => settleRefund(manager, staff, { refund, payment, answer }));
  }
  await applyProviderRefunds(captureId).catch(ignoreSilence);
  return amountText;
}

/** PayPal's notification reports the outcome later. */
function ignoreSilence(error: unknown): void {
  if (!(error instanceof PayPalError)) throw error;
}

const NOTHING_LEFT = "This payment has nothing left to refund.";

/** Records the refund before PayPal gets the request. */
function addRefundRequest(
  staff: StaffViewer,
  paymentId: string,
  { amount, reason, requestKey }: RefundWish,
): Promise<{ payment: RefundablePayment; refund: RequestedRefund }> {
  return em().transactional(async (manager) => {
    const payment = await LOCK.first({ id: paymentId }, manager);
    if (!payment) throw new AppError(404, "Payment not found.");
    const { currency } = payment;
    const before =
      (await UNHEARD.first({ paymentId }, manager)) ?? (await OF_KEY.first({ requestKey }, manager));
    if (before && before.state !== "refused") {
      if (isSameAmount(before.amount, amount)) return { payment, refund: before };
      throw wrongAmount(
        `A refund of ${formatMoney(before.amount, currency)} is still open: submit that amount again first`,
      );
    }
    const left = refundableAmount(payment);
    if (left === "0.00") throw new AppError(409, NOTHING_LEFT);
    if (before) throw wrongAmount("PayPal refused the refund: open the form again");
    if (parseCents(amount) > parseCents(left))
      throw wrongAmount(`You can refund at most ${formatMoney(left, currency)}`);
    if (!hasDecimals(currency) && parseCents(amount) % 100n !== 0n)
      throw wrongAmount(`${currency} has no decimals`);
    const who = { staffId: staff.id, staffName: staff.fullname };
    await ADD_REQUEST.run({ paymentId, amount, requestKey, reason, ...who }, manager);
    const refund = await OF_KEY.first({ requestKey }, manager);
    if (!refund) throw new Error(`Refund ${requestKey} was not recorded`);
    return { payment, refund };
  });
}

const wrongAmount = (amount: string) => invalidFields({ amount });

/** @throws AppError 422 where PayPal refuses, 503 where it does not answer */
export async function atProvider(
  captureId: string,
  refund: Parameters<typeof refundProviderCapture>[1],
): Promise<ProviderRefund> {
  try {
    const answer = await refundProviderCapture(captureId, refund);
    if (answer.status !== "FAILED" && answer.status !== "CANCELLED") return answer;
    throw new PayPalError("refused", "The refund failed", answer.status, 422);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.kind === "refused" && error.status !== 404)
      throw wrongAmount(`PayPal refused the refund: ${error.issue || error.status}`);
    throw new AppError(
      503,
      "PayPal has not answered. Submit the form again: the refund will not be made twice.",
    );
  }
}

const GIVE_UP = command("give-refund.give-up")`
  update refunds set state = 'refused' where id = ${uuid("id")} and state = 'asked'`;
/** A form opened later gets a new request key. */
const NEXT_VERSION = command("give-refund.next-version")`
  update payments set version = version + 1 where id = ${uuid("paymentId")}`;

const markRefused = (id: string, paymentId: string): Promise<void> =>
  em().transactional(async (manager) => {
    await GIVE_UP.run({ id }, manager);
    await NEXT_VERSION.run({ paymentId }, manager);
  });

const LOCK_PAYER = statement("give-refund.lock-payer", columnsAs("m", Member, "id"))`
  select m.id from members m join payments p on p.member_id = m.id where p.id = ${uuid("paymentId")} for update of m`;
const NAME = command("give-refund.name")`
  update refunds set state = ${literal(REFUND_STATES)("state")}, provider_refund_id = ${text("refundId")}
   where id = ${uuid("id")} and state = 'asked'`;
/** The notification may have arrived first and added its own row. */
const DROP_TWIN = command("give-refund.drop-twin")`
  delete from refunds where provider_refund_id = ${text("refundId")} and id <> ${uuid("id")}`;

type Answered = { refund: RequestedRefund; payment: RefundablePayment; answer: ProviderRefund };

/**
 * If a bank still has to act, the refund stays pending and its notification settles it. The member's row is
 * locked first, as in any refund.
 */
async function settleRefund(
  manager: EntityManager,
  staff: StaffViewer,
  { refund, payment, answer }: Answered,
): Promise<void> {
  const { id: paymentId, email, currency } = payment;
  await LOCK_PAYER.first({ paymentId }, manager);
  await LOCK.first({ id: paymentId }, manager);
  const refundId = answer.id;
  await DROP_TWIN.run({ id: refund.id, refundId }, manager);
  const state = answer.status === "COMPLETED" ? "done" : "asked";
  await NAME.run({ id: refund.id, refundId, state }, manager);
  await addUpRefunds(manager, paymentId);
  logChange(manager, staff, {
    action: `refunded ${formatMoney(refund.amount, currency)} to`,
    resource: "payments",
    recordId: paymentId,
    recordTitle: email,
  });
}
