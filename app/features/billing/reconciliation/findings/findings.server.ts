import { randomUUID } from "node:crypto";
import { ACCEPTABLE_FINDINGS } from "db/entities/accepted-finding";
import { em } from "db/orm.server";
import { decimal, literal, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { saveSetAccess } from "~/access/periods.server";
import { setEntitlement, storedEntitlementOf } from "~/access/stored-entitlement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { accessRestoredMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { formatMoney } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { providerAmount } from "../../money.rules";
import { type CaptureOutcome, captureOnce } from "../../orders/capture.server";
import { clearHeldCapture } from "../../payments/apply-refunds.server";
import { atProvider } from "../../payments/give-refund.server";
import { findingOf } from "./findings.queries.server";
import { type Finding, type FindingAction, type FindingKind, KIND_FACTS } from "./findings.rules";

/** The action that a form requests for one line of the page. */
export type FindingRequest = { kind: FindingKind; subject: string; fix: FindingAction };

const ALREADY_RESOLVED = "Nothing was changed: this entry is already resolved.";

/**
 * Resolves or accepts one finding. The finding is read again first, so nothing is granted twice.
 * @returns the outcome, as a sentence
 * @throws AppError 409 if the finding no longer exists, 422 if its kind does not have this action
 */
export async function resolveFinding(
  staff: StaffViewer,
  { kind, subject, fix }: FindingRequest,
): Promise<string> {
  if (!KIND_FACTS[kind].actions.some((offered) => offered.fix === fix))
    throw new AppError(422, "Nothing was changed: this action is not available for this entry.");
  if (fix === "ask") return askProvider(kind, subject);
  if (fix === "refund") return refundHeldCapture(staff, subject);
  return fix === "give" ? restoreAccess(staff, subject) : accept(staff, kind, subject);
}

/** Restores the access that a payment bought, until its original end, and emails the payer. */
function restoreAccess(staff: StaffViewer, subject: string): Promise<string> {
  return em().transactional(async (manager) => {
    const before = await findingOf("paid without access", subject, manager);
    if (!before) throw new AppError(409, ALREADY_RESOLVED);
    const entitlement = await storedEntitlementOf(before.memberId, manager);
    // The member's row is locked now. A payment or a colleague may have resolved the finding first.
    const found = await findingOf("paid without access", subject, manager);
    if (!entitlement || !found?.until) throw new AppError(409, ALREADY_RESOLVED);
    const until = new Date(found.until);
    await setEntitlement(manager, found.memberId, { tier: found.tier, until });
    await saveSetAccess(manager, [found.memberId], found.subject);
    logChange(manager, staff, {
      action: "gave access to",
      ...changedMember(found),
      detail: {
        fields: ["subscription", "subscriptionExpiresAt"],
        from: found.holds,
        to: found.tier,
        until: { from: entitlement.until?.toISOString() ?? null, to: until.toISOString() },
      },
    });
    const { siteName, siteTz } = config();
    const content = accessRestoredMail(siteName, { name: found.name, tier: found.tier, until }, siteTz);
    // Each restore is a new cause, so each one sends an email.
    const dedupeKey = `access-restored:${found.subject}:${randomUUID()}`;
    await queueMail(manager, { to: found.email, content, dedupeKey });
    return `${found.name} has ${found.tier} again and will receive an email`;
  });
}

const ANSWERS: Record<CaptureOutcome["state"], string> = {
  captured: "PayPal has the money: access is granted",
  pending: "PayPal says that the money is on its way",
  "not approved": "PayPal says that the buyer has not approved the payment",
  failed: "PayPal has answered: the order is closed",
  "sent back": "PayPal needs the buyer to confirm again: nothing was paid",
  waiting: "PayPal is not responding, or another check is running",
};

async function askProvider(kind: FindingKind, subject: string): Promise<string> {
  const found = await findingOf(kind, subject);
  if (!found) throw new AppError(409, ALREADY_RESOLVED);
  const outcome = await captureOnce(found.subject);
  if (outcome.state === "waiting") throw new AppError(409, `${ANSWERS.waiting}. The order is unchanged.`);
  return ANSWERS[outcome.state];
}

const HELD = {
  captureId: text.present.from`o.held_capture_id`,
  amount: decimal.present.from`o.held_amount`,
  currency: text.present.from`o.held_currency`,
};
const HELD_OF = statement("findings.held", HELD)`
  select ${HELD} from orders o where o.id = ${uuid("orderId")} and o.held_capture_id is not null`;

/** Refunds money that the provider holds without a grant. A repeated request is the same refund. */
async function refundHeldCapture(staff: StaffViewer, orderId: string): Promise<string> {
  const found = await findingOf("captured, not recorded", orderId);
  const capture = found && (await HELD_OF.first({ orderId }));
  if (!capture) throw new AppError(409, ALREADY_RESOLVED);
  const { captureId, amount, currency } = capture;
  const amountText = formatMoney(amount, currency);
  await atProvider(captureId, {
    requestId: `refund-held-${orderId}`,
    amount: providerAmount(amount, currency),
    currency,
  });
  await em().transactional(async (manager) => {
    await clearHeldCapture(manager, captureId);
    logChange(manager, staff, { action: `refunded ${amountText} to`, ...changedMember(found) });
  });
  return `Refunded ${amountText} to ${found.name}`;
}

const ACCEPT = command("findings.accept")`
  insert into accepted_findings (kind, subject, member_id, staff_id, staff_name)
  values (${literal(ACCEPTABLE_FINDINGS)("kind")}, ${text("subject")}, ${uuid("memberId")}, ${uuid("staffId")}, ${text("staffName")})
  on conflict (kind, subject) do nothing`;

function accept(staff: StaffViewer, kind: FindingKind, subject: string): Promise<string> {
  return em().transactional(async (manager) => {
    const found = await findingOf(kind, subject, manager);
    if (!found || kind === "stuck") throw new AppError(409, ALREADY_RESOLVED);
    const { memberId } = found;
    await ACCEPT.run({ kind, subject, memberId, staffId: staff.id, staffName: staff.fullname }, manager);
    logChange(manager, staff, { action: `accepted "${kind}" of`, ...changedMember(found) });
    return "Left as is. This entry will not be shown again";
  });
}

const changedMember = ({ memberId, name }: Finding) => ({
  resource: "manage-users",
  recordId: memberId,
  recordTitle: name,
});
