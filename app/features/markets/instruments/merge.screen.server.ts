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
import { farPrice } from "./price-distance.rules";
import { splitsOf } from "./price-history.queries.server";
import { mergedSplitWarnings } from "./split-warnings.rules";

const DONE = "Instruments merged successfully";
const FAILED = "Failed to merge the instruments";

/** `/admin/instruments/{id}/merge`: asks into which one, and with `?into=` whether it is meant. */
export async function mergeScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.write);
  const row = await requireRow(instruments, staff, args.params.id);
  const { id, symbol, name, version, recordCount } = row;
  const into = new URL(args.request.url).searchParams.get("into");
  const target = into ? await targetOrNone(row, into) : undefined;
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

/** What is hardly meant where two histories become one: splits that count twice or are left out, prices of another size. */
async function mergeWarnings(from: ClosedInstrument, into: MergePart): Promise<string[]> {
  const [splits, intoSplits, target] = await Promise.all([
    splitsOf(from.id),
    splitsOf(into.id),
    findRow(instruments, into.id),
  ]);
  const prices = target && otherPrices(from, target);
  return [
    ...mergedSplitWarnings({ symbol: from.symbol, splits }, { symbol: into.symbol, splits: intoSplits }),
    ...(prices ? [prices] : []),
  ];
}

type ClosedInstrument = { id: string; symbol: string; latestClose?: string | null };

const otherPrices = (from: ClosedInstrument, into: ClosedInstrument): string | undefined =>
  from.latestClose && into.latestClose
    ? farPrice({
        label: `The last close of ${from.symbol},`,
        price: from.latestClose,
        known: { price: into.latestClose, called: `that of ${into.symbol},` },
      })
    : undefined;

/** An address that names no such instrument asks no question. */
const targetOrNone = (from: MergePart, into: string) =>
  mergeTarget(from, into).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** The form leads to the question; its answer merges. */
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
