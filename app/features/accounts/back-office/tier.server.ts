import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { TIERS } from "db/entities/member";
import { z } from "zod";
import { memberById, serializeMember } from "~/access/member-account.queries.server";
import { switchTier } from "~/access/switch-tier.server";
import { entitlementText } from "~/access/term.rules";
import { assertConditions } from "~/admin-kit/conditions.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireChange } from "~/admin-kit/require-change.server";
import type { StaffViewer, Tier } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { readApiBody } from "~/web/accepted-names.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { readConditions } from "~/web/conditions.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { members } from "../members.resource.server";
import type { ActionResult } from "./change-reply.server";

export const INVALID_TIER = "Subscription must be Basic, Premium or Private";

/** A tier in any casing. */
export const tierSchema = z.object({
  subscription: z.preprocess(
    (word) =>
      typeof word === "string"
        ? (TIERS.find((known) => known.toLowerCase() === word.trim().toLowerCase()) ?? word)
        : word,
    z.enum(TIERS, INVALID_TIER),
  ),
});

/**
 * Switches a member to the form's tier.
 * @param asks the confirmation to show if a term would end; absent once staff have confirmed
 * @throws AppError 422, or 409 if the member has changed in the meantime
 */
export async function switchTierByForm(
  staff: StaffViewer,
  memberId: string,
  submission: Submission,
  asks?: (to: Tier) => string,
): Promise<ActionResult> {
  const { subscription } = parseOrThrow(tierSchema, submission.values);
  const terms = { version: versionOf(submission), agreed: asks === undefined };
  const done = await switchTier(staff, memberId, subscription, terms);
  if (!done) throw notFound("Member not found.");
  if ("loses" in done) return { asks: asks?.(subscription) ?? "" };
  if ("switched" in done) return { success: `${done.switched.name} is now on ${subscription}` };
  if ("unchanged" in done) return { success: `${done.unchanged.name} is already on ${subscription}` };
  const { name } = done.conflict;
  const saved = entitlementText(done.conflict, config().siteTz);
  throw new AppError(
    409,
    `Nothing was changed: ${name} has changed since you opened this page. You chose ${subscription}; the current subscription is ${saved}.`,
  );
}

/**
 * `PUT /api/admin/subscription/{id}` → `{ message, user }`. Failures are only logged; specification, section 8.
 * @throws AppError 422; 409 if the member has changed in the meantime, 412 if the conditions do not hold
 */
export async function subscriptionReply(args: LoaderFunctionArgs): Promise<Response> {
  const { staff } = await requireChange(members, args, "write");
  const { id } = args.params;
  if (!isUuid(id)) return notFound("Member not found.");
  const submission = await readApiBody(args);
  const conditions = readConditions(args.request);
  const { subscription } = parseOrThrow(tierSchema, submission.values);
  const outcome = await switchTier(staff, id, subscription, {
    version: versionOf(submission),
    agreed: true,
    check: (manager) => assertConditions(members, staff, id, conditions, manager),
  });
  const member = outcome && (await memberById(id));
  if (!member) return notFound("Member not found.");
  const user = serializeMember(member);
  if ("conflict" in outcome) {
    const { version } = outcome.conflict;
    const conflict = { version, values: { subscription: user.subscription }, record: user };
    throw new AppError(409, "Somebody else has changed this member’s details.", { conflict });
  }
  return json({ message: "Subscription updated successfully", user });
}
