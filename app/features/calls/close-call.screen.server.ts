import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { REASON_LABELS } from "./calls.rules";
import { closeCallSchema, HAND_REASONS } from "./close-call.rules";
import { callWithEvents, closeCallByHand } from "./close-call.server";

const MISSING = "Call not found.";
const CLOSED = "Call closed successfully";
const FAILED = "Failed to close the call";

const closeFields = (today: string) => [
  customField({
    name: "on",
    label: "Day",
    input: "text",
    required: true,
    half: true,
    value: today,
    hint: "As 2026-07-16.",
  }),
  customField({
    name: "price",
    label: "Price",
    input: "text",
    required: true,
    half: true,
    hint: "As it was traded that day.",
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
    hint: "Readers are told why. It cannot be changed afterwards.",
  }),
];

/** One call with its entries in the log; an open one can be closed. */
export async function callScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("trade-alerts.read"));
  const { id } = args.params;
  const found = isUuid(id) ? await callWithEvents(id) : undefined;
  if (!found) throw notFound(MISSING);
  const { call, events } = found;
  const canClose = call.state === "open" && call.kind !== "brief";
  return { call, events, fields: canClose ? closeFields(dayIn(config().siteTz, new Date())) : undefined };
}

export async function closeCallAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("trade-alerts.write"));
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(MISSING);
  return formReply(args, FAILED, async (submission) => {
    await closeCallByHand(staff, id, parseOrThrow(closeCallSchema, submission.values));
    return redirectWithToast(`/admin/calls/${id}`, { tone: "good", text: CLOSED });
  });
}
