import { json, redirect } from "@remix-run/node";
import type { EntityManager } from "db/orm.server";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { $ZodType } from "zod/v4/core";
import { apiAction } from "~/web/api-replies.server";
import { AppError, catchAppError, consumeLimit } from "~/web/app-error.server";
import { formErrorReply } from "~/web/form-replies.server";
import { resetLimit } from "~/web/rate-limits.server";
import { problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";
import { hashingQueue } from "./hashing-queue.server";
import { type NewDevice, noteDevice } from "./known-devices.server";
import { checkPassword } from "./password-hash.server";
import { renewPasswordHash } from "./renew-password-hash.server";
import { startSession, type VerifiedPerson } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

/** Said whether the address is known or not. */
const INVALID_CREDENTIALS = "Invalid email or password";

/** Said by the API when a sign-in breaks; specification, section 8. */
const API_FAILED = "Login failed";

type Credentials = { email: string; password: string; code?: string };

/** What is asked for after the password, of those who have set it up. */
export type SecondStep<Person> = {
  isOn: (person: Person) => boolean;
  /** The page that asks for the code. */
  page: string;
  /** Keeps the sign-in for this browser until the code comes. @returns the header that binds it */
  begin: (person: Person) => Promise<string>;
  /** Takes a code that came with the password. @throws AppError 401 where it is missing or wrong, 429 */
  check: (person: Person, code: string | undefined) => Promise<void>;
};

/** How one kind of person signs in. Everything else is the same for all. */
export type SignInMethod<Person extends VerifiedPerson> = {
  kind: SessionKind;
  /** What is asked for; the email comes out in its normal form. */
  schema: $ZodType<Credentials>;
  /** Who has this address and a password. @param request may say which of two they are */
  find: (email: string, request: Request) => Promise<Person | undefined>;
  /** Asked only about somebody whose password was right. @throws AppError 403 with the reason */
  assertMayEnter?: (person: Person) => void;
  secondStep?: SecondStep<Person>;
  /** Told of a device that they never signed in with before, in the transaction that notes it. */
  onNewDevice: (manager: EntityManager, person: Person, device: NewDevice) => Promise<void>;
  texts: {
    /** The form's, where it is not filled in. */
    incomplete: string;
    /** The form's, where something breaks. */
    failed: string;
  };
};

/** The form of a sign-in page, sent: a session and the way on, or the page again with the reason and the address. */
export async function signInByForm<Person extends VerifiedPerson>(
  args: RequestArgs,
  method: SignInMethod<Person>,
  redirectFor: (person: Person) => string | Promise<string>,
) {
  const form = await formIn(args.request);
  const handle = async () => {
    const person = await authenticateForm(args.request, async (sent) => {
      const credentials = await readCredentials(method, sent);
      return authenticate(args, method, credentials);
    });
    const to = await redirectFor(person);
    if (!method.secondStep?.isOn(person)) return signedInReply(args, method, person, to);
    const { page, begin } = method.secondStep;
    const headers = { "Set-Cookie": await begin(person), "X-Remix-Reload-Document": "true" };
    return redirect(`${page}?next=${encodeURIComponent(to)}`, { status: 303, headers });
  };
  return catchAppError(args, method.texts.failed, handle, (error) => {
    const email = form.get("email");
    return formErrorReply(error, method.texts.failed, {
      email: typeof email === "string" ? email : "",
    });
  });
}

/**
 * Begins the session of a browser, and leads on. @param more what is to be said beside that
 * @throws AppError 401 where the password was changed meanwhile
 */
export async function signedInReply<Person extends VerifiedPerson>(
  args: RequestArgs,
  method: Entering<Person>,
  person: Person,
  to: string,
  more?: string,
): Promise<Response> {
  const { headers } = await begin(args, method, person, "cookie");
  const text = ["Logged in successfully!", more].filter(Boolean).join(" ");
  const toast = { tone: "good", text } as const;
  return redirectWithToast(to, toast, headers);
}

/**
 * Begins the session of a browser that has proved otherwise whose it is, as the form does it.
 * @returns the headers that keep it; undefined where the password was changed meanwhile
 */
export async function signInBrowser<Person extends VerifiedPerson>(
  args: RequestArgs,
  method: Entering<Person>,
  person: Person,
): Promise<Headers | undefined> {
  try {
    return (await begin(args, method, person, "cookie")).headers;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

/** The form, with the request's body left to be read again. @throws 415 for whatever is no form: nothing of ours broke */
async function formIn(request: Request): Promise<FormData> {
  try {
    return await request.clone().formData();
  } catch {
    throw problem(415, "Send this as a form.");
  }
}

/** `POST` of a sign-in address of the API: a Bearer token of its own, and the cookie for a browser. */
export function signInReply<Person extends VerifiedPerson>(
  args: RequestArgs,
  method: SignInMethod<Person>,
  serialize: (person: Person, token: string) => Record<string, unknown>,
): Promise<Response> {
  const handle = async () => {
    const { person, token, headers } = await signIn(args, method);
    return json(serialize(person, token), { headers });
  };
  return apiAction(args, ["POST"], handle, API_FAILED);
}

/**
 * Signs somebody in with what was sent, for a Bearer token.
 * @throws AppError 422 where something is missing, 401 for a wrong password, also one that was changed while it was
 * checked, or a code that is missing or wrong, 403 for who may not enter, 429, 503 where too many wait for their password
 * to be checked
 */
async function signIn<Person extends VerifiedPerson>(args: RequestArgs, method: SignInMethod<Person>) {
  const credentials = await readCredentials(method, (await readSubmission(args.request)).values);
  const person = await authenticate(args, method, credentials);
  if (method.secondStep?.isOn(person)) await method.secondStep.check(person, credentials.code);
  return { person, ...(await begin(args, method, person, "bearer")) };
}

type Entering<Person> = {
  kind: SessionKind;
  onNewDevice: (manager: EntityManager, person: Person, device: NewDevice) => Promise<void>;
};

async function begin<Person extends VerifiedPerson>(
  args: RequestArgs,
  { kind, onNewDevice }: Entering<Person>,
  person: Person,
  via: "cookie" | "bearer",
): Promise<{ token: string; headers: Headers }> {
  const started = await startSession(args, kind, person, via);
  if (!started) throw new AppError(401, INVALID_CREDENTIALS);
  const headers = new Headers({ "Set-Cookie": started.setCookie });
  const kept = await noteDevice(args, kind, person.id, via, (manager, found) =>
    onNewDevice(manager, person, found),
  );
  for (const cookie of kept) headers.append("Set-Cookie", cookie);
  return { token: started.token, headers };
}

const authenticateForm = <Person>(request: Request, verify: (form: FormData) => Promise<Person>) =>
  new Authenticator<Person>()
    .use(new FormStrategy<Person>(({ form }) => verify(form as FormData)))
    .authenticate("form", request);

async function readCredentials<Person extends VerifiedPerson>(
  { schema, texts }: SignInMethod<Person>,
  sent: FormData | Record<string, unknown>,
): Promise<Credentials> {
  const { data, error } = await validatorFor(schema).validate(sent);
  if (error) throw new AppError(422, texts.incomplete, { fieldErrors: error.fieldErrors });
  return data;
}

/**
 * Known and unknown addresses take the same way and get the same words; why somebody may not enter is told only to who
 * knows the password.
 */
async function authenticate<Person extends VerifiedPerson>(
  { request, context }: RequestArgs,
  { kind, find, assertMayEnter }: SignInMethod<Person>,
  { email, password }: Credentials,
): Promise<Person> {
  hashingQueue.assertRoom();
  const limits = { "sign-in-network": context.ip, "sign-in-address": `${kind} ${email}` };
  await consumeLimit(limits);
  const { person, renewedHash } = await findByPassword(() => find(email, request), password);
  assertMayEnter?.(person);
  await resetLimit(limits);
  if (!renewedHash) return person;
  if (await renewPasswordHash(kind, person, renewedHash)) return { ...person, passwordHash: renewedHash };
  // Another sign-in of theirs has renewed it meanwhile, or the password is another one now.
  return (await findByPassword(() => find(email, request), password)).person;
}

/** @throws AppError 401 */
async function findByPassword<Person extends VerifiedPerson>(
  find: () => Promise<Person | undefined>,
  password: string,
): Promise<{ person: Person; renewedHash?: string }> {
  const person = await find();
  const right = await checkPassword(person?.passwordHash, password);
  if (!person || !right) throw new AppError(401, INVALID_CREDENTIALS);
  return { person, ...right };
}
