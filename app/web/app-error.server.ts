import { type $ZodType, safeParse } from "zod/v4/core";
import { type LimitName, retryMessage, tryConsumeLimit } from "./rate-limits.server";
import { reportFailure } from "./report-failure.server";
import type { RequestArgs } from "./request-args.server";
import { FIX_THE_FORM, firstErrors, missingFieldsMessage, type RequiredFields } from "./validator";

/** @property at formatted in the site's time zone */
export type SavedBy = { name: string; at: string };

/** A record that somebody else saved first: both versions are shown. */
export type Conflict = {
  version: number;
  /** The saved values by form field, as `toFormValue` writes them. */
  values: Record<string, string>;
  /** Values that only the other person changed; the form shows them instead of the sent ones. */
  kept?: Record<string, string>;
  /** Who last saved each value. */
  by?: Record<string, SavedBy | undefined>;
  /** The saved record as the API returns it. */
  record?: Record<string, unknown>;
};

type ErrorDetails = {
  /** Where all of the message is shown: "fields" have the reasons, "one field" has it word for word. */
  explainedBy?: "fields" | "one field";
  /** Error messages by field name. */
  fieldErrors?: Record<string, string>;
  /** Seconds. */
  retryAfter?: number;
  /** The address still has to be verified. */
  pending?: boolean;
  /** Name of the check box that confirms the action. */
  confirm?: string;
  /** Identifies the question; the form sends it back with the check box. */
  asked?: string;
  /** For status 409 and 412. */
  conflict?: Conflict;
};

/** An expected failure, with the status and message for pages and API. */
export class AppError extends Error {
  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 412 | 422 | 429 | 500 | 502 | 503,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

/** Several fields are invalid. */
export const invalidFields = (fieldErrors: Record<string, string>): AppError =>
  new AppError(422, FIX_THE_FORM, { fieldErrors, explainedBy: "fields" });

/** One field is invalid: a form shows the message there, the API alone. */
export const fieldError = (status: AppError["status"], field: string, message: string): AppError =>
  new AppError(status, message, { fieldErrors: { [field]: message }, explainedBy: "one field" });

/** Parses values with a schema. @throws AppError 422 with the errors by field */
export function parseOrThrow<Output>(
  schema: $ZodType<Output>,
  values: Record<string, unknown>,
  required?: RequiredFields,
): Output {
  const parsed = safeParse(schema, values);
  if (parsed.success) return parsed.data;
  const fieldErrors = firstErrors(parsed.error);
  const missing = missingFieldsMessage(values, required);
  throw missing === undefined ? invalidFields(fieldErrors) : new AppError(422, missing, { fieldErrors });
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
 * Converts an error to an AppError. Unexpected errors get the specification's message (section 8).
 * @throws a Response, which is already an answer
 */
export function toAppError(args: Pick<RequestArgs, "context">, error: unknown, failed: string): AppError {
  if (error instanceof AppError) {
    noteRetryAfter(args, error);
    return error;
  }
  if (error instanceof Response) throw error;
  return new AppError(reportFailure(args, error, failed), failed);
}

/** Runs an action; errors go to `onError`. @param failed the message for an unexpected error */
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

/** One sentence for places without a form: the first field's error. */
export function errorMessage({ message, details }: AppError): string {
  const [first] = Object.values(details.fieldErrors ?? {});
  return details.explainedBy === "fields" ? (first ?? message) : message;
}
