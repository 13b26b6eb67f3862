import { redirect } from "@remix-run/node";
import type { MemberViewer, Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { consumeLimit } from "~/web/app-error.server";
import { isLimitUsedUp, tryConsumeLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";
import { addDays } from "../entitlement.rules";
import { beginTrial } from "./begin-trial.server";
import { promisedDays } from "./trial.rules";
import { tryingCookie } from "./trial-cookie.server";
import { mayTry } from "./trials.queries.server";

export const TRIAL_FAILED = "The trial could not be begun. Please try again.";

/** Who signs in, or registers first, comes back to the plans, where the trial is begun. */
export const signInToTry = (): Response =>
  redirect("/login?next=/subscription", { status: 303, headers: { "Set-Cookie": tryingCookie() } });

type Offer = { id: string; trialDays: number | null };

/**
 * The days for nothing that this reader may have, and until when they would last, by package. Visitors are offered them: who they
 * are shows when they sign in.
 */
export async function trialOffers(
  viewer: Viewer,
  packages: readonly Offer[],
  now: Date,
): Promise<Map<string, { days: number; until: Date }>> {
  const offered = packages.flatMap(({ id, trialDays }) => (trialDays === null ? [] : [{ id, trialDays }]));
  if (offered.length === 0 || !(await mayBegin(viewer))) return new Map();
  return new Map(offered.map(({ id, trialDays: days }) => [id, { days, until: addDays(now, days) }]));
}

const mayBegin = async (viewer: Viewer): Promise<boolean> =>
  viewer.kind !== "member" || (viewer.tier === "Basic" && (await mayTry(viewer.id)));

/** Begins the trial of a member who pressed "Try it free". Trials that begin are counted by network. @throws AppError */
export async function tryFree(
  { context: { ip } }: Pick<RequestArgs, "context">,
  member: MemberViewer,
  { packageId, trialDays }: { packageId?: string; trialDays?: string },
): Promise<Response> {
  await consumeLimit({ purchase: member.id });
  const network = { "trial-network": ip };
  const { trial, isNew } = await beginTrial(
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
    text: `Your free trial of ${tier} has begun. It ends by itself on ${day}; nothing is charged.`,
    timeout: 12_000,
  });
}
