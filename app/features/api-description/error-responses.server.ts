import { z } from "zod";
import type { Operation } from "~/admin-kit/api-operations.server";
import { described, messageSchema } from "~/admin-kit/record-schema.server";
import { repeatsOf } from "./repeats.server";

export type ErrorResponse = {
  status: number;
  /** The name of its component in the document. */
  name: string;
  description: string;
  headers?: readonly ("Allow" | "RateLimit-Policy" | "Retry-After" | "WWW-Authenticate")[];
  form: z.ZodType;
};

const errorsSchema = described(z.record(z.string(), z.string()), "The errors, by field name.", {
  title: "Title is required",
});
const invalidSchema = z
  .strictObject({
    message: described(z.string(), "The first error.", "Title is required"),
    errors: errorsSchema,
  })
  .meta({ id: "Invalid", description: "Some values in the request are not valid." });
const conflictSchema = z
  .strictObject({
    message: described(z.string(), "A human-readable message.", "Somebody else changed this record."),
    current: described(
      z.looseObject({}).optional(),
      "The current record, if somebody changed it in the meantime.",
    ),
    errors: errorsSchema.optional(),
  })
  .meta({ id: "Conflict", description: "The request conflicts with the current data." });

/** An error if `Accept` asks for problem details. */
export const problemSchema = conflictSchema
  .extend({
    type: described(z.url(), "The status in the reference."),
    title: described(z.string(), "The name of the status.", "Unprocessable Entity"),
    status: described(z.int(), "The status.", 422),
    detail: described(z.string(), "The same as `message`.", "Title is required"),
  })
  .meta({ id: "Problem", description: "An error as problem details (RFC 9457)." });

const errorResponse = (
  status: number,
  name: string,
  says: string,
  headers?: ErrorResponse["headers"],
  form: z.ZodType = messageSchema,
): ErrorResponse => ({ status, name, description: says, headers, form });

/** Every error response of the API, defined once. */
export const ERROR_RESPONSES: readonly ErrorResponse[] = [
  errorResponse(
    400,
    "Malformed",
    "The request is malformed: invalid JSON, a limit or a header that is not valid, or an expired link.",
  ),
  errorResponse(
    401,
    "NotSignedIn",
    "You are not signed in, or the Bearer token or key is invalid, revoked or has expired. For a bad token, `WWW-Authenticate` contains `invalid_token`.",
    ["WWW-Authenticate"],
  ),
  errorResponse(402, "PaymentRefused", "The payment provider refused the payment."),
  errorResponse(
    403,
    "NotAllowed",
    "You are signed in, but not allowed to do this. Also returned if a key does not have the scope, which the message names, if a write request comes from another site, if you must confirm your password first, or if readers would see the change and you only write drafts or a second person has not approved it.",
  ),
  errorResponse(404, "NotFound", "The record does not exist, or you cannot see it."),
  errorResponse(
    405,
    "MethodNotAllowed",
    "The endpoint does not accept this method. `Allow` lists the methods it accepts.",
    ["Allow"],
  ),
  errorResponse(
    409,
    "Conflicting",
    "The request conflicts with the current data. If it changes a record, `current` contains the current record. Also returned while the first request with the same `Idempotency-Key` is in flight: try again after `Retry-After` seconds.",
    undefined,
    conflictSchema,
  ),
  errorResponse(410, "Gone", "The cursor is too old, or of another database. Start again."),
  errorResponse(
    412,
    "Outdated",
    "The record has changed since you read it, so the condition in `If-Match` or `If-Unmodified-Since` failed. `current` contains the current record.",
    undefined,
    conflictSchema,
  ),
  errorResponse(
    413,
    "TooLarge",
    "The request is larger than 1 MB, 4 MB in bulk, or 6 MB with a picture, also after it is inflated.",
  ),
  errorResponse(
    415,
    "WrongType",
    "The body is neither JSON nor a form, or its `Content-Encoding` is not gzip, deflate or br.",
  ),
  errorResponse(
    422,
    "NotRight",
    "Some fields or parameters are not valid, or do not exist: `errors` lists them, with the nearest right name.",
    undefined,
    invalidSchema,
  ),
  errorResponse(429, "TooMany", "Too many attempts. Try again after `Retry-After` seconds.", [
    ...(["Retry-After", "RateLimit-Policy"] as const),
  ]),
  errorResponse(
    500,
    "Broken",
    "An error on our side. The message says what failed. If you contact us, quote `X-Request-Id`.",
  ),
  errorResponse(502, "ProviderRefused", "The payment provider rejected our request."),
  errorResponse(
    503,
    "Away",
    "The site is busy or its database is unavailable. Try again after `Retry-After` seconds.",
    ["Retry-After"],
  ),
];

/** The error responses of an operation: those of its kind, and those that it lists itself. */
export function listErrorResponses(operation: Operation): ErrorResponse[] {
  const { method, conditional, audience: who, paged, query, body } = operation;
  const { limits, pathParams: parts, errorStatuses: refuses = [] } = operation;
  const statuses = new Set<number>([
    ...refuses,
    ...(limits ? [429] : []),
    ...(paged || query || method !== "GET" ? [400] : []),
    ...(who === "anybody" ? [] : [401]),
    ...(typeof who === "object" ? [403] : []),
    ...(parts?.id ? [404] : []),
    ...(conditional ? [412] : []),
    ...(repeatsOf(operation) === "kept" ? [409] : []),
    ...(body ? [413, 415] : []),
    422,
    500,
    503,
  ]);
  return ERROR_RESPONSES.filter(({ status }) => statuses.has(status));
}
