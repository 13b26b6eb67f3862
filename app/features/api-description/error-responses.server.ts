import { z } from "zod";
import type { Operation } from "~/admin-kit/api-operations.server";
import { described, messageSchema } from "~/admin-kit/record-schema.server";

export type ErrorResponse = {
  status: number;
  /** The name of its component in the document. */
  name: string;
  description: string;
  headers?: readonly ("Allow" | "Retry-After" | "WWW-Authenticate")[];
  form: z.ZodType;
};

const errorsSchema = described(z.record(z.string(), z.string()), "What is wrong, by the name of the field.", {
  title: "Title is required",
});
const invalidSchema = z
  .strictObject({
    message: described(z.string(), "The first of the errors.", "Title is required"),
    errors: errorsSchema,
  })
  .meta({ id: "Invalid", description: "What was sent was read, and is not right." });
const conflictSchema = z
  .strictObject({
    message: described(z.string(), "A sentence for people.", "Somebody else changed this record."),
    current: described(
      z.looseObject({}).optional(),
      "The current record, if somebody changed it in the meantime.",
    ),
    errors: errorsSchema.optional(),
  })
  .meta({ id: "Conflict", description: "The request conflicts with the current data." });

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
    "The request cannot be read: broken JSON, a limit that is not a number, a link that is over.",
  ),
  errorResponse(
    401,
    "NotSignedIn",
    "Nobody is signed in, or the Bearer token is not (or no longer) good: then `WWW-Authenticate` says `invalid_token`.",
    ["WWW-Authenticate"],
  ),
  errorResponse(402, "PaymentRefused", "The payment provider refused the payment."),
  errorResponse(
    403,
    "NotAllowed",
    "Signed in, but not allowed to do this. Also a write that comes from another site, and what a browser’s session may do only after its password was given once more.",
  ),
  errorResponse(404, "NotFound", "There is no such thing for you."),
  errorResponse(
    405,
    "MethodNotAllowed",
    "This address does not answer the method. `Allow` names those it answers.",
    ["Allow"],
  ),
  errorResponse(
    409,
    "Conflicting",
    "It contradicts what is there; of a record, `current` is how it is now.",
    undefined,
    conflictSchema,
  ),
  errorResponse(413, "TooLarge", "More than 1 MB of text, or more than 6 MB with a picture."),
  errorResponse(415, "WrongType", "A body that is neither JSON nor a form."),
  errorResponse(
    422,
    "NotRight",
    "What was sent was read, and fields of it are wrong: `errors` says which.",
    undefined,
    invalidSchema,
  ),
  errorResponse(429, "TooMany", "Too many attempts. `Retry-After` says in how many seconds to come back.", [
    "Retry-After",
  ]),
  errorResponse(
    500,
    "Broken",
    "Our fault. The message says what failed; `X-Request-Id` names the request if you write to us.",
  ),
  errorResponse(502, "ProviderRefused", "The payment provider did not understand us."),
  errorResponse(
    503,
    "Away",
    "The site is busy or its database away. Try again after `Retry-After` seconds.",
    ["Retry-After"],
  ),
];

/** The error responses of an operation: those of its kind, and those that it lists itself. */
export function listErrorResponses({
  audience: who,
  paged,
  query,
  pathParams: parts,
  body,
  errorStatuses: refuses = [],
}: Operation): ErrorResponse[] {
  const statuses = new Set<number>([
    ...refuses,
    ...(paged || query || body ? [400] : []),
    ...(who === "anybody" ? [] : [401]),
    ...(typeof who === "object" ? [403] : []),
    ...(parts?.id ? [404] : []),
    ...(body ? [413, 415, 422] : []),
    ...(paged || query ? [422] : []),
    500,
    503,
  ]);
  return ERROR_RESPONSES.filter(({ status }) => statuses.has(status));
}
