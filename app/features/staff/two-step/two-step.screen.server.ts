import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { EntityManager } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { signOutOthers } from "~/auth/devices.server";
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
import { codeSchema } from "../sign-in.rules";
import { secretUri } from "./codes.server";
import { qrSquare } from "./qr-square.server";
import {
  beginTwoStep,
  RECOVERY_CODES,
  replaceCodes,
  takeCode,
  turnOffTwoStep,
  turnOnTwoStep,
  twoStepState,
  waitingSecret,
} from "./two-step.server";
import { mailTwoStep } from "./two-step-mail.server";

const FAILED = "Failed to change two-step sign-in";

const DEED = "two-step.write";

const own = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith(DEED));

/** Somebody's own two-step sign-in: off, waiting for the app's first code, or on. */
export async function twoStepScreen(args: LoaderFunctionArgs) {
  const staff = await own(args);
  const [{ since, codesLeft }, secret] = await Promise.all([twoStepState(staff.id), waitingSecret(staff.id)]);
  return {
    since,
    codesLeft,
    codesMade: RECOVERY_CODES,
    required: twoStepIsRequired(staff.role),
    app: secret === undefined ? undefined : appOf(staff, secret),
  };
}

/** What an app is told: as a square of dots, and as letters in groups of four. */
function appOf({ email }: StaffViewer, secret: string) {
  return {
    square: qrSquare(secretUri(secret, config().siteName, email)),
    letters: secret.replace(/(.{4})(?=.)/g, "$1 "),
  };
}

type TwoStepChange = (staff: StaffViewer, values: Record<string, unknown>) => Promise<Reply>;

type Reply = Response | ReturnType<typeof codesReply>;

/** What the page's forms ask for, by their `intent`. */
const CHANGES: Record<string, TwoStepChange> = {
  begin: async ({ id }) => {
    await beginTwoStep(id);
    return redirect(TWO_STEP_PATH, 303);
  },
  on: async (staff, values) => {
    const { code } = parseOrThrow(codeSchema, values);
    const codes = await turnOnTwoStep(staff.id, code, async (manager) => {
      await signOutOthers(staff, manager);
      await tell(manager, staff, { kind: "on" });
    });
    return codesReply(codes);
  },
  codes: async (staff, values) => {
    let codes: string[] = [];
    await withCurrentCode(staff, values, async (manager) => {
      codes = await replaceCodes(manager, staff.id);
      await tell(manager, staff, { kind: "codes" });
    });
    return codesReply(codes);
  },
  off: async (staff, values) => {
    await withCurrentCode(staff, values, async (manager) => {
      if (await turnOffTwoStep(manager, staff.id)) await tell(manager, staff, { kind: "off" });
    });
    return redirectWithToast(TWO_STEP_PATH, { tone: "good", text: "Two-step sign-in is off." });
  },
};

/**
 * What weakens the second step needs it: the password alone would be one step again. New recovery codes, too, since one of them turns
 * it off.
 * @throws AppError 409 where it is off, 422 for a code that is missing, wrong or used, 429
 */
async function withCurrentCode(
  { id }: StaffViewer,
  values: Record<string, unknown>,
  within: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  if (!(await twoStepState(id)).since) throw new AppError(409, "Two-step sign-in is off.");
  await takeCode(id, parseOrThrow(codeSchema, values).code, within);
}

/** Shown in the answer itself, and never again: after a redirect they would have to be kept somewhere. */
const codesReply = (codes: readonly string[]) => data({ codes });

async function tell(manager: EntityManager, staff: StaffViewer, event: TwoStepEvent) {
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

/** Whoever merely sits down at the browser must not be able to turn it off, nor on with an app of their own. */
export async function twoStepAction(args: LoaderFunctionArgs) {
  const staff = await own(args);
  const confirmed = await withRecentPassword(args, staff, DEED);
  return formReply(confirmed, FAILED, async ({ values }) => {
    const { intent } = values;
    const change = typeof intent === "string" && Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
    if (!change) throw new AppError(422, "Choose what is to be done.");
    return change(staff, values);
  });
}
