import { type $ZodType, safeParse } from "zod/v4/core";
import { type LimitName, retryMessage, tryConsumeLimit } from "./rate-limits.server";
import { reportFailure } from "./report-failure.server";
import type { RequestArgs } from "./request-args.server";
import { FIX_THE_FORM, firstErrors, type RequiredFields, refusalMessage } from "./validator";

/** @property at in words, in the site's time zone */
export type SavedBy = { name: string; at: string };

/** What somebody else saved first; decisions.md, "Back-office": both are shown. */
export type Conflict = {
  version: number;
  /** What is saved now, by the form's fields, as `toFormValue` writes it. */
  values: Record<string, string>;
  /** What only somebody else changed, which the form shows in place of what was sent. */
  kept?: Record<string, string>;
  /** Who saved each of the values last. */
  by?: Record<string, SavedBy | undefined>;
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
  /** Mark of what is asked there, which goes back beside the box. */
  asked?: string;
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

/** Leaves the seconds of an error to the server, which sends them as `Retry-After`. */
export function noteRetryAfter({ context }: Pick<RequestArgs, "context">, { details }: AppError): void {
  context.retryAfterSeconds = details.retryAfter ?? context.retryAfterSeconds;
}

/**
 * What was thrown, as an AppError. Whatever merely broke becomes one, in the specification's words for it (section 8).
 * @throws a Response, which is an answer already
 */
export function toAppError(args: Pick<RequestArgs, "context">, error: unknown, failed: string): AppError {
  if (error instanceof AppError) {
    noteRetryAfter(args, error);
    return error;
  }
  if (error instanceof Response) throw error;
  return new AppError(reportFailure(args, error, failed), failed);
}

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

/** One sentence where there is no form to fix: what is wrong with the first field. */
export function errorMessage({ message, details }: AppError): string {
  const [first] = Object.values(details.fieldErrors ?? {});
  return message === FIX_THE_FORM ? (first ?? message) : message;
}
