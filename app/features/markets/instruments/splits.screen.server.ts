import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { invalidFields, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { instrumentPath } from "./instrument.rules";
import { instruments } from "./instruments.resource.server";
import { loadSplits } from "./price-history.queries.server";
import { addSplit, confirmPrice, removeSplit } from "./price-history.server";
import { loadJumps } from "./price-jumps.queries.server";
import { isDay } from "./price-lines.rules";
import { confirmSchema, splitSchema } from "./split.rules";

const FAILED = "Failed to change the splits";

/** @param suggested the split that a day's price looks like */
const fieldsFor = (suggested: { day: string; ratio: number } | undefined) => [
  customField({
    name: "day",
    value: suggested?.day ?? "",
    label: "Day",
    input: "date",
    required: true,
    half: true,
    hint: "The first day the new shares trade.",
  }),
  customField({
    name: "ratio",
    value: suggested ? ratioText(suggested.ratio) : "",
    label: "Ratio",
    input: "text",
    required: true,
    half: true,
    hint: "New shares per old share: 2 is two for one, 0.1 one for ten.",
  }),
];

const ratioText = (ratio: number): string => String(Number(ratio.toFixed(8)));

/**
 * `/admin/instruments/{id}/splits`: an instrument's splits, the form that adds one, and jumps that look like
 * one.
 */
export async function splitsScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.read);
  const { id, symbol, name, version } = await requireRow(instruments, staff, args.params.id);
  const [splits, jumps] = await Promise.all([loadSplits(id), loadJumps(id)]);
  return { instrument: { id, symbol, name, version }, splits, jumps, fields: fieldsFor(jumps.at(-1)) };
}

/**
 * Adds the form's split, removes that of the day in `remove`, or confirms the price of the day in `confirm`.
 */
export async function splitsAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  const redirectWithMessage = (text: string) =>
    redirectWithToast(instrumentPath(row.id, "splits"), { tone: "good", text });
  return formReply(args, FAILED, async (sent) => {
    const { values } = sent;
    // The fields of a button's form must not fill the split's form.
    if (values.confirm !== undefined || values.remove !== undefined)
      return pageReply(args, FAILED, async () => redirectWithMessage(await runButton(staff, row, values)));
    await addSplit(staff, row, parseSplit(values), sent);
    return redirectWithMessage("Split added successfully");
  });
}

async function runButton(
  staff: StaffViewer,
  row: { id: string; symbol: string },
  values: Record<string, unknown>,
): Promise<string> {
  if (values.confirm === undefined) {
    await removeSplit(staff, row, parseDay(values.remove, "remove"));
    return "Split removed successfully";
  }
  const { confirm, before, close } = parseOrThrow(confirmSchema, values);
  await confirmPrice(staff, row, { day: parseDay(confirm, "confirm"), before, close });
  return "Price confirmed successfully";
}

function parseSplit(values: Record<string, unknown>) {
  const split = parseOrThrow(splitSchema, values);
  return { ...split, day: parseDay(split.day, "day") };
}

/** @throws AppError 422 for a day that does not exist */
function parseDay(value: unknown, field: string): string {
  if (typeof value === "string" && isDay(value)) return value;
  throw invalidFields({ [field]: "Day must be a date such as 2026-07-16" });
}
