import { json } from "@remix-run/node";
import { methodsReply, Refused, refusedPage, unlessRefused } from "~/web/errors.server";
import type { Asking } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { type Recognised, startSession } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

/** Said whether the address is known or not. */
export const WRONG = "Invalid email or password";

/** Said when a sign-in breaks; specification, section 8. */
const FAILED = "Login failed";
const FORM_FAILED: Record<SessionKind, string> = {
  member: "Unexpected error. Please try again.",
  staff: FAILED,
};

/** @throws Refused when the password was changed between its check and now. */
async function begin(asking: Asking, kind: SessionKind, person: Recognised, via: "cookie" | "bearer") {
  const started = await startSession(asking, kind, person, via);
  if (!started) throw new Refused(401, WRONG);
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
  const form = await formIn(asking.request);
  const signIn = async () => {
    const person = await authenticate(asking);
    const { setCookie } = await begin(asking, kind, person, "cookie");
    const toast = { tone: "good", text: "Logged in successfully!" } as const;
    return redirectWithToast(targetOf(person), toast, new Headers({ "Set-Cookie": setCookie }));
  };
  return unlessRefused(asking, FORM_FAILED[kind], signIn, (refused) => {
    const email = form.get("email");
    return refusedPage(refused, { email: typeof email === "string" ? email : "" });
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
export function signInReply<Person extends Recognised>(
  asking: Asking,
  kind: SessionKind,
  check: (values: Record<string, unknown>) => Promise<Person>,
  wire: (person: Person, token: string) => Record<string, unknown>,
): Promise<Response> {
  const signIn = async () => {
    const { values } = await readSubmission(asking.request);
    const person = await check(values);
    const { token, setCookie } = await begin(asking, kind, person, "bearer");
    return json(wire(person, token), { headers: { "Set-Cookie": setCookie } });
  };
  return methodsReply(asking, ["POST"], signIn, FAILED);
}
