import { json } from "@remix-run/node";
import { AppError, apiAction, catchAppError, formErrorReply } from "~/web/errors.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { startSession, type VerifiedPerson } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

/** Said whether the address is known or not. */
export const INVALID_CREDENTIALS = "Invalid email or password";

/** Said when a sign-in breaks; specification, section 8. */
const SIGN_IN_FAILED = "Login failed";
const FORM_SIGN_IN_FAILED: Record<SessionKind, string> = {
  member: "Unexpected error. Please try again.",
  staff: SIGN_IN_FAILED,
};

/** @throws AppError when the password was changed between its check and now. */
async function startSessionOrThrow(
  args: RequestArgs,
  kind: SessionKind,
  person: VerifiedPerson,
  via: "cookie" | "bearer",
) {
  const started = await startSession(args, kind, person, via);
  if (!started) throw new AppError(401, INVALID_CREDENTIALS);
  return started;
}

/**
 * The form of a sign-in page, sent: a session and the way on, or the page again with the reason. What breaks on the
 * way is told in the specification's words, and the address is still there.
 */
export async function signInByForm<Person extends VerifiedPerson>(
  args: RequestArgs,
  kind: SessionKind,
  authenticate: (args: RequestArgs) => Promise<Person>,
  redirectFor: (person: Person) => string,
) {
  const form = await formIn(args.request);
  const signIn = async () => {
    const person = await authenticate(args);
    const { setCookie } = await startSessionOrThrow(args, kind, person, "cookie");
    const toast = { tone: "good", text: "Logged in successfully!" } as const;
    return redirectWithToast(redirectFor(person), toast, new Headers({ "Set-Cookie": setCookie }));
  };
  return catchAppError(args, FORM_SIGN_IN_FAILED[kind], signIn, (error) => {
    const email = form.get("email");
    return formErrorReply(error, FORM_SIGN_IN_FAILED[kind], {
      email: typeof email === "string" ? email : "",
    });
  });
}

/** The form, with the request's body left to be read again. @throws 415 for whatever is no form: nothing of ours broke */
async function formIn(request: Request): Promise<FormData> {
  try {
    return await request.clone().formData();
  } catch {
    throw json({ message: "Send this as a form." }, 415);
  }
}

/** `POST` of a sign-in address of the API: a Bearer token of its own, and the cookie for a browser. */
export function signInReply<Person extends VerifiedPerson>(
  args: RequestArgs,
  kind: SessionKind,
  authenticate: (values: Record<string, unknown>) => Promise<Person>,
  serialize: (person: Person, token: string) => Record<string, unknown>,
): Promise<Response> {
  const signIn = async () => {
    const { values } = await readSubmission(args.request);
    const person = await authenticate(values);
    const { token, setCookie } = await startSessionOrThrow(args, kind, person, "bearer");
    return json(serialize(person, token), { headers: { "Set-Cookie": setCookie } });
  };
  return apiAction(args, ["POST"], signIn, SIGN_IN_FAILED);
}
