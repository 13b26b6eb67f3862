import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { EntityManager } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { codeSchema } from "~/auth/account.rules";
import { signOutOthers } from "~/auth/devices.server";
import { deletePasskeys } from "~/auth/passkeys/passkeys.server";
import { rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { twoStepIsRequired } from "~/auth/sessions.server";
import { requireStaff, type StaffViewer, TWO_STEP_PATH } from "~/auth/viewer.server";
import type { TwoStepEvent } from "~/features/mail/staff-mails";
import { config } from "~/platform/config.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { ownChange } from "../own-account.server";
import { secretUri } from "./codes.server";
import { qrSquare } from "./qr-square.server";
import {
  beginTwoStep,
  disableTwoStep,
  enableTwoStep,
  RECOVERY_CODES,
  replaceCodes,
  takeCode,
  twoStepState,
  waitingSecret,
} from "./two-step.server";
import { mailTwoStep } from "./two-step-mail.server";

const FAILED = "Failed to change two-step sign-in";

const PERMISSION = "two-step.write";

const own = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith(PERMISSION));

/** Somebody's own two-step sign-in: off, waiting for the app's first code, or on. */
export async function twoStepScreen(args: LoaderFunctionArgs) {
  const staff = await own(args);
  const [{ since, codesLeft }, secret] = await Promise.all([twoStepState(staff.id), waitingSecret(staff.id)]);
  return {
    since,
    codesLeft,
    codesMade: RECOVERY_CODES,
    required: twoStepIsRequired(staff.role),
    app: secret === undefined ? undefined : appSetup(staff, secret),
  };
}

/** The app's secret as a QR code, and as letters in groups of four. */
function appSetup({ email }: StaffViewer, secret: string) {
  return {
    square: qrSquare(secretUri(secret, config().siteName, email)),
    letters: secret.replace(/(.{4})(?=.)/g, "$1 "),
  };
}

type TwoStepChange = (staff: StaffViewer, values: Record<string, unknown>) => Promise<Reply>;

type Reply = Response | ReturnType<typeof codesReply>;

/** The page's actions by `intent`. */
const CHANGES: Record<string, TwoStepChange> = {
  begin: async ({ id }) => {
    await beginTwoStep(id);
    return redirect(TWO_STEP_PATH, 303);
  },
  on: async (staff, values) => {
    const { code } = parseOrThrow(codeSchema, values);
    const codes = await enableTwoStep(staff.id, code, async (manager) => {
      // A passkey that was added without a code must not open the account without one.
      await deletePasskeys(manager, staff);
      await signOutOthers(staff, manager);
      await notifyAndLog(manager, staff, { kind: "on" });
    });
    return codesReply(codes);
  },
  codes: async (staff, values) => {
    let codes: string[] = [];
    await withCurrentCode(staff, values, async (manager) => {
      codes = await replaceCodes(manager, staff.id);
      await notifyAndLog(manager, staff, { kind: "codes" });
    });
    return codesReply(codes);
  },
  off: async (staff, values) => {
    await withCurrentCode(staff, values, async (manager) => {
      if (await disableTwoStep(manager, staff.id)) await notifyAndLog(manager, staff, { kind: "off" });
    });
    return redirectWithToast(TWO_STEP_PATH, { tone: "good", text: "Two-step sign-in is off." });
  },
};

/** Requires a code for changes that weaken two-step sign-in, because the password alone would be one step. This includes new recovery codes, since one of them can turn it off.
 * @throws AppError 409 if it is off, 422 for a missing, wrong or used code, 429
 */
async function withCurrentCode(
  { id }: StaffViewer,
  values: Record<string, unknown>,
  within: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  if (!(await twoStepState(id)).since) throw new AppError(409, "Two-step sign-in is off.");
  await takeCode(id, parseOrThrow(codeSchema, values).code, within);
}

/** Shown in this response only: a redirect would require storing them. */
const codesReply = (codes: readonly string[]) => data({ codes });

async function notifyAndLog(manager: EntityManager, staff: StaffViewer, event: TwoStepEvent) {
  await mailTwoStep(manager, staff.email, event);
  logChange(manager, staff, { ...ownChange(staff), detail: { fields: [FIELDS[event.kind]] } });
}

const FIELDS: Record<TwoStepEvent["kind"], string> = {
  on: "two-step sign-in",
  off: "two-step sign-in",
  reset: "two-step sign-in",
  codes: "recovery codes",
  recovery: "recovery codes",
};

/** A person at an unattended browser must not be able to turn it off, or on with their own app. */
export async function twoStepAction(args: LoaderFunctionArgs) {
  const staff = await own(args);
  const confirmed = await withRecentPassword(args, staff, PERMISSION);
  return formReply(confirmed, FAILED, async ({ values }) => {
    const { intent } = values;
    const change = typeof intent === "string" && Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
    if (!change) throw new AppError(422, "Choose an action.");
    return change(staff, values);
  });
}
