import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { passwordOnlySchema } from "~/auth/account.rules";
import { signOutOthers } from "~/auth/devices.server";
import { signInBrowser } from "~/auth/form-sign-in.server";
import { forgetChallenge, readChallenge } from "~/auth/passkeys/challenge.server";
import {
  creationReply,
  newPasskeyOf,
  newPasskeyReply,
  passkeyReply,
  requestReply,
} from "~/auth/passkeys/passkey-replies.server";
import {
  newPasskeySchema,
  passkeySignInSchema,
  PASSKEY_TEXTS as TEXTS,
  typedName,
} from "~/auth/passkeys/passkeys.rules";
import { addPasskey, identifyByPasskey, passkeysOf, removePasskey } from "~/auth/passkeys/passkeys.server";
import { requireMember } from "~/auth/viewer.server";
import { mailPasskey } from "~/features/mail/passkey-mail.server";
import { AppError, consumeLimit, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { withNext } from "~/web/safe-path";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { checkCurrentPassword } from "./passwords.server";
import { assertNotInactive, MEMBER_BY_LINK } from "./sign-in.server";

const PAGE = "/dashboard/passkeys";
const NEW = "/dashboard/passkeys/new";
const SIGN_IN = "/login/passkey";
const SIGN_IN_USE = "sign-in of a member";

export const passkeysScreen = async (args: LoaderFunctionArgs) => ({
  passkeys: (await passkeysOf(await requireMember(args))).map(({ credentialId: _, ...passkey }) => passkey),
  name: typedName(args.request),
});

export async function newPasskeyOptions(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const name = `${member.firstname} ${member.lastname}`;
  return creationReply(args, { path: NEW, page: PAGE }, { ...member, name });
}

/** A person at an unattended browser must not be able to add their own passkey. */
export async function addPasskeyAction(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  return newPasskeyReply(args, { page: PAGE, request: args.request }, async (values) => {
    const { password } = parseOrThrow(passwordOnlySchema, values);
    const passkey = parseOrThrow(newPasskeySchema, values);
    await checkCurrentPassword(member, password, "password");
    const challenge = await readChallenge(args.request, newPasskeyOf(member));
    await em().transactional(async (manager) => {
      await addPasskey(manager, member, passkey, challenge);
      await mailPasskey(manager, "member", member.email, { name: passkey.name, change: "added" });
    });
    const headers = new Headers({ "Set-Cookie": forgetChallenge(NEW) });
    return redirectWithToast(PAGE, { tone: "good", text: "The passkey was added." }, headers);
  });
}

async function ownPasskey(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const passkey = (await passkeysOf(member)).find(({ id }) => id === args.params.id);
  if (!passkey) throw notFound("Passkey not found.");
  return { member, passkey };
}

export const passkeyRemovalScreen = async (args: LoaderFunctionArgs) => ({
  name: (await ownPasskey(args)).passkey.name,
});

export async function removePasskeyAction(args: ActionFunctionArgs) {
  const { member, passkey } = await ownPasskey(args);
  return formReply(args, TEXTS.failed, async ({ values }) => {
    const { password } = parseOrThrow(passwordOnlySchema, values);
    await checkCurrentPassword(member, password, "password");
    await em().transactional(async (manager) => {
      const name = await removePasskey(manager, member, passkey.id);
      if (name === undefined) return;
      // It may have begun some of them.
      await signOutOthers(member, manager);
      await mailPasskey(manager, "member", member.email, { name, change: "removed" });
    });
    return redirectWithToast(PAGE, { tone: "good", text: TEXTS.removed });
  });
}

export const passkeySignInOptions = (args: LoaderFunctionArgs) =>
  requestReply(args, { path: SIGN_IN, page: withNext("/login", args.request) }, SIGN_IN_USE);

const PERSON = columns(Member, "id", "email", "status", "passwordHash", "deletionRequestedAt");
const FIND = statement("passkey-sign-in.member", PERSON)`
  select ${PERSON} from members where id = ${uuid("id")}`;

/** Signs in with a passkey alone; its device has checked fingerprint, face or PIN. */
export const passkeySignInAction = (
  args: ActionFunctionArgs,
  pathFor: (memberId: string) => Promise<string>,
): Promise<Response> =>
  passkeyReply(args, withNext("/login", args.request), TEXTS.failed, async () => {
    await consumeLimit({ "passkey-network": args.context.ip });
    const { credential } = parseOrThrow(passkeySignInSchema, (await readSubmission(args.request)).values);
    const challenge = await readChallenge(args.request, SIGN_IN_USE);
    const { ownerId: id, use: first } = await identifyByPasskey("member", credential, challenge);
    const person = await FIND.first({ id });
    if (!person) throw new AppError(400, TEXTS.refused);
    assertNotInactive(person.status);
    const headers = await signInBrowser(args, { ...MEMBER_BY_LINK, first }, person);
    if (!headers) throw new AppError(400, TEXTS.refused);
    headers.append("Set-Cookie", forgetChallenge(SIGN_IN));
    const to = person.deletionRequestedAt ? "/dashboard" : await pathFor(id);
    return redirectWithToast(to, { tone: "good", text: "Logged in successfully!" }, headers);
  });
