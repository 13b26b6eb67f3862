import { data, json } from "@remix-run/node";
import type { z } from "zod";
import type { KeptPicture } from "~/ui/pending-picture";
import { findKept, forgetKept, keepChosen, type PictureField } from "./pending-pictures.server";
import { countAttempt, type LimitName, waitSentence } from "./rate-limits.server";
import { apiReply, breakage, methodNotAllowed, retryHeader } from "./replies.server";
import type { Asking } from "./request-args.server";
import { readSubmission, type Submission } from "./submission.server";
import { FIX_THE_FORM, firstErrors } from "./validator";

/** Why nothing was done, with the status and the words for page and API. */
export class Refused extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 409 | 422 | 429 | 500 | 503,
    message: string,
    readonly details: {
      fieldErrors?: Record<string, string>;
      retryAfter?: number;
      pending?: boolean;
      /** Name of the box that confirms it: ticked, it is done all the same. */
      confirm?: string;
    } = {},
  ) {
    super(message);
  }
}

/** What is said instead when something is missing. */
export type Required = { names: readonly string[]; words: string };

/**
 * The values a schema makes of what was sent.
 * @throws Refused 422 with the errors by field
 */
export function understood<Output>(
  schema: z.ZodType<Output>,
  values: Record<string, unknown>,
  required?: Required,
): Output {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const missing = required?.names.some((name) => isEmpty(values[name]));
  throw new Refused(422, (missing && required?.words) || FIX_THE_FORM, {
    fieldErrors: firstErrors(parsed.error),
  });
}

const isEmpty = (value: unknown) => typeof value !== "string" || value.trim() === "";

/** Counts an attempt before the work it guards. @throws Refused 429 */
export async function spend(subjects: Partial<Record<LimitName, string>>): Promise<void> {
  const retryAfter = await countAttempt(subjects);
  if (retryAfter !== undefined) throw new Refused(429, waitSentence(retryAfter), { retryAfter });
}

/**
 * The refusal in what was thrown. Whatever merely broke becomes one, in the specification's words for it (section 8).
 * @throws a Response, which is an answer already
 */
export function refusalIn(asking: Pick<Asking, "context">, error: unknown, failed: string): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof Response) throw error;
  const { status, ...details } = breakage(asking, error, failed);
  return new Refused(status, failed, details);
}

/** How a page answers that shows a refusal. */
export const answerOf = ({ status, details }: Refused) => ({
  status,
  headers: retryHeader(details.retryAfter),
});

/**
 * Runs what somebody asked for; whatever it refuses or breaks on is shown by `show`.
 * @param failed said when something breaks on the way
 */
export async function unlessRefused<Done, Shown>(
  asking: Pick<Asking, "context">,
  failed: string,
  run: () => Promise<Done>,
  show: (refused: Refused) => Shown,
): Promise<Done | Shown> {
  try {
    return await run();
  } catch (error) {
    return show(refusalIn(asking, error, failed));
  }
}

/** What a page's form shows again; passwords never come back. The shape is remix-validated-form's. */
export function refusedPage(refused: Refused, typed: Record<string, unknown> = {}, kept?: KeptPicture) {
  const repopulateFields = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => typeof value === "string" && !/password/i.test(name)),
  ) as Record<string, string>;
  const { fieldErrors = {}, pending = false } = refused.details;
  return data({ message: refused.message, fieldErrors, pending, repopulateFields, kept }, answerOf(refused));
}

/**
 * Runs a form's action; a refusal becomes the form again, with its words and what was typed.
 * @param failed said when something breaks on the way
 */
export async function formReply(
  asking: Asking,
  failed: string,
  handle: (submission: Submission) => Promise<Response>,
  picture?: PictureField,
) {
  const submission = await readSubmission(asking.request, picture ? [picture.field] : []);
  return unlessRefused(
    asking,
    failed,
    async () => {
      if (picture) await findKept(picture, submission);
      const reply = await handle(submission);
      if (picture) await forgetKept(submission);
      return reply;
    },
    async (refused) => {
      const kept = picture && (await keepChosen(picture, submission));
      return refusedPage(refused, submission.values, kept);
    },
  );
}

/** One sentence where there is no form to fix: what is wrong with the first field. */
export function sentenceOf({ message, details }: Refused): string {
  const [first] = Object.values(details.fieldErrors ?? {});
  return message === FIX_THE_FORM ? (first ?? message) : message;
}

/** Answers with what `handle` does; a refusal becomes JSON with its status. */
export async function orRefusal(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { fieldErrors } = error.details;
    return json(
      { message: sentenceOf(error), ...(fieldErrors ? { errors: fieldErrors } : {}) },
      answerOf(error),
    );
  }
}

/** Runs an API handler for these methods. @param failed as for `apiReply` */
export function methodsReply(
  asking: Asking,
  methods: readonly string[],
  handle: () => Promise<Response>,
  failed?: string,
): Promise<Response> {
  const answer = async () => {
    if (!methods.includes(asking.request.method)) return methodNotAllowed(methods);
    const reply = await orRefusal(handle);
    reply.headers.set("Cache-Control", "no-store");
    return reply;
  };
  return apiReply(asking, answer, failed);
}

/**
 * Runs what a page does when it is opened; a refusal is told on the page, with its status.
 * @param run returns what is to be said instead of `texts.done`, if anything is
 */
export function outcomeOf(
  asking: Asking,
  texts: { done: string; failed: string },
  run: () => Promise<string | undefined>,
) {
  return unlessRefused(
    asking,
    texts.failed,
    async () => {
      const instead = await run();
      return data({ done: true as boolean, message: instead ?? texts.done });
    },
    (refused) => data({ done: false as boolean, message: sentenceOf(refused) }, answerOf(refused)),
  );
}
