import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireConfirmation } from "~/admin-kit/warnings.server";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { siteToday } from "~/platform/database-clock.server";
import { dayInWords } from "~/ui/charts/calendar";
import { formatSigned } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { type CallState, type ClosedBody, isSlip } from "../call-events.rules";
import { callTitle, REASON_LABELS } from "../calls.rules";
import { resultOf } from "../track-record/record.rules";
import { resultDifference } from "./check-results.server";
import {
  closeCallSchema,
  correctCallSchema,
  HAND_REASONS,
  RESULT_REASONS,
  reopenCallSchema,
} from "./close-call.rules";
import { callWithEvents, closeCallByHand } from "./close-call.server";
import { confirmResult } from "./confirm-result.server";
import { correctCall } from "./correct-call.server";
import { closedCallWithPrices, settlementByPrices } from "./due-by-prices.server";
import { closingOf, isClosedByHand, reopenCall } from "./reopen-call.server";
import type { ResultCheckData } from "./result-check";
import { resultConfirmation } from "./result-checks.queries.server";
import type { Settlement } from "./settlement.rules";

const MISSING = "Call not found.";
const CLOSED = "Call closed successfully";
const CORRECTED = "Result corrected successfully";
const REOPENED = "Call reopened successfully";
const CONFIRMED = "Result confirmed successfully";
const FAILED = "Failed to save the call";

const closeFields = (today: string) => [
  customField({
    name: "on",
    label: "Day",
    input: "date",
    required: true,
    half: true,
    value: today,
  }),
  customField({
    name: "price",
    label: "Price",
    input: "text",
    required: true,
    half: true,
    hint: "The traded price that day: between its low and high, or its close if those are unknown.",
  }),
  customField({
    name: "reason",
    label: "Reason",
    input: "radio",
    value: HAND_REASONS[0],
    options: HAND_REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
  }),
  customField({
    name: "note",
    label: "Note",
    input: "textarea",
    required: true,
    maxLength: 500,
    hint: "Readers see the reason. It cannot be changed afterwards.",
  }),
];

/** @param by the settlement by current prices: the most likely correction */
const correctFields = (by: Settlement | undefined) => [
  customField({
    name: "newDay",
    label: "Day",
    input: "date",
    required: true,
    half: true,
    value: by?.on ?? "",
  }),
  customField({
    name: "newPrice",
    label: "Price",
    input: "text",
    required: true,
    half: true,
    value: by?.price ?? "",
    hint: "The traded price that day: between its low and high, or its close if those are unknown.",
  }),
  customField({
    name: "newReason",
    label: "Reason",
    input: "radio",
    value: by?.reason ?? RESULT_REASONS[0],
    options: RESULT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
  }),
  customField({
    name: "why",
    label: "Why",
    input: "textarea",
    required: true,
    maxLength: 500,
    hint: "Readers see the reason. The first result stays in the log.",
  }),
];

/** @param isRequired true once the minutes without a required reason are over */
const reopenFields = (isRequired: boolean) => [
  customField({
    name: "reopenWhy",
    label: "Why",
    input: "textarea",
    required: isRequired,
    maxLength: 500,
    hint: isRequired
      ? "Readers see the reason and the result that no longer counts. The log keeps both entries."
      : "Within ten minutes of closing, no reason is needed and readers do not see the reopening. The log keeps both entries.",
  }),
];

/** A call with its log entries. Staff who publish can close an open call, and correct or reopen a closed one. */
export async function callScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("trade-alerts.read"));
  const { id } = args.params;
  const found = isUuid(id) ? await callWithEvents(id) : undefined;
  if (!found) throw notFound(MISSING);
  const { call, events, waiting } = found;
  const today = await siteToday();
  const mayClose = can(viewer, "trade-alerts.publish");
  const canClose = mayClose && call.state === "open" && call.kind !== "brief";
  const { byPrices, check } = call.state === "closed" ? await currentPriceCheck(call, today) : {};
  return {
    call,
    today,
    events,
    waiting,
    byPrices,
    check,
    mayClose,
    fields: canClose ? closeFields(today) : undefined,
    corrections: mayClose && call.state === "closed" ? correctFields(byPrices) : undefined,
    reopening: mayClose && isClosedByHand(call) ? reopenFields(await isReasonNeeded(call)) : undefined,
  };
}

async function isReasonNeeded(call: CallState): Promise<boolean> {
  const { closedAt, now } = await closingOf(call);
  return !isSlip(closedAt, now);
}

/** The settlement of a closed call by current prices, and its difference from the result. */
async function currentPriceCheck({ id, lastSeq }: CallState, today: string) {
  const [read, confirmation] = await Promise.all([closedCallWithPrices(id, today), resultConfirmation(id)]);
  const says = read && resultDifference(read, today);
  const isConfirmed = confirmation?.says === says && confirmation?.lastSeq === lastSeq;
  const confirmed = isConfirmed ? confirmation : undefined;
  const check: ResultCheckData | undefined = says === undefined ? undefined : { says, confirmed };
  return { byPrices: read && settlementByPrices(read, today), check };
}

/** Closes the call, or corrects, confirms or reopens its result, depending on the submitted fields. */
export async function closeCallAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("trade-alerts.publish"));
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(MISSING);
  return formReply(args, FAILED, async (submission) => {
    const version = versionOf(submission);
    const { confirm } = submission.values;
    // The values of the confirm button's form must not fill the fields of the page's other forms.
    if (confirm !== undefined)
      return pageReply(args, FAILED, async () => {
        await confirmResult(staff, id, String(confirm), version);
        return redirectWithToast(`/admin/calls/${id}`, { tone: "good", text: CONFIRMED });
      });
    const text = await changeCall(staff, id, submission, version);
    return redirectWithToast(`/admin/calls/${id}`, { tone: "good", text });
  });
}

/** @returns the success message */
async function changeCall(
  staff: StaffViewer,
  id: string,
  submission: Submission,
  version: number | undefined,
): Promise<string> {
  const { values } = submission;
  if (values.reopenWhy !== undefined) {
    await reopenCall(staff, id, parseOrThrow(reopenCallSchema, values), version);
    return REOPENED;
  }
  if (values.newPrice !== undefined) {
    await correctCall(staff, id, parseOrThrow(correctCallSchema, values), version);
    return CORRECTED;
  }
  await closeCallByHand(staff, id, parseOrThrow(closeCallSchema, values), version, (call, result) =>
    requireConfirmation(submission, { price: closingQuestion(call, result) }, "closed"),
  );
  return CLOSED;
}

const NOT_COMPARED = { enteredOn: "", endedOn: "", indexFrom: null, indexTo: null };

/** Asks for confirmation with the result, and says how long reopening leaves no trace for readers. */
function closingQuestion(call: CallState, { on, price, ratio }: ClosedBody): string {
  const { direction, entryPrice } = call;
  const isMeasured = entryPrice !== null && Number(entryPrice) > 0;
  const closed = {
    direction,
    entryPrice: entryPrice ?? "",
    closePrice: price,
    closeRatio: ratio,
    ...NOT_COMPARED,
  };
  const result = isMeasured ? `, a result of ${formatSigned(resultOf(closed), 1)}%` : "";
  return `This closes “${callTitle(call)}” at ${exactPrice(price)} on ${dayInWords(on)}${result}. Readers see it immediately. If you reopen the call within ten minutes, readers see no trace`;
}
