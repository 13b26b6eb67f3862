import { json, redirect } from "@remix-run/node";
import { type EntityManager, em } from "db/orm.server";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { $ZodType } from "zod/v4/core";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction } from "~/web/api-replies.server";
import { AppError, catchAppError, consumeLimit, invalidFields } from "~/web/app-error.server";
import { formErrorReply } from "~/web/form-replies.server";
import { resetLimit } from "~/web/rate-limits.server";
import { problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";
import { validatorFor } from "~/web/validator";
import { hashingQueue } from "./hashing-queue.server";
import { type NewDevice, saveDevice } from "./known-devices.server";
import { checkPassword } from "./password-hash.server";
import { renewPasswordHash } from "./renew-password-hash.server";
import { type IdentifiedPerson, startSession, type VerifiedPerson } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

/** The same message whether the address is known or not. */
const INVALID_CREDENTIALS = "Invalid email or password";

/** The API's message when a sign-in fails unexpectedly; specification, section 8. */
const API_FAILED = "Login failed";

type Credentials = { email: string; password: string; code?: string };

/** The second step of a sign-in, for people who set it up. */
export type SecondStep<Person> = {
  isOn: (person: Person) => boolean;
  /** The page that asks for the code. */
  page: string;
  /** Holds the sign-in for this browser until the code arrives. @returns the cookie header that binds it */
  begin: (person: Person) => Promise<string>;
  /** Checks a code that was sent with the password. @throws AppError 401 when it is missing or wrong, 429 */
  check: (person: Person, code: string | undefined) => Promise<void>;
};

/** How one kind of person signs in. */
export type SignInMethod<Person extends VerifiedPerson> = {
  kind: SessionKind;
  /** Input of the form; normalises the email. */
  schema: $ZodType<Credentials>;
  /**
   * The person with this address and a password.
   * @param request distinguishes several registrations of one address
   */
  find: (email: string, request: Request) => Promise<Person | undefined>;
  /** Runs only after the password was correct. @throws AppError 403 with the reason */
  assertCanSignIn?: (person: Person) => void;
  secondStep?: SecondStep<Person>;
  /** Runs when the person signs in with a new device, in the transaction that stores it. */
  onNewDevice: (manager: EntityManager, person: Person, device: NewDevice) => Promise<void>;
  texts: {
    /** The form's message when fields are missing. */
    /** The message if a field is invalid; by default the first field's. */
    incomplete?: string;
    /** The form's message when something fails unexpectedly. */
    failed: string;
  };
};

/**
 * Handles a submitted sign-in form: starts a session and redirects, or shows the form again with the reason
 * and the address.
 */
export async function signInByForm<Person extends VerifiedPerson>(
  args: RequestArgs,
  method: SignInMethod<Person>,
  redirectFor: (person: Person) => string | Promise<string>,
) {
  const form = await readForm(args.request);
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
 * Starts a browser session and redirects.
 * @param more a sentence to add to the toast
 * @throws AppError 401 when the password was changed in the meantime
 */
export async function signedInReply<Person extends IdentifiedPerson>(
  args: RequestArgs,
  method: SessionStart<Person>,
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
 * Starts a browser session for a person who was identified in another way.
 * @returns the headers with the cookies; undefined when the password was changed in the meantime
 */
export async function signInBrowser<Person extends IdentifiedPerson>(
  args: RequestArgs,
  method: SessionStart<Person>,
  person: Person,
): Promise<Headers | undefined> {
  try {
    return (await begin(args, method, person, "cookie")).headers;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Reads the form from a clone, so that the body can be read again.
 * @throws 415 when the body is not a form
 */
async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.clone().formData();
  } catch {
    throw problem(415, "Send the request as form data.");
  }
}

/** Handles `POST` of an API sign-in address: answers a Bearer token, and sets a cookie for browsers. */
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
 * Signs a person in for a Bearer token.
 * @throws AppError 422 when a field is missing; 401 for a wrong password, a password changed during the
 * check, or a wrong or missing code; 403 when the person is not allowed in; 429; 503 when too many passwords
 * are waiting to be checked
 */
async function signIn<Person extends VerifiedPerson>(args: RequestArgs, method: SignInMethod<Person>) {
  const credentials = await readCredentials(method, (await readApiBody(args)).values);
  const person = await authenticate(args, method, credentials);
  if (method.secondStep?.isOn(person)) await method.secondStep.check(person, credentials.code);
  return { person, ...(await begin(args, method, person, "bearer")) };
}

type SessionStart<Person> = {
  kind: SessionKind;
  /** Set if the person was identified without the password. */
  byPassword?: false;
  /** Runs before the session starts, in its transaction. @throws AppError if it must not start */
  first?: (manager: EntityManager) => Promise<void>;
  onNewDevice: (manager: EntityManager, person: Person, device: NewDevice) => Promise<void>;
};

async function begin<Person extends IdentifiedPerson>(
  args: RequestArgs,
  { kind, byPassword, first, onNewDevice }: SessionStart<Person>,
  person: Person,
  via: "cookie" | "bearer",
): Promise<{ token: string; headers: Headers }> {
  const start = (within?: EntityManager) => startSession(args, kind, person, via, byPassword, within);
  const started = await (first
    ? em().transactional(async (manager) => {
        await first(manager);
        return start(manager);
      })
    : start());
  if (!started) throw new AppError(401, INVALID_CREDENTIALS);
  const headers = new Headers({ "Set-Cookie": started.setCookie });
  const kept = await saveDevice(args, kind, person.id, via, (manager, found) =>
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
  if (!error) return data;
  const { fieldErrors } = error;
  throw texts.incomplete ? new AppError(422, texts.incomplete, { fieldErrors }) : invalidFields(fieldErrors);
}

/**
 * Known and unknown addresses take the same path and get the same message. The reason why a person is not
 * allowed in is shown only after a correct password.
 */
async function authenticate<Person extends VerifiedPerson>(
  { request, context }: RequestArgs,
  { kind, find, assertCanSignIn }: SignInMethod<Person>,
  { email, password }: Credentials,
): Promise<Person> {
  hashingQueue.assertRoom();
  const limits = { "sign-in-network": context.ip, "sign-in-address": `${kind} ${email}` };
  await consumeLimit(limits);
  const { person, renewedHash } = await findByPassword(() => find(email, request), password);
  assertCanSignIn?.(person);
  await resetLimit(limits);
  if (!renewedHash) return person;
  if (await renewPasswordHash(kind, person, renewedHash)) return { ...person, passwordHash: renewedHash };
  // Another sign-in has renewed the hash in the meantime, or the password was changed.
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
