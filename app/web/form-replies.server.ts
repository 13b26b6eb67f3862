import { data } from "@remix-run/node";
import type { PendingPicture } from "~/ui/pending-picture";
import { type AppError, type Conflict, catchAppError, errorMessage } from "./app-error.server";
import {
  discardPendingPicture,
  loadPendingPicture,
  type PictureField,
  savePendingPicture,
} from "./pending-pictures.server";
import type { RequestArgs } from "./request-args.server";
import { readSubmission, type Submission, toFormValue } from "./submission.server";
import { isSecretField } from "./unsent-form";

/**
 * The data of a refused form, for rendering it again. remix-validated-form requires the names `fieldErrors`
 * and `repopulateFields`.
 */
export type FormErrorData = {
  /** The error of the whole form. */
  message: string;
  /** The specification's message for the failed action: "Failed to add news." */
  failed: string;
  fieldErrors: Record<string, string>;
  /** The submitted values as text, without secrets. */
  repopulateFields: Record<string, string>;
  /** See AppError. */
  pending?: boolean;
  /** Name of the check box that confirms the action. */
  confirm?: string;
  /** What the check box confirms; see AppError. */
  asked?: string;
  /**
   * Values saved by somebody else, where they differ, by field; and the version that the next save is based
   * on.
   */
  theirs?: Record<string, string>;
  /** Who saved them, by field, if known; and the same as text. */
  theirsBy?: Conflict["by"];
  savedBy?: Record<string, string>;
  /** The title above a back-office form; field errors are shown at their fields. */
  title: string;
  /** Whether the message only says that fields have errors. */
  explainedByFields: boolean;
  version?: number;
  /** The chosen picture, stored until the form is sent again. */
  kept?: PendingPicture;
};

/** The reply that shows a form again. @param failed the message for the failed action */
export function formErrorReply(
  error: AppError,
  failed: string,
  values: Record<string, unknown> = {},
  kept?: PendingPicture,
) {
  const { fieldErrors = {}, explainedBy, pending, confirm, asked, conflict } = error.details;
  const form: FormErrorData = {
    message: error.message,
    failed,
    fieldErrors,
    repopulateFields: { ...typedValues(values), ...conflict?.kept },
    pending,
    confirm,
    asked,
    title: formErrorTitle(error, failed),
    explainedByFields: explainedBy === "fields",
    ...(conflict ? conflictTexts(conflict, values) : {}),
    version: conflict?.version,
    kept,
  };
  return data(form, error.status);
}

const SOMEBODY_ELSE = "somebody else";

/** The title of a form whose record was saved by somebody else. @param by the people by field, if known */
export function conflictTitle(by: Conflict["by"] = {}): string {
  const [one = SOMEBODY_ELSE, ...others] = new Set(
    Object.values(by).map((saved) => saved?.name ?? SOMEBODY_ELSE),
  );
  return `Nothing was saved: ${others.length > 0 ? SOMEBODY_ELSE : one} changed this record while you were editing it`;
}

/** A message that a field already shows is not repeated; the title then names the failed action. */
export function formErrorTitle(
  { message, details: { conflict, explainedBy } }: AppError,
  failed: string,
): string {
  if (conflict) return conflictTitle(conflict.by);
  return explainedBy === "one field" ? failed : message;
}

function conflictTexts({ values, by = {} }: Conflict, typed: Record<string, unknown>) {
  const theirs = differing(values, typed);
  const words = Object.keys(theirs).map((name) => {
    const saved = by[name];
    return [name, `Saved by ${saved ? `${saved.name} on ${saved.at}` : SOMEBODY_ELSE}:`];
  });
  return { theirs, theirsBy: by, savedBy: Object.fromEntries(words) };
}

const typedValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !isSecretField(name))
      .map(([name, value]) => [name, toFormValue(value)]),
  );

const differing = (saved: Record<string, string>, typed: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(saved)
      .filter(([name, value]) => value !== toFormValue(typed[name]))
      .map(([name, value]) => [name, value || "(empty)"]),
  );

/** A form that was only previewed: nothing was saved, and nothing is wrong. */
export type FormLookedAt = Pick<FormErrorData, "repopulateFields" | "kept">;

/**
 * Runs a form's action; an AppError shows the form again, with its message and the submitted values.
 * @param failed the message for an unexpected error
 * @param look returns a preview instead of running the action, or undefined
 */
export async function formReply<Reply = Response>(
  args: RequestArgs,
  failed: string,
  handle: (submission: Submission) => Promise<Reply>,
  picture?: PictureField,
  look?: (submission: Submission) => Promise<object | undefined>,
) {
  const submission = await readSubmission(args.request, picture ? [picture.field] : []);
  return catchAppError(
    args,
    failed,
    async () => {
      if (picture) await loadPendingPicture(picture, submission);
      const seen = await look?.(submission);
      if (seen) {
        const kept = picture && (await savePendingPicture(picture, submission));
        const form: FormLookedAt = { repopulateFields: typedValues(submission.values), kept };
        return data({ ...form, ...seen });
      }
      const reply = await handle(submission);
      if (picture) await discardPendingPicture(submission);
      return reply;
    },
    async (error) => {
      const kept = picture && (await savePendingPicture(picture, submission));
      return formErrorReply(error, failed, submission.values, kept);
    },
  );
}

/**
 * Runs the action of a page's button; an AppError shows the page again with one sentence.
 * @param failed the message for an unexpected error
 */
export const pageReply = (args: RequestArgs, failed: string, handle: () => Promise<Response>) =>
  catchAppError(args, failed, handle, pageErrorReply);

/** The page again, with the reason for the failure. */
export const pageErrorReply = (error: AppError) => data({ message: errorMessage(error) }, error.status);

/**
 * Runs an action when a page is opened; an AppError is shown on the page with its status.
 * @param run returns a message to use instead of `texts.done`, or undefined
 */
export function outcomeReply(
  args: RequestArgs,
  texts: { done: string; failed: string },
  run: () => Promise<string | undefined>,
) {
  return catchAppError(
    args,
    texts.failed,
    async () => {
      const instead = await run();
      return data({ done: true as boolean, message: instead ?? texts.done });
    },
    (error) => data({ done: false as boolean, message: errorMessage(error) }, error.status),
  );
}
