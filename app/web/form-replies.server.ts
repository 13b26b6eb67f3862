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

/**
 * A form that did nothing, as its page draws it again. The names are remix-validated-form's, which looks for
 * `fieldErrors` and `repopulateFields` itself.
 */
export type FormErrorData = {
  /** Why, about the form as a whole. */
  message: string;
  /** What was not done, in the specification's words for it: "Failed to add news." */
  failed: string;
  fieldErrors: Record<string, string>;
  /** What was typed, as texts. Passwords never come back. */
  repopulateFields: Record<string, string>;
  /** As in AppError. */
  pending?: boolean;
  /** Name of the box that is drawn then: ticked, it is done all the same. */
  confirm?: string;
  /** What the box is ticked for, as in AppError. */
  asked?: string;
  /** Somebody saved first: what they saved where it differs, by field, and the version the next save is made on. */
  theirs?: Record<string, string>;
  /** Who saved that last, by field, where it is known; and in words, of each. */
  theirsBy?: Conflict["by"];
  savedBy?: Record<string, string>;
  /** Stands above a form of the back-office; what is wrong with one field stands at that field. */
  title: string;
  version?: number;
  /** The picture that was chosen, until the form is sent again. */
  kept?: PendingPicture;
};

/** What a page's form shows again. @param failed what was not done */
export function formErrorReply(
  error: AppError,
  failed: string,
  values: Record<string, unknown> = {},
  kept?: PendingPicture,
) {
  const { fieldErrors = {}, pending, confirm, asked, conflict } = error.details;
  const form: FormErrorData = {
    message: error.message,
    failed,
    fieldErrors,
    repopulateFields: { ...typedValues(values), ...conflict?.kept },
    pending,
    confirm,
    asked,
    title: titleOf(error, failed),
    ...(conflict ? wordsOf(conflict, values) : {}),
    version: conflict?.version,
    kept,
  };
  return data(form, error.status);
}

const SOMEBODY_ELSE = "somebody else";

/** What stands above a form that somebody else was faster with. @param by by field, where it is known */
export function conflictTitle(by: Conflict["by"] = {}): string {
  const [one = SOMEBODY_ELSE, ...others] = new Set(
    Object.values(by).map((saved) => saved?.name ?? SOMEBODY_ELSE),
  );
  return `Nothing was saved: ${others.length > 0 ? SOMEBODY_ELSE : one} changed this record while you were editing it`;
}

/** What a field says is not said twice: there stands what failed. */
export function titleOf(
  { message, details: { conflict, fieldErrors = {} } }: AppError,
  failed: string,
): string {
  if (conflict) return conflictTitle(conflict.by);
  return Object.values(fieldErrors).includes(message) ? failed : message;
}

function wordsOf({ values, by = {} }: Conflict, typed: Record<string, unknown>) {
  const theirs = differing(values, typed);
  const words = Object.keys(theirs).map((name) => {
    const saved = by[name];
    return [name, `Saved now by ${saved ? `${saved.name} on ${saved.at}` : SOMEBODY_ELSE}:`];
  });
  return { theirs, theirsBy: by, savedBy: Object.fromEntries(words) };
}

const typedValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !/password/i.test(name))
      .map(([name, value]) => [name, toFormValue(value)]),
  );

const differing = (saved: Record<string, string>, typed: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(saved)
      .filter(([name, value]) => value !== toFormValue(typed[name]))
      .map(([name, value]) => [name, value || "(empty)"]),
  );

/** A form that was sent to be looked at, as its page draws it again: nothing was done, and nothing is wrong. */
export type FormLookedAt = Pick<FormErrorData, "repopulateFields" | "kept">;

/**
 * Runs a form's action; an AppError becomes the form again, with its words and what was typed.
 * @param failed said when something breaks on the way
 * @param look what the form is to show of what was typed instead of doing it; undefined where it is to be done
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
 * Runs what a page's button asks for; an AppError becomes the page again, with one sentence on why nothing was done.
 * @param failed said when something breaks on the way
 */
export const pageReply = (args: RequestArgs, failed: string, handle: () => Promise<Response>) =>
  catchAppError(args, failed, handle, pageErrorReply);

/** The page again, with why nothing was done. */
export const pageErrorReply = (error: AppError) => data({ message: errorMessage(error) }, error.status);

/**
 * Runs what a page does when it is opened; an AppError is shown on the page, with its status.
 * @param run returns what is to be said instead of `texts.done`, if anything is
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
