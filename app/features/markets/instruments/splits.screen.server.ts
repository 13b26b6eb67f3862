import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { FIX_THE_FORM } from "~/web/validator";
import { instrumentPath } from "./instrument.rules";
import { instruments } from "./instruments.resource.server";
import { splitsOf } from "./price-history.queries.server";
import { addSplit, removeSplit } from "./price-history.server";
import { isDay } from "./price-lines.rules";
import { splitSchema } from "./split.rules";

const FAILED = "Failed to change the splits";

const FIELDS = [
  customField({
    name: "day",
    label: "Day",
    input: "text",
    required: true,
    half: true,
    hint: "The first on which the new shares are traded, as 2026-07-16.",
  }),
  customField({
    name: "ratio",
    label: "Ratio",
    input: "text",
    required: true,
    half: true,
    hint: "Shares for each one before: 2 is two for one, 0.1 one for ten.",
  }),
];

/** `/admin/instruments/{id}/splits`: an instrument's splits, and the form that adds one. */
export async function splitsScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.read);
  const { id, symbol, name, version } = await requireRow(instruments, staff, args.params.id);
  return { instrument: { id, symbol, name, version }, splits: await splitsOf(id), fields: FIELDS };
}

/** Adds the split of the form, or removes that of the day in `remove`. */
export async function splitsAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  return formReply(args, FAILED, async ({ values }) => {
    const { remove } = values;
    if (remove === undefined) await addSplit(staff, row, splitOf(values));
    else await removeSplit(staff, row, dayOf(remove, "remove"));
    const text = remove === undefined ? "Split added successfully" : "Split removed successfully";
    return redirectWithToast(instrumentPath(row.id, "splits"), { tone: "good", text });
  });
}

function splitOf(values: Record<string, unknown>) {
  const split = parseOrThrow(splitSchema, values);
  return { ...split, day: dayOf(split.day, "day") };
}

/** @throws AppError 422 for what no calendar has */
function dayOf(value: unknown, field: string): string {
  if (typeof value === "string" && isDay(value)) return value;
  throw new AppError(422, FIX_THE_FORM, {
    fieldErrors: { [field]: "Day must be one such as 2026-07-16" },
  });
}
