import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { withoutTrailingZeros } from "~/admin-kit/figures/read-number";
import { type MemberViewer, requireMember } from "~/auth/viewer.server";
import { AppError, catchAppError, errorMessage } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { WATCHED_SIZE } from "../watchlist.rules";
import { addAlert, readAlert, removeAlert, replaceAlert, setAlertMails } from "./change-alerts.server";
import { alertCount, ownAlert, ownAlerts, wantsAlertMails } from "./price-alerts.queries.server";
import { ALERTS_PATH } from "./price-alerts.rules";

/** The page of a member's price alerts. */
export async function alertsPage(args: RequestArgs) {
  const member = await requireMember(args);
  const page = requestedPageNumber(args.request);
  const [alerts, total, mails] = await Promise.all([
    ownAlerts(member, pageRange(page, WATCHED_SIZE)),
    alertCount(member),
    wantsAlertMails(member),
  ]);
  return { alerts, total, page, mails };
}

const FAILED = "Failed to change your price alerts";

/** Removes an alert, or turns their emails on or off, and shows the list again. */
export async function changeAlerts(args: RequestArgs): Promise<Response> {
  const member = await requireMember(args);
  return catchAppError(
    args,
    FAILED,
    async () => {
      const text = await applyChange(member, (await readSubmission(args.request)).values);
      return redirectWithToast(ALERTS_PATH, { tone: "good", text });
    },
    async (error) => redirectWithToast(ALERTS_PATH, { tone: "bad", text: errorMessage(error) }),
  );
}

/** @returns what was done, as a sentence */
async function applyChange(
  member: MemberViewer,
  { remove, change, mails }: Record<string, unknown>,
): Promise<string> {
  if (typeof remove === "string" && isUuid(remove)) {
    await removeAlert(member, remove);
    return "Price alert removed.";
  }
  if (change !== "mails") throw new AppError(422, "Choose what to change.");
  const wanted = mails === "on";
  await setAlertMails(member, wanted);
  return wanted ? "You get price alerts by email." : "You do not get price alerts by email.";
}

const SAVED = { tone: "good", text: "Price alert saved." } as const;
const KNOWN = { tone: "good", text: "You already have this price alert." } as const;

/** The form of a new alert. Its company may be in the address. */
export async function newAlertPage(args: RequestArgs) {
  await requireMember(args);
  const company = new URL(args.request.url).searchParams.get("company") ?? "";
  return { values: { company: company.slice(0, 20), kind: "rises", level: "" } };
}

export async function addAlertAction(args: RequestArgs) {
  const member = await requireMember(args);
  return formReply(args, FAILED, async ({ values }) =>
    redirectWithToast(ALERTS_PATH, (await addAlert(member, await readAlert(member, values))) ? SAVED : KNOWN),
  );
}

/** The form of an alert of the member's, with its level in today's shares. */
export async function editAlertPage(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const { id = "" } = args.params;
  const alert = isUuid(id) ? await ownAlert(member, id) : undefined;
  if (!alert) throw notFound("Price alert not found.");
  // Its plan no longer shows the company: the list can only remove it.
  if (!alert.company) throw redirect(ALERTS_PATH);
  const { company, kind, level } = alert;
  return { values: { company: company.symbol, kind, level: withoutTrailingZeros(level) } };
}

export async function editAlertAction(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const { id = "" } = args.params;
  if (!isUuid(id)) throw notFound("Price alert not found.");
  return formReply(args, FAILED, async ({ values }) => {
    await replaceAlert(member, id, await readAlert(member, values));
    return redirectWithToast(ALERTS_PATH, SAVED);
  });
}
