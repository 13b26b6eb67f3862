import { z } from "zod";
import type { Operation } from "~/admin-kit/operations.server";
import { messageForm, told } from "~/admin-kit/record-schema.server";

export type Refusal = {
  status: number;
  /** Of the component that describes it. */
  name: string;
  says: string;
  headers?: readonly ("Allow" | "Retry-After")[];
  form: z.ZodType;
};

const errors = told(z.record(z.string(), z.string()), "What is wrong, by the name of the field.", {
  title: "Title is required",
});
const invalidForm = z
  .strictObject({ message: told(z.string(), "The first of the errors.", "Title is required"), errors })
  .meta({ id: "Invalid", description: "What was sent was read, and is not right." });
const conflictForm = z
  .strictObject({
    message: told(z.string(), "A sentence for people.", "Somebody else changed this record."),
    current: told(z.looseObject({}).optional(), "The record as it is now, where one was changed meanwhile."),
    errors: errors.optional(),
  })
  .meta({ id: "Conflict", description: "What was asked for contradicts what is there." });

const refusal = (
  status: number,
  name: string,
  says: string,
  headers?: Refusal["headers"],
  form: z.ZodType = messageForm,
): Refusal => ({ status, name, says, headers, form });

/** Every refusal of the API, told once. */
export const REFUSALS: readonly Refusal[] = [
  refusal(
    400,
    "Malformed",
    "The request cannot be read: JSON that is none, a limit that is no number, a dead link.",
  ),
  refusal(401, "NotSignedIn", "Nobody is signed in, or the Bearer token is not (or no longer) good."),
  refusal(402, "PaymentRefused", "The payment provider refused the payment."),
  refusal(
    403,
    "NotAllowed",
    "Signed in, but not allowed to do this. Also a write that comes from another site.",
  ),
  refusal(404, "NotFound", "There is no such thing for you."),
  refusal(
    405,
    "MethodNotAllowed",
    "This address does not answer the method. `Allow` names those it answers.",
    ["Allow"],
  ),
  refusal(
    409,
    "Conflicting",
    "It contradicts what is there; of a record, `current` is how it is now.",
    undefined,
    conflictForm,
  ),
  refusal(413, "TooLarge", "More than 1 MB of text, or more than 6 MB with a picture."),
  refusal(415, "WrongType", "A body that is neither JSON nor a form."),
  refusal(
    422,
    "NotRight",
    "What was sent was read, and fields of it are wrong: `errors` says which.",
    undefined,
    invalidForm,
  ),
  refusal(429, "TooMany", "Too many attempts. `Retry-After` says in how many seconds to come back.", [
    "Retry-After",
  ]),
  refusal(
    500,
    "Broken",
    "Our fault. The message says what failed; `X-Request-Id` names the request if you write to us.",
  ),
  refusal(502, "ProviderRefused", "The payment provider did not understand us."),
  refusal(503, "Away", "The site is busy or its database away. Try again after `Retry-After` seconds.", [
    "Retry-After",
  ]),
];

/** What an operation may be refused with: what follows from its kind, and what it names itself. */
export function refusalsOf({ who, paged, query, parts, body, refuses = [] }: Operation): Refusal[] {
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
  return REFUSALS.filter(({ status }) => statuses.has(status));
}
