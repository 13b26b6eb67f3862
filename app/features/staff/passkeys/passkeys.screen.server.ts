import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { EntityManager } from "db/orm.server";
import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { codeSchema } from "~/auth/account.rules";
import { signOutOthers } from "~/auth/devices.server";
import { forgetChallenge, readChallenge } from "~/auth/passkeys/challenge.server";
import { creationReply, newPasskeyOf, newPasskeyReply } from "~/auth/passkeys/passkey-replies.server";
import { newPasskeySchema, PASSKEY_TEXTS as TEXTS, typedName } from "~/auth/passkeys/passkeys.rules";
import { addPasskey, passkeysOf, removePasskey } from "~/auth/passkeys/passkeys.server";
import { rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { mailPasskey } from "~/features/mail/passkey-mail.server";
import { parseOrThrow } from "~/web/app-error.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { ownChange } from "../own-account.server";
import { takeCode, twoStepState } from "../two-step/two-step.server";

const PERMISSION = "two-step.write";
const PAGE = "/admin/profile-settings/passkeys";
const NEW = "/admin/profile-settings/passkeys/new";

const own = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith(PERMISSION));

export async function ownPasskeysScreen(args: LoaderFunctionArgs) {
  const staff = await own(args);
  const [passkeys, { since }] = await Promise.all([passkeysOf(staff), twoStepState(staff.id)]);
  return {
    passkeys: passkeys.map(({ credentialId: _, ...passkey }) => passkey),
    needsCode: since !== null,
    name: typedName(args.request),
  };
}

export async function newOwnPasskeyOptions(args: LoaderFunctionArgs) {
  const staff = await own(args);
  return creationReply(args, { path: NEW, page: PAGE }, { ...staff, name: staff.fullname });
}

async function notifyAndLog(
  manager: EntityManager,
  staff: StaffViewer,
  event: { name: string; change: "added" | "removed" },
) {
  await mailPasskey(manager, "staff", staff.email, event);
  logChange(manager, staff, { ...ownChange(staff), detail: { fields: ["passkeys"] } });
}

/** A passkey opens the account without a code, so with two-step sign-in adding one needs a code. */
export async function addOwnPasskeyAction(args: ActionFunctionArgs) {
  const staff = await own(args);
  const { request } = await withRecentPassword(args, staff, PERMISSION);
  return newPasskeyReply(args, { page: PAGE, request }, async (values) => {
    const passkey = parseOrThrow(newPasskeySchema, values);
    const challenge = await readChallenge(request, newPasskeyOf(staff));
    const add = async (manager: EntityManager) => {
      await addPasskey(manager, staff, passkey, challenge);
      await notifyAndLog(manager, staff, { name: passkey.name, change: "added" });
    };
    // A passkey that cannot be added spends no recovery code.
    if ((await twoStepState(staff.id)).since)
      await takeCode(staff.id, parseOrThrow(codeSchema, values).code, add);
    else await em().transactional(add);
    const headers = new Headers({ "Set-Cookie": forgetChallenge(NEW) });
    return redirectWithToast(PAGE, { tone: "good", text: "The passkey was added." }, headers);
  });
}

/** `passkey` names the one to remove. */
export async function removeOwnPasskeyAction(args: ActionFunctionArgs) {
  const staff = await own(args);
  const { request } = await withRecentPassword(args, staff, PERMISSION);
  const { passkey } = (await readSubmission(request)).values;
  const removed = await em().transactional(async (manager) => {
    const known = typeof passkey === "string" && isUuid(passkey) ? passkey : undefined;
    const name = known && (await removePasskey(manager, staff, known));
    if (name === undefined) return false;
    // It may have begun some of them.
    await signOutOthers(staff, manager);
    await notifyAndLog(manager, staff, { name, change: "removed" });
    return true;
  });
  const text = removed ? TEXTS.removed : "That passkey was already removed.";
  return redirectWithToast(PAGE, { tone: "good", text });
}
