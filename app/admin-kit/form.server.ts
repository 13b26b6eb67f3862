import { data } from "@remix-run/node";
import type { pictureAttributes } from "~/platform/images/picture";
import type { PendingPicture } from "~/ui/pending-picture";
import { type AppError, catchAppError, errorResponseInit } from "~/web/errors.server";
import {
  discardPendingPicture,
  loadPendingPicture,
  type PictureField,
  savePendingPicture,
} from "~/web/pending-pictures.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission, type Submission } from "~/web/submission.server";
import { FIX_THE_FORM } from "~/web/validator";
import type { Field } from "./fields.server";

/** One field of a form as it is drawn. */
export type FieldData = Pick<
  Field,
  "name" | "label" | "hint" | "input" | "required" | "maxLength" | "more" | "half" | "rows"
> & {
  options: { value: string; label: string }[];
  value: string;
  /** What the browser may fill in by itself: "current-password". */
  autoComplete?: string;
  picture?: ReturnType<typeof pictureAttributes>;
};

/** A form that did not save: what was typed, and why. Values are as they were sent. */
export type FormProblem = {
  title: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** Somebody saved first: their values by field, and the version the next save is made on. */
  theirs?: Record<string, string>;
  version?: number;
  /** The picture that was chosen, until the form is sent again. */
  kept?: PendingPicture;
  /** Name of the box that is drawn then: ticked, it is saved all the same. */
  confirm?: string;
};

/** A field of a form that no declaration stands for: what is asked, and how. */
export const customField = (
  options: Pick<FieldData, "name" | "label" | "input"> & Partial<FieldData>,
): FieldData => ({ ...options, options: options.options ?? [], value: options.value ?? "" });

export const formProblemReply = (problem: FormProblem, init: ResponseInit) => data({ problem }, init);

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

const countTitle = (count: number) =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;

/** What a form shows again. Passwords never come back. */
export function formProblem(
  { values }: Submission,
  errors: Record<string, string>,
  title = countTitle(Object.keys(errors).length),
): FormProblem {
  const typed = Object.entries(values).filter(([name]) => !/password/i.test(name));
  return {
    title,
    errors,
    values: Object.fromEntries(typed.map(([name, value]) => [name, toFormValue(value)])),
  };
}

/**
 * decisions.md, "Back-office": a save on top of somebody else's newer save is refused with both values shown.
 * @param current what is saved now, by field
 */
export function conflictProblem(
  submission: Submission,
  current: Record<string, string>,
  version: number,
): FormProblem {
  const differs = ([name, value]: [string, string]) => value !== toFormValue(submission.values[name]);
  return {
    ...formProblem(submission, {}),
    title: "Nothing was saved: somebody else changed this record while you were editing it",
    theirs: Object.fromEntries(Object.entries(current).filter(differs)),
    version,
  };
}

/** A value as the text of a form's field. */
export const toFormValue = (value: unknown): string => {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "on";
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value).replaceAll("\r\n", "\n");
};

/**
 * Runs what a form asks for. A refusal becomes the form again, with its words, the errors of its fields and what was
 * typed; what breaks is told in the specification's words.
 * @param failed those words
 */
export async function handleForm(
  args: RequestArgs,
  failed: string,
  handle: (submission: Submission) => Promise<Response | ReturnType<typeof formProblemReply>>,
  picture?: PictureField,
) {
  const submission = await readSubmission(args.request, picture ? [picture.field] : []);
  return catchAppError(
    args,
    failed,
    async () => {
      if (picture) await loadPendingPicture(picture, submission);
      const reply = await handle(submission);
      if (picture && reply instanceof Response) await discardPendingPicture(submission);
      return picture && !(reply instanceof Response) ? keeping(reply, picture, submission) : reply;
    },
    async (error) => {
      const { fieldErrors = {}, confirm } = error.details;
      const problem = formProblem(submission, fieldErrors, problemTitle(error, failed));
      const reply = formProblemReply({ ...problem, confirm }, errorResponseInit(error));
      return picture ? keeping(reply, picture, submission) : reply;
    },
  );
}

/** The form that did not save, with the picture that was chosen in it. */
async function keeping(
  { data: { problem }, init }: ReturnType<typeof formProblemReply>,
  picture: PictureField,
  submission: Submission,
) {
  return data(
    { problem: { ...problem, kept: await savePendingPicture(picture, submission) } },
    init ?? undefined,
  );
}

/** What is wrong with one field stands there; above the form it is said what failed. */
function problemTitle(
  { message, details: { fieldErrors = {} } }: AppError,
  failed: string,
): string | undefined {
  if (message === FIX_THE_FORM) return undefined;
  return Object.values(fieldErrors).includes(message) ? failed : message;
}
