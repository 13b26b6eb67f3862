import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff, type StaffViewer } from "~/features/auth/viewer.server";
import { AppError, catchAppError, errorResponseInit } from "~/web/app-error.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import {
  applyPaste,
  comparisonOf,
  type PasteOutcome,
  readComparison,
  toldOf,
  writeComparison,
} from "./apply.server";
import { comparePaste, type Pasted } from "./compare.server";
import { drawComparison } from "./draw.server";
import { formOf, type PasteForm, sentText } from "./paste-form.server";
import { readPasted } from "./read-pasted.server";
import { MAX_PASTE_BYTES, MAX_ROWS } from "./table.server";
import { assumedField, pasteTargets } from "./targets.server";

/** `/admin/<path>/paste`: where rows of a spreadsheet are pasted. */
export async function pasteScreen<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  args: LoaderFunctionArgs,
) {
  await requireStaff(args, resource.roles.write);
  const { path, listing, form, paste } = resource;
  const assumed = assumedField(resource);
  return {
    title: `Paste ${listing.plural}`,
    list: { label: listing.title, to: `/admin/${path}` },
    parentTo: listing.parent?.to,
    mostRows: MAX_ROWS,
    plural: listing.plural,
    columns: form.fields.filter(({ input }) => input !== "picture").map(({ label }) => label),
    keys: paste.key.map((name) => form.fields.find((field) => field.name === name)?.label ?? name),
    assumed: assumed && {
      label: assumed.label,
      options: [...(assumed.options ?? [])],
      initial: assumed.options?.find(({ value }) => value === assumed.initial)?.label,
    },
  };
}

export type PasteScreenData = Awaited<ReturnType<typeof pasteScreen>>;

/** Compares what was pasted, or writes what was compared. */
export async function pasteAction<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  args: LoaderFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.write);
  // One more than may be sent, so that no text that was cut off is taken for a whole one.
  const submission = await readSubmission(args.request, ["file"], MAX_PASTE_BYTES + 4);
  const form = formOf(submission);
  return catchAppError(
    args,
    resource.form.update.failed,
    async () => {
      const text = sentText(submission) ?? form.text;
      return await answer(resource, staff, { ...form, text });
    },
    (error) => data(refusedReply(error, form), errorResponseInit(error)),
  );
}

async function answer<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  form: PasteForm,
) {
  const pasted = await readPasted(resource, staff, form);
  if (!form.applies) return data(await compared(resource, staff, pasted, form));
  try {
    const outcome = await applyPaste(resource, staff, pasted, readComparison(form.shown));
    if (outcome.refused.length === 0) {
      const told = { tone: "good", text: toldOf(resource.listing.plural, outcome) } as const;
      return await redirectWithToast(`/admin/${resource.path}`, told);
    }
    return data(await leftOver(resource, staff, pasted, { form, outcome }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reply = await compared(resource, staff, pasted, form);
    return data({ ...reply, message: sentenceOf(error) }, errorResponseInit(error));
  }
}

/** Why nothing was written, where no cell can say it. */
const sentenceOf = ({ message, details }: AppError): string =>
  [message, ...Object.values(details.fieldErrors ?? {})].join(": ");

async function compared<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  form: PasteForm,
) {
  const rows = await comparePaste(resource, staff, pasted);
  return {
    ...keptOf(form),
    comparison: {
      ...drawComparison(pasteTargets(resource), pasted, rows, form.view),
      shown: writeComparison(comparisonOf(pasted, rows)),
    },
  };
}

/** The right rows are written: the wrong ones are left where they were pasted. */
async function leftOver<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  { form, outcome }: { form: PasteForm; outcome: PasteOutcome<Row> },
) {
  const text = [pasted.table.header, ...outcome.refused.map(({ raw }) => raw)].join("\n");
  const left = { ...form, text, view: "" };
  const reply = await compared(resource, staff, await readPasted(resource, staff, left), left);
  return { ...reply, done: `${toldOf(resource.listing.plural, outcome)}. What was refused is still here.` };
}

/** What the form begins with again. */
const keptOf = ({ text, sign, assumed }: PasteForm) => ({ text, sign: sign ?? "", assumed });

type Compared = Awaited<ReturnType<typeof compared>>;

/** What the form says again. `comparison` is there once something could be compared. */
export type PasteReply = Omit<Compared, "comparison"> & {
  comparison?: Compared["comparison"];
  /** Why nothing was written. */
  message?: string;
  /** What was written. */
  done?: string;
  /** What is wrong with what was pasted, as a whole. */
  wrong?: string;
};

function refusedReply(error: AppError, form: PasteForm): PasteReply {
  const wrong = error.details.fieldErrors?.text;
  return { ...keptOf(form), wrong, message: wrong ? undefined : error.message };
}
