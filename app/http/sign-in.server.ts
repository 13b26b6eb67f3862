import { data, json } from "@remix-run/node";
import { isDatabaseGone } from "db/orm.server";
import type { Asking } from "./context.server";
import { log } from "./log.server";
import { apiReply, methodNotAllowed, RETRY_AFTER_SECONDS } from "./replies.server";
import { type Recognised, type SessionKind, startSession } from "./sessions.server";
import { redirectWithToast } from "./toast.server";
import { readSubmission } from "./uploads.server";

/** Said whether the address is known or not. */
export const WRONG = "Invalid email or password";

/** Why nobody was signed in, with the status and the words for page and API. */
export class SignInRefused extends Error {
  constructor(
    readonly status: 401 | 403 | 422 | 429 | 500 | 503,
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

/** @throws SignInRefused when the password was changed between its check and now. */
async function begin(asking: Asking, kind: SessionKind, person: Recognised, via: "cookie" | "bearer") {
  const started = await startSession(asking, kind, person, via);
  if (!started) throw new SignInRefused(401, WRONG);
  return started;
}

/**
 * The form of a sign-in page, sent: a session and the way on, or the page again with the reason. What breaks on the
 * way is told in the specification's words, and the address is still there.
 */
export async function signInByForm<Person extends Recognised>(
  asking: Asking,
  kind: SessionKind,
  authenticate: (asking: Asking) => Promise<Person>,
  targetOf: (person: Person) => string,
) {
  const form = asking.request.clone();
  try {
    const person = await authenticate(asking);
    const { setCookie } = await begin(asking, kind, person, "cookie");
    const toast = { tone: "good", text: "Logged in successfully!", timeout: 3000 } as const;
    return await redirectWithToast(targetOf(person), toast, new Headers({ "Set-Cookie": setCookie }));
  } catch (error) {
    if (error instanceof Response) throw error;
    const refused = error instanceof SignInRefused ? error : unexpected(asking, error);
    return refusedForm(refused, await form.formData());
  }
}

function unexpected({ context }: Asking, error: unknown): SignInRefused {
  log().error({ requestId: context.requestId, err: error }, "sign-in broke");
  const message = "Unexpected error. Please try again.";
  return isDatabaseGone(error)
    ? new SignInRefused(503, message, { retryAfter: RETRY_AFTER_SECONDS })
    : new SignInRefused(500, message);
}

/** `POST` of a sign-in address of the API: a Bearer token of its own, and the cookie for a browser. */
export function signInReply<Person extends Recognised>(
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
      const { token, setCookie } = await begin(asking, kind, person, "bearer");
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
