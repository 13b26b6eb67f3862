import { data, json } from "@remix-run/node";
import type { Asking } from "./context.server";
import { apiReply, methodNotAllowed } from "./replies.server";
import { type SessionKind, startSession } from "./sessions.server";
import { readSubmission } from "./uploads.server";

/** Why nobody was signed in, with the status and the words for page and API. */
export class SignInRefused extends Error {
  constructor(
    readonly status: 401 | 403 | 422 | 429,
    message: string,
    readonly details: { fieldErrors?: Record<string, string>; retryAfter?: number; pending?: boolean } = {},
  ) {
    super(message);
  }
}

const retryHeader = ({ details }: SignInRefused): Record<string, string> =>
  details.retryAfter === undefined ? {} : { "Retry-After": String(details.retryAfter) };

/**
 * What the form of a sign-in page shows again: the words and the address, never the password.
 * The shape is the one remix-validated-form reads its errors from.
 */
export async function refusedForm(refused: SignInRefused, form: FormData) {
  const email = form.get("email");
  return data(
    {
      message: refused.message,
      fieldErrors: refused.details.fieldErrors ?? {},
      pending: refused.details.pending === true,
      repopulateFields: { email: typeof email === "string" ? email : "" },
    },
    { status: refused.status, headers: retryHeader(refused) },
  );
}

/** `POST` of a sign-in address of the API: a Bearer token of its own, and the cookie for a browser. */
export function signInReply<Person extends { id: string }>(
  asking: Asking,
  kind: SessionKind,
  check: (values: Record<string, unknown>) => Promise<Person>,
  wire: (person: Person, token: string) => Record<string, unknown>,
): Promise<Response> {
  return apiReply(asking, async () => {
    if (asking.request.method !== "POST") return methodNotAllowed(["POST"]);
    const { values } = await readSubmission(asking.request);
    try {
      const person = await check(values);
      const { token, setCookie } = await startSession(asking, kind, person.id, "bearer");
      return json(wire(person, token), { headers: { "Set-Cookie": setCookie, "Cache-Control": "no-store" } });
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      const { message, status, details } = error;
      return json(
        { message, ...(details.fieldErrors ? { errors: details.fieldErrors } : {}) },
        { status, headers: retryHeader(error) },
      );
    }
  });
}
