import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { findRow } from "~/admin-kit/find.server";
import { requireRow } from "~/admin-kit/submit.server";
import { requireStaff } from "~/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { instrumentPath } from "./instrument.rules";
import { instruments } from "./instruments.resource.server";
import { mergeSchema } from "./merge.rules";
import { type MergePart, mergeInstruments, mergeTarget } from "./merge-instruments.server";
import { distanceWarning } from "./price-distance.rules";
import { loadSplits } from "./price-history.queries.server";
import { mergedSplitWarnings } from "./split-warnings.rules";

const DONE = "Instruments merged successfully";
const FAILED = "Failed to merge the instruments";

/** `/admin/instruments/{id}/merge`: the form, and with `?into=` its confirmation. */
export async function mergeScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  const { id, symbol, name, version, recordCount } = row;
  const into = new URL(args.request.url).searchParams.get("into");
  const target = into ? await findTarget(row, into) : undefined;
  return {
    instrument: { id, symbol, name, version, recordCount },
    question: target && {
      symbol: target.symbol,
      name: target.name,
      warnings: await mergeWarnings(row, target),
    },
    fields: [
      customField({
        name: "into",
        label: "Merge into",
        input: "text",
        required: true,
        maxLength: 20,
        value: into ?? "",
        hint: "The symbol of the instrument that stays.",
      }),
    ],
  };
}

/**
 * Warnings before a merge: splits that would count twice or get lost, and prices of another order of
 * magnitude.
 */
async function mergeWarnings(from: ClosedInstrument, into: MergePart): Promise<string[]> {
  const [splits, intoSplits, target] = await Promise.all([
    loadSplits(from.id),
    loadSplits(into.id),
    findRow(instruments, into.id),
  ]);
  const prices = target && priceMismatchWarning(from, target);
  return [
    ...mergedSplitWarnings({ symbol: from.symbol, splits }, { symbol: into.symbol, splits: intoSplits }),
    ...(prices ? [prices] : []),
  ];
}

type ClosedInstrument = { id: string; symbol: string; latestClose?: string | null };

const priceMismatchWarning = (from: ClosedInstrument, into: ClosedInstrument): string | undefined =>
  from.latestClose && into.latestClose
    ? distanceWarning({
        label: `${from.symbol}’s last close of`,
        price: from.latestClose,
        known: { price: into.latestClose, called: `${into.symbol}’s last close,` },
      })
    : undefined;

/** An unknown symbol in the address opens no confirmation. */
const findTarget = (from: MergePart, into: string) =>
  mergeTarget(from, into).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** The form redirects to the confirmation; the confirmation merges. */
export async function mergeAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  return formReply(args, FAILED, async ({ values }) => {
    const { into, confirmed } = parseOrThrow(mergeSchema, values);
    const target = await mergeTarget(row, into);
    if (!confirmed)
      return redirect(`${instrumentPath(row.id, "merge")}?${new URLSearchParams({ into })}`, 303);
    await mergeInstruments(staff, row.id, target.id);
    const back = `/admin/instruments?${new URLSearchParams({ q: target.symbol })}`;
    return redirectWithToast(back, { tone: "good", text: DONE });
  });
}
