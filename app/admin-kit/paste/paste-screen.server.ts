import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { AppError, catchAppError } from "~/web/app-error.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import {
  applyPaste,
  fingerprint,
  outcomeText,
  type PasteOutcome,
  readComparison,
  writeComparison,
} from "./apply.server";
import { drawComparison, ROWS_PER_PAGE } from "./draw.server";
import { type PasteForm, readPasteForm, sentText } from "./paste-form.server";
import { type ComparedRow, isRight, type Pasted, type PasteSource } from "./paste-source.server";
import { readPasted } from "./read-pasted.server";
import { MAX_COLUMNS, MAX_PASTE_BYTES, MAX_ROWS } from "./table.server";
import { ID } from "./targets.server";

/** A choice per column, a checkbox per row, and the other fields. */
const MOST_FIELDS = MAX_COLUMNS + ROWS_PER_PAGE + 20;

/** The screen for pasting spreadsheet rows. */
export async function pasteScreen<Row extends ComparedRow>(
  source: PasteSource<Row>,
  args: LoaderFunctionArgs,
) {
  await requireStaff(args, source.roles);
  const { title, list, targets, figures, hint, assumed } = source;
  return {
    title,
    list,
    mostRows: MAX_ROWS,
    columns: targets.filter(({ name }) => name !== ID).map(({ label }) => label),
    hint,
    hasFigures: figures.size > 0,
    assumed: assumed && { ...assumed, options: [...assumed.options] },
  };
}

export type PasteScreenData = Awaited<ReturnType<typeof pasteScreen>>;

/** Compares pasted rows, or applies a comparison. */
export async function pasteAction<Row extends ComparedRow>(
  source: PasteSource<Row>,
  sent: LoaderFunctionArgs,
) {
  const staff = await requireStaff(sent, source.roles);
  const args = await withRecentPassword(sent, staff, source.permission);
  // A little more than allowed, so that a truncated text is not accepted.
  const submission = await readSubmission(args.request, ["file"], {
    fieldBytes: MAX_PASTE_BYTES + 4,
    fields: MOST_FIELDS,
  });
  const form = readPasteForm(submission);
  return catchAppError(
    args,
    source.failed,
    async () => {
      const text = sentText(submission) ?? form.text;
      return await answer(source, staff, { ...form, text });
    },
    (error) => data(refusedReply(error, form), error.status),
  );
}

async function answer<Row extends ComparedRow>(
  source: PasteSource<Row>,
  staff: StaffViewer,
  form: PasteForm,
) {
  const pasted = await readPasted(source, staff, form);
  if (!form.applies) return data(await compared(source, staff, pasted, form));
  try {
    const outcome = await applyPaste(source, staff, pasted, {
      shown: readComparison(form.shown),
      ticks: form.ticks,
    });
    if (outcome.refused.length + outcome.waiting.length === 0) {
      const toast = { tone: "good", text: outcomeText(source.plural, outcome) } as const;
      return await redirectWithToast(source.list.to, toast);
    }
    return data(await leftOver(source, staff, pasted, { form, outcome }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reply = await compared(source, staff, pasted, form);
    return data({ ...reply, message: errorSentence(error) }, error.status);
  }
}

/** An error that no cell can show. */
const errorSentence = ({ message, details }: AppError): string =>
  [message, ...Object.values(details.fieldErrors ?? {})].join(": ");

async function compared<Row extends ComparedRow>(
  source: PasteSource<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  form: PasteForm,
) {
  const rows = await source.compare(staff, pasted);
  return {
    ...sentValues(form),
    comparison: {
      ...drawComparison(source.targets, pasted, rows, form),
      consequences: await source.consequences?.(rows.filter(isRight)),
      shown: writeComparison(fingerprint(pasted, rows)),
    },
  };
}

/** After writing the valid rows: the others stay in the form. */
async function leftOver<Row extends ComparedRow>(
  source: PasteSource<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  { form, outcome }: { form: PasteForm; outcome: PasteOutcome },
) {
  const rows = [...outcome.refused, ...outcome.waiting].toSorted((one, other) => one.line - other.line);
  const text = [pasted.table.header, ...rows.map(({ raw }) => raw)].join("\n");
  const left = { ...form, text, view: "", ticks: new Map() };
  const reply = await compared(source, staff, await readPasted(source, staff, left), left);
  const which = outcome.waiting.length === 0 ? "Refused" : "Refused and unticked";
  return { ...reply, done: `${outcomeText(source.plural, outcome)}. ${which} rows are still here.` };
}

/** The values that the form shows again. */
const sentValues = ({ text, sign, assumed }: PasteForm) => ({ text, sign: sign ?? "", assumed });

type Compared = Awaited<ReturnType<typeof compared>>;

/** The form's values. `comparison` is present once the text could be compared. */
export type PasteReply = Omit<Compared, "comparison"> & {
  comparison?: Compared["comparison"];
  /** The error. */
  message?: string;
  /** The success message. */
  done?: string;
  /** The problem with the pasted text as a whole. */
  wrong?: string;
};

function refusedReply(error: AppError, form: PasteForm): PasteReply {
  const wrong = error.details.fieldErrors?.text;
  return { ...sentValues(form), wrong, message: wrong ? undefined : error.message };
}
