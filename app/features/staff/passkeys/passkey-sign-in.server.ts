import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Staff } from "db/entities/staff";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { signedInReply } from "~/auth/form-sign-in.server";
import { forgetChallenge, readChallenge } from "~/auth/passkeys/challenge.server";
import { passkeyReply, requestReply } from "~/auth/passkeys/passkey-replies.server";
import { passkeySignInSchema, PASSKEY_TEXTS as TEXTS } from "~/auth/passkeys/passkeys.rules";
import { identifyByPasskey } from "~/auth/passkeys/passkeys.server";
import { nextPath } from "~/auth/viewer.server";
import { mailNewDevice } from "~/features/mail/new-device-mail.server";
import { AppError, consumeLimit, parseOrThrow } from "~/web/app-error.server";
import { withNext } from "~/web/safe-path";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import {
  endPendingSignIn,
  forgetPendingSignIn,
  pendingPerson,
  SECOND_STEP_PATH,
} from "../two-step/pending-sign-ins.server";
import { SIGN_IN_EXPIRED } from "../two-step/second-step.server";

const LOGIN = "/admin/login";
const SIGN_IN = "/admin/login/passkey";
const SECOND = `${SECOND_STEP_PATH}/passkey`;
const SIGN_IN_USE = "sign-in of staff";
const secondUse = (id: string) => `second step of staff ${id}`;

/** A sign-in without the password: deeds that ask for it ask. */
const BY_PASSKEY = { kind: "staff", byPassword: false, onNewDevice: mailNewDevice("staff") } as const;
const AFTER_PASSWORD = { kind: "staff", onNewDevice: mailNewDevice("staff") } as const;

export const staffPasskeyOptions = (args: LoaderFunctionArgs) =>
  requestReply(args, { path: SIGN_IN, page: withNext(LOGIN, args.request) }, SIGN_IN_USE);

const PERSON = columns(Staff, "id", "email", "passwordHash");
const FIND = statement("passkey-sign-in.staff", PERSON)`
  select ${PERSON} from staff where id = ${uuid("id")} and status = 'active'`;

const credentialIn = async (args: ActionFunctionArgs) =>
  parseOrThrow(passkeySignInSchema, (await readSubmission(args.request)).values).credential;

/** The device has checked fingerprint, face or PIN, so a passkey alone is two steps. */
export const staffPasskeyAction = (args: ActionFunctionArgs): Promise<Response> =>
  passkeyReply(args, withNext(LOGIN, args.request), "Login failed", async () => {
    await consumeLimit({ "passkey-network": args.context.ip });
    const credential = await credentialIn(args);
    const challenge = await readChallenge(args.request, SIGN_IN_USE);
    const { ownerId: id, use: first } = await identifyByPasskey("staff", credential, challenge);
    const person = await FIND.first({ id });
    if (!person) throw new AppError(400, TEXTS.refused);
    const reply = await signedInReply(
      args,
      { ...BY_PASSKEY, first },
      person,
      nextPath(args.request, "/admin"),
    );
    reply.headers.append("Set-Cookie", forgetChallenge(SIGN_IN));
    return reply;
  });

/** Only the passkeys of the person whose password was right. */
export async function secondStepOptions(args: LoaderFunctionArgs): Promise<Response> {
  const page = withNext(SECOND_STEP_PATH, args.request);
  const person = await pendingPerson(args.request);
  if (!person) return redirect(page);
  return requestReply(args, { path: SECOND, page }, secondUse(person.id), { kind: "staff", id: person.id });
}

/** A passkey instead of the code. */
export async function secondStepPasskeyAction(args: ActionFunctionArgs): Promise<Response> {
  const person = await pendingPerson(args.request);
  if (!person) throw await redirectWithToast(LOGIN, { tone: "bad", text: SIGN_IN_EXPIRED });
  return passkeyReply(args, withNext(SECOND_STEP_PATH, args.request), "Login failed", async () => {
    await consumeLimit({ "passkey-network": args.context.ip });
    const challenge = await readChallenge(args.request, secondUse(person.id));
    const { use } = await identifyByPasskey("staff", await credentialIn(args), challenge, person.id);
    const first = async (manager: EntityManager) => {
      await use(manager);
      if (!(await endPendingSignIn(manager, args.request)))
        throw new AppError(409, "You are already signed in.");
    };
    const method = { ...AFTER_PASSWORD, first };
    const reply = await signedInReply(args, method, person, nextPath(args.request, "/admin"));
    for (const cookie of [forgetPendingSignIn(), forgetChallenge(SECOND)])
      reply.headers.append("Set-Cookie", cookie);
    return reply;
  });
}
