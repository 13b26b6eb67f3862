import type { MemberViewer } from "~/auth/viewer.server";
import { requireMember } from "~/auth/viewer.server";
import { AppError, catchAppError, consumeLimit } from "~/web/app-error.server";
import { noContent, problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { NOTIFICATIONS_PATH } from "../newsletters.rules";
import { addDevice, choosePushes, readSubscription, removeDevice } from "./change-devices.server";

const FAILED = "Failed to change your notifications";

/** Adds the device of a browser's subscription, removes one, or chooses what all get. Script gets the status alone. */
export async function changeDevices(args: RequestArgs): Promise<Response> {
  const member = await requireMember(args);
  const isScript = args.request.headers.get("Accept") === "application/json";
  return catchAppError(
    args,
    FAILED,
    async () => {
      const text = await applyChange(member, args.request);
      return isScript ? noContent() : redirectWithToast(NOTIFICATIONS_PATH, { tone: "good", text });
    },
    async ({ status, message }) =>
      isScript
        ? problem(status, message)
        : redirectWithToast(NOTIFICATIONS_PATH, { tone: "bad", text: message }),
  );
}

/** @returns what was done, as a sentence */
async function applyChange(member: MemberViewer, request: Request): Promise<string> {
  const { values } = await readSubmission(request);
  const { remove, choice, endpoint } = values;
  if (typeof remove === "string" && isUuid(remove))
    return (await removeDevice(member, remove))
      ? "The device will no longer receive notifications."
      : "That device was already removed.";
  if (choice === "kinds") {
    await choosePushes(member, new Set(Object.keys(values)));
    return "Your choice was saved.";
  }
  if (endpoint === undefined) throw new AppError(422, "Choose what to change.");
  await consumeLimit({ "push-member": member.id });
  await addDevice(member, await readSubscription(values), request.headers.get("User-Agent"));
  return "You will receive notifications in this browser.";
}
