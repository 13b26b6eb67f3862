import { data, json } from "@remix-run/node";
import { type $ZodType, safeParse } from "zod/v4/core";
import type { PendingPicture } from "~/ui/pending-picture";
import {
  discardPendingPicture,
  loadPendingPicture,
  type PictureField,
  savePendingPicture,
} from "./pending-pictures.server";
import { type LimitName, retryMessage, tryConsumeLimit } from "./rate-limits.server";
import { apiReply, methodNotAllowed, reportFailure, retryAfterHeader } from "./replies.server";
import type { RequestArgs } from "./request-args.server";
import { readSubmission, type Submission, toFormValue } from "./submission.server";
import { FIX_THE_FORM, firstErrors, type RequiredFields, refusalMessage } from "./validator";

/** What somebody else saved first; decisions.md, "Back-office": both are shown. */
export type Conflict = {
  version: number;
  /** What is saved now, by the form's fields, as `toFormValue` writes it. */
  values: Record<string, string>;
  /** The same as the API gives it, for what has an address there. */
  record?: Record<string, unknown>;
};

type ErrorDetails = {
  /** What is wrong, by the name of the field. */
  fieldErrors?: Record<string, string>;
  /** Seconds. */
  retryAfter?: number;
  /** It waits for the address to be verified. */
  pending?: boolean;
  /** Name of the box that confirms it: ticked, it is done all the same. */
  confirm?: string;
  /** Of a 409. */
  conflict?: Conflict;
};

/** Why nothing was done, with the status and the words for page and API. */
export class AppError extends Error {
  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

/**
 * The values a schema makes of what was sent.
 * @throws AppError 422 with the errors by field
 */
export function parseOrThrow<Output>(
  schema: $ZodType<Output>,
  values: Record<string, unknown>,
  required?: RequiredFields,
): Output {
  const parsed = safeParse(schema, values);
  if (parsed.success) return parsed.data;
  throw new AppError(422, refusalMessage(values, required), { fieldErrors: firstErrors(parsed.error) });
}

/** Counts an attempt before the work it guards. @throws AppError 429 */
export async function consumeLimit(subjects: Partial<Record<LimitName, string>>): Promise<void> {
  const retryAfter = await tryConsumeLimit(subjects);
  if (retryAfter !== undefined) throw new AppError(429, retryMessage(retryAfter), { retryAfter });
}

/**
 * What was thrown, as an AppError. Whatever merely broke becomes one, in the specification's words for it (section 8).
 * @throws a Response, which is an answer already
 */
export function toAppError(args: Pick<RequestArgs, "context">, error: unknown, failed: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Response) throw error;
  const { status, ...details } = reportFailure(args, error, failed);
  return new AppError(status, failed, details);
}

/** Status and headers of a page that shows an error. */
export const errorResponseInit = ({ status, details }: AppError) => ({
  status,
  headers: retryAfterHeader(details.retryAfter),
});

/**
 * Runs what somebody asked for; whatever it throws goes to `onError`.
 * @param failed said when something breaks on the way
 */
export async function catchAppError<Result, Fallback>(
  args: Pick<RequestArgs, "context">,
  failed: string,
  run: () => Promise<Result>,
  onError: (error: AppError) => Fallback,
): Promise<Result | Fallback> {
  try {
    return await run();
  } catch (error) {
    return onError(toAppError(args, error, failed));
  }
}

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
  /** Somebody saved first: what they saved where it differs, by field, and the version the next save is made on. */
  theirs?: Record<string, string>;
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
  const { fieldErrors = {}, pending, confirm, conflict } = error.details;
  const form: FormErrorData = {
    message: error.message,
    failed,
    fieldErrors,
    repopulateFields: typedValues(values),
    pending,
    confirm,
    theirs: conflict && differing(conflict.values, values),
    version: conflict?.version,
    kept,
  };
  return data(form, errorResponseInit(error));
}

const typedValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !/password/i.test(name))
      .map(([name, value]) => [name, toFormValue(value)]),
  );

const differing = (saved: Record<string, string>, typed: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(saved).filter(([name, value]) => value !== toFormValue(typed[name])));

/**
 * Runs a form's action; an AppError becomes the form again, with its words and what was typed.
 * @param failed said when something breaks on the way
 */
export async function formReply(
  args: RequestArgs,
  failed: string,
  handle: (submission: Submission) => Promise<Response>,
  picture?: PictureField,
) {
  const submission = await readSubmission(args.request, picture ? [picture.field] : []);
  return catchAppError(
    args,
    failed,
    async () => {
      if (picture) await loadPendingPicture(picture, submission);
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
export const pageErrorReply = (error: AppError) =>
  data({ message: errorMessage(error) }, errorResponseInit(error));

/** One sentence where there is no form to fix: what is wrong with the first field. */
export function errorMessage({ message, details }: AppError): string {
  const [first] = Object.values(details.fieldErrors ?? {});
  return message === FIX_THE_FORM ? (first ?? message) : message;
}

/** Answers with what `handle` does; an AppError becomes JSON with its status. */
export async function withJsonErrors(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { fieldErrors: errors, conflict } = error.details;
    // JSON leaves out what is undefined.
    return json(
      { message: errorMessage(error), errors, current: conflict?.record },
      errorResponseInit(error),
    );
  }
}

/** Runs an API handler for these methods. @param failed as for `apiReply` */
export function apiAction(
  args: RequestArgs,
  methods: readonly string[],
  handle: () => Promise<Response>,
  failed?: string,
): Promise<Response> {
  const answer = async () => {
    if (!methods.includes(args.request.method)) return methodNotAllowed(methods);
    const reply = await withJsonErrors(handle);
    reply.headers.set("Cache-Control", "no-store");
    return reply;
  };
  return apiReply(args, answer, failed);
}

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
    (error) => data({ done: false as boolean, message: errorMessage(error) }, errorResponseInit(error)),
  );
}
