import { redirect } from "@remix-run/node";
import type { MemberViewer, Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { consumeLimit } from "~/web/app-error.server";
import { isLimitUsedUp, tryConsumeLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";
import { addDays } from "../entitlement.rules";
import { startTrialOnce } from "./begin-trial.server";
import { promisedDays } from "./trial.rules";
import { trialCookie } from "./trial-cookie.server";
import { canStartTrial } from "./trials.queries.server";

export const TRIAL_FAILED = "The trial could not be started. Please try again.";

/** Visitors sign in or register first, then return to the plans, where the trial starts. */
export const signInForTrial = (): Response =>
  redirect("/login?next=/subscription", { status: 303, headers: { "Set-Cookie": trialCookie() } });

type Offer = { id: string; trialDays: number | null };

/**
 * The free trials that this reader can have, with their ends, by package. Visitors see them too; eligibility
 * is checked after sign-in.
 */
export async function trialOffers(
  viewer: Viewer,
  packages: readonly Offer[],
  now: Date,
): Promise<Map<string, { days: number; until: Date }>> {
  const offered = packages.flatMap(({ id, trialDays }) => (trialDays === null ? [] : [{ id, trialDays }]));
  if (offered.length === 0 || !(await isEligible(viewer))) return new Map();
  return new Map(offered.map(({ id, trialDays: days }) => [id, { days, until: addDays(now, days) }]));
}

const isEligible = async (viewer: Viewer): Promise<boolean> =>
  viewer.kind !== "member" || (viewer.tier === "Basic" && (await canStartTrial(viewer.id)));

/** Starts the trial after "Try it free". Started trials are counted per network. @throws AppError */
export async function startTrial(
  { context: { ip } }: Pick<RequestArgs, "context">,
  member: MemberViewer,
  { packageId, trialDays }: { packageId?: string; trialDays?: string },
): Promise<Response> {
  await consumeLimit({ purchase: member.id });
  const network = { "trial-network": ip };
  const { trial, isNew } = await startTrialOnce(
    member.id,
    packageId,
    promisedDays(trialDays),
    await isLimitUsedUp(network),
  );
  if (isNew) await tryConsumeLimit(network);
  const { tier, accessUntil } = trial;
  const day = formatTime(accessUntil, "date", config().siteTz);
  return redirectWithToast("/dashboard/subscription", {
    tone: "good",
    text: `Your free trial of ${tier} has started. It ends automatically on ${day}; nothing is charged.`,
    timeout: 12_000,
  });
}
